// What a program says in every request: its system texts and tools. Once the user has accepted them as the program's own,
// findings in them are none, and one that differs is a finding itself.
import { canonicalJson } from "../canonical.ts";
import { isJsonObject, jsonIn } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Path } from "../request/document/flag.ts";
import { comparedText, partsOf } from "../request/parts/parts.ts";
import type { Finding } from "./findings.ts";
import type { Inspection } from "./inspection.ts";
import { FINDING_KINDS } from "./kinds.ts";

/** A system text or a tool of a request. */
export interface OwnPart {
  kind: "system" | "tool";
  /** Of a tool; empty where it has none. */
  name: string;
  path: Path;
  /** Its compared form. */
  text: string;
  /** How many UTF-16 units of a system prompt the compared form leaves out at its beginning. */
  lifted: number;
}

/** How many system texts and tools of a program were accepted, and when last. */
export interface AcceptedCount {
  texts: number;
  tools: number;
  atMs: number;
}

type Placed = Pick<OwnPart, "kind" | "path">;

/** How a system text or tool of a request compares with what was accepted. */
export interface ComparedPart extends Pick<OwnPart, "kind" | "name" | "path" | "text"> {
  /** The accepted one that is most like it; null: there is none of this kind and name. */
  before: string | null;
}

/** The system texts and tools of a request in its document's order, none of those among its messages. */
export function ownPartsOf(document: JsonObject): OwnPart[] {
  const { messages: _said, ...own } = document;
  const text = canonicalJson(own);
  return partsOf("document", text).flatMap((part): OwnPart[] => {
    const { kind, path, role, lifted } = part;
    if ((kind !== "system" && kind !== "tool") || role !== undefined) return [];
    const compared = comparedText(text, part);
    const head = kind === "system" && text[part.at] === '"' ? lifted[0] : undefined;
    return [
      {
        kind,
        path,
        name: kind === "tool" ? nameOf(jsonIn(compared)) : "",
        text: compared,
        lifted: head === undefined ? 0 : unitsOf(text.slice(head.at, head.end)),
      },
    ];
  });
}

/** Where a part stands, whatever its place in a list. */
export const placeOf = ({ path }: Pick<OwnPart, "path">): string =>
  path.filter((step) => typeof step === "string").join(".");

/** A system prompt that came as several texts is in the document's fields again, text by text: one of them says enough. */
export const isSaidTwice = (part: Placed, parts: readonly Placed[]): boolean =>
  part.kind === "system" &&
  part.path.length > 1 &&
  parts.some(({ kind, path }) => kind === "system" && path.length === 1);

const unitsOf = (written: string): number => {
  const read = jsonIn(`"${written}"`);
  return typeof read === "string" ? read.length : 0;
};

function nameOf(tool: Json | undefined): string {
  if (!isJsonObject(tool)) return "";
  const { name, function: called } = tool;
  const given = name ?? (isJsonObject(called) ? called["name"] : undefined);
  return typeof given === "string" ? given : "";
}

/**
 * The scan of a request with `accepted` on what was found in accepted parts, and with a finding for each other system text and
 * tool first.
 */
export function withAccepted(
  inspection: Inspection,
  parts: readonly OwnPart[],
  isAccepted: (part: OwnPart) => boolean,
): Inspection {
  const accepted = parts.filter(isAccepted);
  const others = parts.filter((part) => !accepted.includes(part));
  const shown = others.filter((part) => !isSaidTwice(part, others));
  const changed = shown.map(({ kind, name, path }): Finding => ({
    kind: "accepted-changed",
    severity: FINDING_KINDS["accepted-changed"].severity,
    path,
    offset: 0,
    length: 0,
    line: 1,
    detail: kind,
    ...(name === "" ? {} : { example: name.slice(0, 200) }),
  }));
  const findings = inspection.findings.map((finding) =>
    accepted.some((part) => isIn(finding, part))
      ? { ...finding, accepted: true as const }
      : finding,
  );
  return { ...inspection, findings: [...changed, ...findings] };
}

const isIn = ({ path, offset }: Finding, part: OwnPart): boolean =>
  part.path.every((step, at) => path[at] === step) && offset >= part.lifted;

/** A part's text for reading and comparing: its lines, in place of JSON's escapes. */
export function linesOfPart(text: string): string {
  const value = jsonIn(text);
  if (typeof value === "string") return value;
  if (!isJsonObject(value)) return text;
  const told = typeof value["description"] === "string" ? "description" : "text";
  const { [told]: words, ...others } = value;
  const rest = JSON.stringify(others, null, 2);
  return typeof words === "string" ? `${rest}\n\n${words}` : JSON.stringify(value, null, 2);
}
