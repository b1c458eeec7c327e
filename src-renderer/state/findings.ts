// The findings of a document: invisible characters at once, everything else when main has looked through it. While it
// looks, what was found before stays where its text still stands.
import { useEffect, useMemo, useRef, useState } from "react";
import { findingsOf } from "../../src-shared/inspect/findings.ts";
import type { CharacterFinding, Finding } from "../../src-shared/inspect/findings.ts";
import type { Inspection } from "../../src-shared/inspect/inspection.ts";
import { LOOKED_FOR } from "../../src-shared/inspect/charSets.ts";
import { valueAt } from "../../src-shared/inspect/redaction.ts";
import type { RuleGate } from "../../src-shared/policy/rule.ts";
import type { RequestDocument, ResponseDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { invoke } from "../bridge/desk.ts";
import { useMirror } from "./mirror.ts";

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
  /** Places that were not looked at. */
  unseen?: number;
  /** `late`: it could not be looked through in time, and only characters were looked for. */
  state: "looking" | "done" | "late";
}

/** What main said of documents, once each. */
const inspected = new WeakMap<object, Inspection | "late">();
/** While a person types, nothing is asked before they pause. */
const PAUSE_MS = 250;
const AT_ONCE: ReadonlySet<string> = new Set(LOOKED_FOR.map(({ kind }) => kind));
const byCharacters = ({ kind, inside }: Finding): boolean => AT_ONCE.has(kind) && inside !== true;

/** @param document what is shown now; null: there is nothing to look at yet */
export function useFindings(sampleId: string, gate: RuleGate, document: Document | null): Looked {
  const off = useMirror((state) => state.settings.findingsOff);
  const [, setAnswered] = useState(0);
  const before = useRef<{ document: Document; findings: readonly Finding[] } | null>(null);
  const first = useRef(true);
  useEffect(() => {
    if (document === null || inspected.has(document)) return undefined;
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
  }, [sampleId, gate, document]);
  const said = document === null ? undefined : inspected.get(document);
  return useMemo(() => {
    if (document === null) return { findings: [], more: 0, state: "looking" };
    const on = ({ kind }: Finding): boolean => !off.includes(kind);
    if (said !== undefined && said !== "late") {
      before.current = { document, findings: said.findings };
      const { more, unseen } = said;
      const told = unseen === undefined ? {} : { unseen };
      return { findings: said.findings.filter(on), more, ...told, state: "done" };
    }
    const kept = stillThere(before.current, document);
    const findings = [...findingsIn(document), ...kept].filter(on);
    return { findings, more: 0, state: said === undefined ? "looking" : "late" };
  }, [document, said, off]);
}

/** What was found in an earlier form of it, where the same text stands at the same place. */
function stillThere(
  before: { document: Document; findings: readonly Finding[] } | null,
  document: Document,
): Finding[] {
  if (before === null) return [];
  return before.findings.filter(
    (finding) =>
      !byCharacters(finding) &&
      finding.length > 0 &&
      valueAt(before.document, finding) === valueAt(document, finding),
  );
}

/** What the record says of a request as it came, or of an answer as it was given: for rows. */
export function recordedFindings(
  sample: Sample,
  gate: RuleGate,
  attemptId?: string,
): readonly Finding[] | null {
  const found = sample.inspected?.findLast(
    (one) => one.gate === gate && (gate === "request" || one.attemptId === attemptId),
  );
  return found?.findings ?? null;
}
