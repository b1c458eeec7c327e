// The findings of a document: invisible characters at once, everything else when main has looked through it. While it
// looks, what was found before stays where its text still stands.
import { useEffect, useMemo, useRef, useState } from "react";
import { findingsOf } from "../../src-shared/inspect/findings.ts";
import type { CharacterFinding, Finding } from "../../src-shared/inspect/findings.ts";
import type { Inspected, Inspection } from "../../src-shared/inspect/inspection.ts";
import { LOOKED_FOR } from "../../src-shared/inspect/characters/charSets.ts";
import { switchedOn } from "../../src-shared/inspect/switched.ts";
import { stillIn, tallyOf } from "../../src-shared/inspect/tally.ts";
import type { RuleGate } from "../../src-shared/policy/rules/rule.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { invoke } from "../bridge/desk.ts";
import { useMirror } from "./mirror.ts";
import { showTally } from "./shownTally.ts";

type Document = RequestDocument | ResponseDocument;

const known = new WeakMap<object, readonly CharacterFinding[]>();

/** What nobody sees in it, at once. Documents never change: an edited one is another object. */
export function findingsIn(document: Document): readonly CharacterFinding[] {
  const found = known.get(document) ?? findingsOf(document);
  known.set(document, found);
  return found;
}

/** What is known of a document. */
export interface Looked {
  /** In the order of the document, without the kinds that the person has switched off. */
  findings: readonly Finding[];
  /** How many more there are than are listed. */
  more: number;
  /** Every kind: whoever has a group taken out has all of it taken out. */
  all: { findings: readonly Finding[]; more: number };
  /** Places that were not looked at. */
  unseen?: number;
  /** So much was found when it was looked through after its time: rules had been asked without it. */
  cameLate?: number;
  /** `late`: it could not be looked through in time, and only characters were looked for. */
  state: "looking" | "done" | "late";
}

const NONE = { findings: [], more: 0 };
/** What is to be looked through is not there yet. */
export const NOTHING: Looked = { ...NONE, all: NONE, state: "looking" };

/** What main said of documents, once each. */
const inspected = new WeakMap<object, Inspection | "late">();
/** While a person types, nothing is asked before they pause. */
const PAUSE_MS = 250;
/** For which of the looks that came late a document was asked about last. */
const askedAt = new WeakMap<object, Inspected>();
const AT_ONCE: ReadonlySet<string> = new Set(LOOKED_FOR.map(({ kind }) => kind));
const byCharacters = ({ kind, inside }: Finding): boolean => AT_ONCE.has(kind) && inside !== true;

/** @param document what is shown now; null: there is nothing to look at yet */
export function useFindings(sampleId: string, gate: RuleGate, document: Document | null): Looked {
  const off = useMirror((state) => state.settings.findingsOff);
  const [, setAnswered] = useState(0);
  const before = useRef<{ document: Document; findings: readonly Finding[] } | null>(null);
  const first = useRef(true);
  const late = useMirror(({ samples }) =>
    samples[sampleId]?.inspected?.findLast((one) => one.gate === gate && one.late === true),
  );
  useEffect(() => {
    if (document === null) return undefined;
    const has = inspected.get(document);
    const comes = has === "late" && late !== undefined && askedAt.get(document) !== late;
    if (has !== undefined && !comes) return undefined;
    if (late !== undefined) askedAt.set(document, late);
    let over = false;
    const timer = setTimeout(
      () =>
        void invoke("inspect.document", sampleId, gate, document).then((result) => {
          if (result.ok) inspected.set(document, result.value ?? "late");
          else inspected.set(document, "late");
          if (!over) setAnswered((count) => count + 1);
        }),
      first.current ? 0 : PAUSE_MS,
    );
    first.current = false;
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [sampleId, gate, document, late]);
  const said = document === null ? undefined : inspected.get(document);
  const looked = useMemo((): Looked => {
    if (document === null) return NOTHING;
    if (said !== undefined && said !== "late") {
      before.current = { document, findings: said.findings };
      const { findings, more, unseen } = switchedOn(said, off);
      const told = unseen === undefined ? {} : { unseen };
      const since = late === undefined ? {} : { cameLate: late.findings.length + (late.more ?? 0) };
      return { findings, more, all: said, ...told, ...since, state: "done" };
    }
    const kept = stillThere(before.current, document);
    const all = { findings: [...findingsIn(document), ...kept], more: 0 };
    const findings = all.findings.filter(({ kind }) => !off.includes(kind));
    return { findings, more: 0, all, state: said === undefined ? "looking" : "late" };
  }, [document, said, off, late]);
  useEffect(() => {
    if (document !== null && looked.state !== "looking") {
      showTally(sampleId, gate, tallyOf(looked));
    }
  }, [sampleId, gate, document, looked]);
  return looked;
}

/** What was found in an earlier form of it, where the same text stands at the same place. */
function stillThere(
  before: { document: Document; findings: readonly Finding[] } | null,
  document: Document,
): Finding[] {
  if (before === null) return [];
  const others = before.findings.filter((finding) => !byCharacters(finding));
  return stillIn(others, before.document, document);
}

/** What the record says of a request as it came, or of an answer as it was given: for rows. */
export const recordedLook = (
  sample: Sample,
  gate: RuleGate,
  attemptId?: string,
): Inspected | undefined =>
  sample.inspected?.findLast(
    (one) => one.gate === gate && (gate === "request" || one.attemptId === attemptId),
  );
