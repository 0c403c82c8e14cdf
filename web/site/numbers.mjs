/**
 * The numbers of the landing page. They are read from the pages that explain them, so that there is
 * one place where each is written; a page that no longer says its number stops the build.
 */

const number = (text) => Number(text.replaceAll(',', ''));
const thousands = (value) => value.toLocaleString('en-US');

function find(text, pattern, file) {
  const match = text.match(pattern);
  if (!match) throw new Error(`${file} has no ${pattern}, which the landing page quotes`);
  return match;
}

/** Queries, contacts and misses of a method over all sets of docs/benchmarks/methods-compared.md. */
function comparison(text, method) {
  const file = 'docs/benchmarks/methods-compared.md';
  const sets = [...text.matchAll(/^- [\w-]+: ([\d,]+) queries, ([\d,]+) contacts/gm)];
  if (sets.length === 0) throw new Error(`${file} has no list of sets`);
  const header = '| method | VF asked | VF µs | VF FP | VF FN | EE asked | EE µs | EE FP | EE FN |';
  const tables = text.split(header).slice(1);
  let asked = 0, falsePositives = 0, misses = 0;
  for (const table of tables) {
    const cells = find(table, new RegExp(`^\\| \`${method}\` \\|(.*)\\|$`, 'm'), file)[1].split('|');
    const row = cells.map((cell) => number(cell.trim()));
    asked += row[0] + row[4];
    falsePositives += row[2] + row[6];
    misses += row[3] + row[7];
  }
  const queries = sets.reduce((sum, set) => sum + number(set[1]), 0);
  if (asked !== queries) throw new Error(`${file}: ${method} was asked ${asked} of ${queries} queries`);
  const contacts = sets.reduce((sum, set) => sum + number(set[2]), 0);
  return { queries, contacts, falsePositives, misses };
}

/** How many methods the first table of the comparison has. */
function methodCount(text) {
  const rows = text.slice(text.indexOf('| method |')).split('\n\n', 1)[0].match(/^\| `/gm);
  if (!rows) throw new Error('docs/benchmarks/methods-compared.md has no table of methods');
  return rows.length;
}

/** The page with {{name}} replaced by the numbers, {{program}} by the README's first program, and {{python_program}}
 * by that of the page for Python. */
export function fillNumbers(page, read) {
  const compared = read('docs/benchmarks/methods-compared.md');
  const certified = comparison(compared, 'certified');
  const exact = comparison(compared, 'certified-exact');
  const measured = 'docs/benchmarks/pairs-and-steps.md';
  const pairs = find(read(measured),
    /published sample queries, mean \| ([\d.]+) µs.*\| ([\d.]+) µs, none \| ([\d,.]+) µs/, measured);
  const step = find(read(measured),
    /published cloth on ball, ([\d,]+) triangles \| ([\d.]+) M \| [\d.]+ \| ([\d.]+)/, measured);
  const readme = read('README.md');
  const python = 'docs/start/python.md';
  const values = {
    queries: thousands(certified.queries),
    contacts: thousands(certified.contacts),
    misses: thousands(certified.misses),
    exact_false_positives: thousands(exact.falsePositives),
    pair_time: pairs[1],
    published_time: pairs[3],
    ratio: thousands(Math.round(number(pairs[3]) / number(pairs[1]) / 100) * 100),
    methods: methodCount(compared),
    triangles: step[1],
    candidates: step[2],
    // Lines are broken anywhere in prose.
    robot_share: find(readme, /a\s+proven\s+answer\s+costs\s+on\s+average\s+(a\s+\w+)\s+of\s+FCL's/, 'README.md')[1],
    program: find(readme, /^```cpp\n[\s\S]*?^```/m, 'README.md')[0],
    python_program: find(read(python), /^```python\n[\s\S]*?^```/m, python)[0],
    program_output: find(readme, /It prints `([^`]*)`/, 'README.md')[1],
  };
  return page.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`the landing page asks for {{${name}}}`);
    return values[name];
  });
}
