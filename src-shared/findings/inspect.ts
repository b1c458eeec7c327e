// The full scan of a document: all detectors on all of its texts. Pure; runs in its own thread, as a document may be
// long.
import type { Json } from "../json.ts";
import { actionIn } from "../request/kinds/action/document.ts";
import { commandPathOf, findAgentCommands } from "./phrases/agentCommands.ts";
import { DETECTORS } from "./detectors.ts";
import { shown } from "./text/detector.ts";
import type { TextContext, Hit } from "./text/detector.ts";
import { decodedIn } from "./text/encoded.ts";
import { lineCounter, search } from "./findings.ts";
import type { CharacterFinding, Finding } from "./findings.ts";
import { FINDINGS_MAX } from "./inspection.ts";
import type { Inspection, ScanContext } from "./inspection.ts";
import type { Path } from "../request/document/flag.ts";
import { FINDING_KINDS } from "./kinds.ts";
import type { FindingKind } from "./kinds.ts";
import { imitableOf } from "./characters/lookalike.ts";
import type { ScannedTexts } from "./scannedTexts.ts";
import type { Scan } from "./text/scan.ts";
import { textContextOf } from "./text/textContext.ts";
import { textsOf } from "./text/walk.ts";

/** The hits in a text, and the number of places not scanned because there were too many or they were too long. */
export interface HitsInText {
  hits: Hit[];
  unseen: number;
}

export interface InspectWith {
  /** Finds secrets in a text; passed in because it needs a library that the pure code must not import. */
  secrets?(text: string, scan: Scan): Promise<HitsInText>;
  nowMs(): number;
  /** What earlier scans have found. */
  known: ScannedTexts;
}

/**
 * All findings of `document` in order; media are skipped. At most `FINDINGS_MAX` findings of enabled kinds are kept;
 * `more` and `unseen` count what was dropped or not scanned.
 */
export async function inspect(
  document: Json,
  around: ScanContext,
  parts: InspectWith,
): Promise<Inspection> {
  const begunMs = parts.nowMs();
  // Of what the user has asked the agent for, nothing is sent anywhere: it would be found on each of the session's cards.
  const isAction = actionIn(document) !== null;
  const texts = [...textsOf(document)].filter(
    ({ path }) => !isAction || path[0] !== "session" || path[1] !== "name",
  );
  const commandAt = JSON.stringify(commandPathOf(document));
  const found: Finding[] = [];
  let unseen = 0;
  const unseenAt: Place[] = [];
  const own = imitableOf(around.hosts ?? []);
  for (const { text, path, inName, voice } of texts) {
    const isCommand = inName === undefined && JSON.stringify(path) === commandAt;
    const places = JSON.stringify([voice, around.gate, inName === true, isCommand, around.hosts]);
    const { findings, unseen: more } = await parts.known.of(text, places, async () => {
      const within = textContextOf(text, { voice, gate: around.gate, own });
      const { hits, unseen: left } = await hitsIn(text, within, parts);
      if (isCommand) findAgentCommands(text, (hit) => hits.push(hit));
      return { findings: placed(text, inName, hits), unseen: left };
    });
    unseen += more;
    if (more > 0) unseenAt.push({ path, offset: text.length });
    for (const finding of findings) found.push({ ...finding, path });
  }
  const { dropped, ...kept } = keptOf(found, around.off);
  const leftOutAt = [...firstSerious(dropped), ...unseenAt];
  return {
    ...kept,
    ...(unseen > 0 ? { unseen } : {}),
    ...(kept.more + unseen > 0 ? { leftOutAt } : {}),
    tookMs: parts.nowMs() - begunMs,
  };
}

type Place = Pick<Finding, "path" | "offset">;

/** The first serious finding of each text. */
function firstSerious(findings: readonly Finding[]): Place[] {
  const first = new Map<Path, Place>();
  for (const { path, offset, severity } of findings)
    if (severity === "high" && !first.has(path)) first.set(path, { path, offset });
  return [...first.values()];
}

/**
 * Keeps serious findings first. Enabled and disabled kinds have separate limits, so that neither displaces the other.
 */
function keptOf(
  findings: Finding[],
  off: readonly FindingKind[],
): Pick<Inspection, "findings" | "more" | "moreOf"> & { dropped: Finding[] } {
  if (findings.length <= FINDINGS_MAX) return { findings, more: 0, dropped: [] };
  const kept = new Set([
    ...gravestOf(findings.filter(({ kind }) => !off.includes(kind))),
    ...gravestOf(findings.filter(({ kind }) => off.includes(kind))),
  ]);
  const moreOf: Inspection["moreOf"] = {};
  const dropped = findings.filter((finding) => !kept.has(finding));
  for (const { kind } of dropped) moreOf[kind] = (moreOf[kind] ?? 0) + 1;
  return {
    findings: findings.filter((finding) => kept.has(finding)),
    more: dropped.length,
    ...(dropped.length > 0 ? { moreOf } : {}),
    dropped,
  };
}

const gravestOf = (findings: readonly Finding[]): Finding[] =>
  [...findings]
    .sort((a, b) => Number(b.severity === "high") - Number(a.severity === "high"))
    .slice(0, FINDINGS_MAX);

/** The hits of all detectors in the text, and in encoded parts of it, one level deep. */
async function hitsIn(
  text: string,
  around: TextContext,
  { secrets }: InspectWith,
): Promise<HitsInText> {
  const own = await secrets?.(text, around.scan);
  const hits = run(text, around).concat(own?.hits ?? []);
  const runs = decodedIn(text);
  let unseen = runs.unseen + (own?.unseen ?? 0);
  for (const { start, end, how, text: decoded, usual } of runs.found) {
    const inside = textContextOf(decoded, around);
    const inner = await secrets?.(decoded, inside.scan);
    unseen += inner?.unseen ?? 0;
    const within = run(decoded, inside).concat(inner?.hits ?? []);
    const grave = within.concat(charactersIn(decoded)).filter(weighsMuch);
    hits.push(...grave.map((hit): Hit => ({ ...hit, start, end, inside: true })));
    if (usual === true && grave.length === 0) continue;
    hits.push({ kind: "encoded", start, end, detail: how, spells: shown(decoded) });
  }
  return { hits, unseen };
}

const weighsMuch = ({ kind, severity }: Hit): boolean =>
  (severity ?? FINDING_KINDS[kind].severity) === "high";

function run(text: string, around: TextContext): Hit[] {
  const hits: Hit[] = [];
  for (const detect of DETECTORS) detect(text, (hit) => hits.push(hit), around);
  return hits.concat(buried(text, hits));
}

/** How far readers get, from the beginning of a text; the tail is what they skip. In UTF-16 units. */
const READ_FIRST = 4000;
const TAIL = 1500;

/** Instructions near the end of a long text. */
const buried = ({ length }: string, hits: readonly Hit[]): Hit[] =>
  hits
    .filter((hit) => FINDING_KINDS[hit.kind].group === "instructions" && weighsMuch(hit))
    .filter(({ start }) => start > READ_FIRST && start > length - Math.max(TAIL, length * 0.15))
    .slice(0, 1)
    .map(({ start, end }) => ({ kind: "hidden-by-length", start, end, detail: "tail" }));

function charactersIn(text: string): Hit[] {
  const found: CharacterFinding[] = [];
  search(text, [], {}, found);
  return found.map(({ kind, offset, length }) => ({ kind, start: offset, end: offset + length }));
}

/** The findings of a text, characters included, in order and without duplicates; their path is not filled in. */
function placed(text: string, inName: true | undefined, hits: readonly Hit[]): Finding[] {
  const characters: CharacterFinding[] = [];
  search(text, [], inName === undefined ? {} : { inName }, characters);
  if (hits.length === 0) return characters;
  const lines = lineCounter(text);
  const sorted = hits.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || Number(weighsMuch(b)) - Number(weighsMuch(a)),
  );
  const said = new Map<string, { end: number; graveEnd: number }>();
  const found = sorted.flatMap((hit): Finding[] => {
    // Skips a hit inside an earlier one of its kind, unless it is more serious.
    const key = `${hit.kind} ${hit.inside === true ? "in" : ""}`;
    const { end, graveEnd } = said.get(key) ?? { end: -1, graveEnd: -1 };
    const grave = weighsMuch(hit);
    if (hit.end <= (grave ? graveEnd : end)) return [];
    said.set(key, { end: Math.max(end, hit.end), graveEnd: grave ? hit.end : graveEnd });
    return [findingOf(hit, inName, lines(hit.start))];
  });
  return [...characters, ...found].toSorted((a, b) => a.offset - b.offset);
}

function findingOf(
  { kind, start, end, severity, ...more }: Hit,
  inName: true | undefined,
  line: number,
): Finding {
  return {
    kind,
    severity: severity ?? FINDING_KINDS[kind].severity,
    path: [],
    ...(inName === undefined ? {} : { inName }),
    offset: start,
    length: end - start,
    line,
    ...more,
  };
}
