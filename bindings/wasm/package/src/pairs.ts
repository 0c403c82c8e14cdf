/** Single pairs: solver, oracle, published methods, proofs. */
import {
  optionsRow, outcomeOf, outcomeRow, putOptions, putQuery, queryRow, resultRow, segmentOf,
  segmentRow, segmentRows, statuses, vec3,
} from './flat';
import { Arrays, FirstContactError, type Library } from './library';
import { baselineSettings, checkNames, claimOptions, oracleOptions } from './option_names';
import type * as t from './types';

/** Rooms in the memory of WebAssembly for one query, its options and its result. */
export class PairSolver {
  private readonly query: number;
  private readonly options: number;
  private readonly out: number;
  private readonly queryNumbers = new Float64Array(queryRow);
  private readonly optionNumbers = new Float64Array(optionsRow);
  /** Whether those two are being filled. */
  private filling = false;
  /** Room for the segments of a proof, which grows with the longest. */
  private segments = 0;
  private segmentRoom = 0;

  constructor(private readonly library: Library) {
    const bytes = 8 * (queryRow + optionsRow + resultRow);
    this.query = library.run(glue => glue._malloc(bytes));
    this.options = this.query + 8 * queryRow;
    this.out = this.options + 8 * optionsRow;
  }

  solve(query: t.Query, options: t.Options): t.Result {
    // Outside of `run`: what is wrong with an argument is no fault of the library.
    // And not into memory at once: reading an argument may run code of the caller (a getter), which may
    // make that memory grow, or call this function, which then takes rows of its own.
    const outer = this.filling;
    const numbers = outer ? new Float64Array(queryRow) : this.queryNumbers;
    const choices = outer ? new Float64Array(optionsRow) : this.optionNumbers;
    this.filling = true;
    try {
      putQuery(query, numbers);
      putOptions(options, choices);
    } finally {
      this.filling = outer;
    }
    return this.library.run(glue => {
      this.library.doubles.set(numbers, this.query / 8);
      this.library.doubles.set(choices, this.options / 8);
      const done = glue._fc_solve(this.query, this.options, this.out);
      if (done === 0) throw new FirstContactError(this.message());
      const memory = this.library.doubles, at = this.out / 8;
      return {
        status: statuses[memory[at]!]!, toi: memory[at + 1]!, toiUpper: memory[at + 2]!,
        checks: memory[at + 3]!, startsInContact: memory[at + 4] !== 0,
        pointA: vec3(memory, at + 5), pointB: vec3(memory, at + 8), normal: vec3(memory, at + 11),
        distance: memory[at + 14]!, u: memory[at + 15]!, v: memory[at + 16]!,
        tolerance: memory[at + 17]!, message: memory[at + 19]! > 0 ? this.message() : '',
        certificate: this.certificate(memory[at + 18]!),
      };
    });
  }

  /** The segments of the proof that the last call of the solver made. */
  private certificate(count: number): t.CertificateSegment[] {
    if (count === 0) return [];
    return this.library.run(glue => {
      if (count > this.segments) {
        glue._free(this.segmentRoom);
        this.segments = 0;
        this.segmentRoom = glue._malloc(8 * segmentRow * count);
        if (this.segmentRoom === 0) throw new FirstContactError('there is not enough memory');
        this.segments = count;
      }
      glue._fc_certificate(this.segmentRoom);
      const memory = this.library.doubles, list: t.CertificateSegment[] = [];
      for (let i = 0; i < count; ++i)
        list.push(segmentOf(memory, this.segmentRoom / 8 + i * segmentRow));
      return list;
    });
  }

  private message(): string {
    return this.library.run(
      glue => this.library.text(glue._fc_message(), glue._fc_message_bytes()));
  }

  solveMany(queries: readonly t.Query[], options: t.Options): t.Outcome[] {
    const most = 4096;  // at a time
    const rows = new Float64Array(queryRow * Math.min(most, queries.length));
    const choices = new Float64Array(optionsRow);
    putOptions(options, choices);
    const outcomes: t.Outcome[] = [];
    for (let first = 0; first < queries.length; first += most) {
      const count = Math.min(most, queries.length - first);
      for (let i = 0; i < count; ++i) putQuery(queries[first + i]!, rows, i * queryRow);
      this.library.run(glue => {
        const room = glue._malloc(8 * (count * (queryRow + outcomeRow) + optionsRow));
        if (room === 0) throw new FirstContactError('there is not enough memory');
        const options = room + 8 * count * queryRow, out = options + 8 * optionsRow;
        const memory = this.library.doubles;
        memory.set(rows.subarray(0, count * queryRow), room / 8);
        memory.set(choices, options / 8);
        if (glue._fc_solve_many(count, room, options, out) === 0) {
          glue._free(room);
          throw new FirstContactError(this.message());
        }
        const answers = this.library.doubles;
        for (let i = 0; i < count; ++i)
          outcomes.push(outcomeOf(answers, out / 8 + i * outcomeRow));
        glue._free(room);
      });
    }
    return outcomes;
  }
}

function withQuery(query: t.Query): { arrays: Arrays; query: number } {
  const row = new Float64Array(queryRow);
  putQuery(query, row);
  const arrays = new Arrays();
  return { arrays, query: arrays.add(row) };
}

export function methods(library: Library): t.MethodInfo[] {
  return library.call<{ methods: t.MethodInfo[] }>('methods').fields.methods;
}

export function solveBaseline(library: Library, query: t.Query, method: t.Baseline,
                              settings: t.BaselineSettings): t.BaselineAnswer {
  checkNames(settings, baselineSettings, 'settings');
  const given = withQuery(query);
  return library.call<t.BaselineAnswer>(
    'solveBaseline', { ...settings, query: given.query, method }, given.arrays).fields;
}

export function solveWithAll(library: Library, solver: PairSolver, query: t.Query,
                             options: t.ClaimOptions & { maxChecks?: number }): t.MethodAnswer[] {
  return methods(library).map(({ name, guaranteed }): t.MethodAnswer => {
    if (guaranteed) {
      const result = solver.solve(query, { ...options, method: name as t.Method });
      const contact = result.status === 'Contact';
      return { method: name, status: result.status, contact, toi: contact ? result.toi : NaN,
               checks: result.checks, message: result.message };
    }
    try {
      if ((options.tMax ?? 1) !== 1)
        throw new FirstContactError(`${name} looks at the whole motion only`);
      const { minSeparation, maxChecks } = options;
      const answer = solveBaseline(library, query, name as t.Baseline,
                                   { minSeparation, maxChecks });
      return { method: name, contact: answer.contact, toi: answer.toi, checks: answer.checks,
               status: answer.exhausted ? 'Undecided' : answer.contact ? 'Contact' : 'Free',
               message: '' };
    } catch (error) {
      if (library.stopped || !(error instanceof FirstContactError)) throw error;
      return { method: name, status: 'InvalidInput', contact: false, toi: NaN, checks: 0,
               message: error.message };
    }
  });
}

export function oracle(library: Library, query: t.Query, options: t.OracleOptions): t.OracleAnswer {
  interface Text { mantissa: string; exponent: number; }
  type Fields = Omit<t.OracleAnswer, 'lower' | 'upper'> & { lower: Text; upper: Text };
  checkNames(options, oracleOptions);
  const given = withQuery(query);
  const fields = library.call<Fields>(
    'oracle', { ...options, query: given.query }, given.arrays).fields;
  const dyadic = ({ mantissa, exponent }: Text): t.Dyadic => ({
    mantissa: mantissa.startsWith('-') ? -BigInt(mantissa.slice(1)) : BigInt(mantissa), exponent,
  });
  return { ...fields, lower: dyadic(fields.lower), upper: dyadic(fields.upper) };
}

function withProof(query: t.Query, certificate: readonly t.CertificateSegment[],
                   claim: t.ClaimOptions): { fields: object; arrays: Arrays } {
  checkNames(claim, claimOptions, 'claim');
  const given = withQuery(query);
  const segments = given.arrays.add(segmentRows(certificate));
  return { fields: { ...claim, query: given.query, segments }, arrays: given.arrays };
}

export function verify(library: Library, query: t.Query,
                       certificate: readonly t.CertificateSegment[],
                       claim: t.ClaimOptions): t.Verdict {
  const { fields, arrays } = withProof(query, certificate, claim);
  return library.call<t.Verdict>('verify', fields, arrays).fields;
}

export function proofText(library: Library, query: t.Query,
                          certificate: readonly t.CertificateSegment[],
                          claim: t.ClaimOptions): string {
  const { fields, arrays } = withProof(query, certificate, claim);
  return library.call<{ text: string }>('proofText', fields, arrays).fields.text;
}

export function proveExactly(library: Library, query: t.Query, claim: t.ClaimOptions): string {
  checkNames(claim, claimOptions, 'claim');
  const given = withQuery(query);
  return library.call<{ text: string }>(
    'proveExactly', { ...claim, query: given.query }, given.arrays).fields.text;
}

export function callWithText<T>(library: Library, name: string, text: string): T {
  const arrays = new Arrays();
  return library.call<T>(name, { text: arrays.add(new TextEncoder().encode(text)) }, arrays).fields;
}
