// What every method says about the pair, beside the exact answer.
import {element} from "../../plots/elements";
import {short} from "../../plots/numbers";
import type {MethodInfo} from "firstcontact";
import type {MethodRow, PairAnswer} from "../../worker/messages";

const SIGNS: Record<string, string> =
  {Free: "○", Contact: "●", Undecided: "◐", InvalidInput: "–", Cancelled: "–"};
const WORDS: Record<string, string> =
  {Free: "free", Contact: "contact", Undecided: "undecided", InvalidInput: "–", Cancelled: "–"};

/// Whether an answer is right: the truth is the oracle's.
export function judge(row: MethodRow, truth: boolean): {mark: string; text: string} {
  if (row.status === "InvalidInput") return {mark: "none", text: row.message};
  if (row.contact === truth) return {mark: "right", text: "right"};
  if (truth) return {mark: "miss", text: "missed!"};
  return {mark: "alarm", text: row.status === "Undecided" ? "cautious" : "false alarm"};
}

/// How far the time is off, and on which side.
function timeNote(row: MethodRow, oracle: PairAnswer["oracle"]): string {
  if (!row.contact || Number.isNaN(row.toi) || oracle.status !== "Contact") return "";
  if (row.toi > oracle.toiUpper) return `late by ${short(row.toi - oracle.toiUpper)}`;
  const early = oracle.toi - row.toi;
  return early > 2 ** -30 ? `early by ${short(early)}` : "";
}

/// All digits that tell the double apart; "–" where there is none.
export const digits = (value: number): string => (Number.isNaN(value) ? "–" : String(value));

export function answersTable(answer: PairAnswer, infos: MethodInfo[]): HTMLElement {
  const {oracle} = answer, truth = oracle.status === "Contact";
  const rows = answer.rows.map((row) => {
    const info = infos.find((one) => one.name === row.method.replace(/-exact$/, ""));
    const {mark, text} = judge(row, truth);
    const late = timeNote(row, oracle);
    const hint = [info?.title, info?.reference].filter(Boolean).join("; ");
    return element(info?.guaranteed ? "tr.strong" : "tr", {"data-method": row.method},
      element("th", {scope: "row", title: hint}, row.method),
      element(`td.verdict.${row.status.toLowerCase()}`, null,
        element("span", {"aria-hidden": "true"}, SIGNS[row.status] + " "), WORDS[row.status]),
      element(`td.judged.${mark}`, null, text),
      element("td.toi", {"data-toi": row.contact ? String(row.toi) : ""},
        row.contact ? digits(row.toi) : "–",
        late ? element(late.startsWith("late") ? "span.late" : "span.early", null, late) : null),
      element("td.number", null, short(row.microseconds)));
  });
  return element("div.scroll", {tabindex: 0, role: "region", "aria-label": "Answers of all methods"},
    element("table.answers", {"aria-label": "Answers of all methods"},
      element("thead", null, element("tr", null,
        ["method", "says", "truth", "time of impact", "µs"].map((title) =>
          element("th", {scope: "col"}, title)))),
      element("tbody", null, rows)));
}

/// The truth in words, with all digits of the enclosure that was asked for.
export function truthBox(answer: PairAnswer, fileTruth: boolean | null): HTMLElement {
  const {oracle} = answer, contact = oracle.status === "Contact";
  if (oracle.status === "InvalidInput")
    return element("div.truth.unsure", null, element("strong", null, "Not a query"), oracle.message);
  const same = [...oracle.lowerText].findIndex((digit, i) => digit !== oracle.upperText[i]);
  const common = same < 0 ? oracle.lowerText : oracle.lowerText.slice(0, same);
  const time = oracle.exactly ? oracle.lowerText.replace(/0+$/, "").replace(/\.$/, "")
    : `${common}…`;
  const differs = fileTruth !== null && fileTruth !== contact;
  return element(contact ? "div.truth.contact" : "div.truth.free", {"data-status": oracle.status},
    element("strong", null, contact ? "They touch." : "They never touch."),
    contact ? element("p", null, "Exact first time ", element("code.exact",
      {"data-toi": String(oracle.toi), "data-toi-upper": String(oracle.toiUpper)}, time),
      oracle.exactly ? " exactly." : null)
      : element("p", null, answer.certificate.length
        ? `Proven in ${answer.certificate.length === 1 ? "one piece"
          : `${answer.certificate.length} pieces`}: the green direction keeps the gap set off the origin.`
        : "Decided in exact arithmetic."),
    differs ? element("p.late", null, `The file says ${fileTruth ? "contact" : "free"}.`) : null);
}
