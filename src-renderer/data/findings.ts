// The findings of a document: invisible characters at once, everything else once main has scanned it. Meanwhile,
// earlier findings stay where their text is unchanged.
import { useEffect, useMemo, useRef, useState } from "react";
import { findingsOf } from "#shared/findings/findings.ts";
import type { CharacterFinding, Finding } from "#shared/findings/findings.ts";
import type { Inspected, Inspection } from "#shared/findings/inspection.ts";
import { CHARACTER_RULES } from "#shared/findings/characters/charSets.ts";
import { withoutDisabledKinds } from "#shared/findings/disabledKinds.ts";
import { stillIn, tallyOf } from "#shared/findings/tally.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { invoke } from "./bridge/desk.ts";
import { useMirror } from "./mirror.ts";
import { setShownTally } from "./shownTally.ts";

type Document = RequestDocument | ResponseDocument;

const known = new WeakMap<object, readonly CharacterFinding[]>();

/** Invisible characters, found at once. Documents are immutable: an edited one is a new object. */
export function findingsIn(document: Document): readonly CharacterFinding[] {
  const found = known.get(document) ?? findingsOf(document);
  known.set(document, found);
  return found;
}

/** The findings of a document and the state of its scan. */
export interface FindingsResult {
  /** In document order, without the checks that the user has turned off. */
  findings: readonly Finding[];
  /** How many more there are than are listed. */
  more: number;
  /** Every finding, including checks that are turned off: redacting a group redacts all of it. */
  all: { findings: readonly Finding[]; more: number };
  /** Places that were not scanned. */
  unscanned?: number;
  /** How many findings a late scan added: rules were evaluated without them. */
  lateCount?: number;
  /** `late`: the scan timed out, and only characters were checked. */
  state: "looking" | "done" | "late";
}

const NONE = { findings: [], more: 0 };
/** The document to scan is not available yet. */
export const NOT_SCANNED: FindingsResult = { ...NONE, all: NONE, state: "looking" };

/** Main's results, one per document; `acceptedAtMs`: what of the program was accepted then. */
const inspected = new WeakMap<object, { said: Inspection | "late"; acceptedAtMs: number }>();
/** While the user types, no scan is requested before a pause. */
const PAUSE_MS = 250;
/** The late scan each document was last requested for. */
const askedAt = new WeakMap<object, Inspected>();
const AT_ONCE: ReadonlySet<string> = new Set(CHARACTER_RULES.map(({ kind }) => kind));
const byCharacters = ({ kind, inside }: Finding): boolean => AT_ONCE.has(kind) && inside !== true;

/** @param document what is shown now; null: nothing to scan yet */
export function useFindings(
  requestId: string,
  gate: RuleGate,
  document: Document | null,
): FindingsResult {
  const off = useMirror((state) => state.settings.findingsOff);
  const [, setAnswered] = useState(0);
  const before = useRef<{ document: Document; findings: readonly Finding[] } | null>(null);
  const first = useRef(true);
  const late = useMirror(({ requests }) =>
    requests[requestId]?.inspected?.findLast((one) => one.gate === gate && one.late === true),
  );
  const acceptedAtMs = useMirror(
    ({ requests, programs }) =>
      programs[requests[requestId]?.requester.serverId ?? ""]?.accepted?.atMs ?? 0,
  );
  useEffect(() => {
    if (document === null) return undefined;
    const known = inspected.get(document);
    const has = known?.acceptedAtMs === acceptedAtMs ? known.said : undefined;
    const comes = has === "late" && late !== undefined && askedAt.get(document) !== late;
    if (has !== undefined && !comes) return undefined;
    if (late !== undefined) askedAt.set(document, late);
    let over = false;
    const timer = setTimeout(
      () =>
        void invoke("inspect.document", requestId, gate, document).then((result) => {
          const said = result.ok ? (result.value ?? "late") : "late";
          inspected.set(document, { said, acceptedAtMs });
          if (!over) setAnswered((count) => count + 1);
        }),
      first.current ? 0 : PAUSE_MS,
    );
    first.current = false;
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [requestId, gate, document, late, acceptedAtMs]);
  const said = document === null ? undefined : inspected.get(document)?.said;
  const looked = useMemo((): FindingsResult => {
    if (document === null) return NOT_SCANNED;
    if (said !== undefined && said !== "late") {
      before.current = { document, findings: said.findings };
      const { findings, more, unseen } = withoutDisabledKinds(said, off);
      const told = unseen === undefined ? {} : { unscanned: unseen };
      const since =
        late === undefined ? {} : { lateCount: late.findings.length + (late.more ?? 0) };
      return { findings, more, all: said, ...told, ...since, state: "done" };
    }
    const kept = stillThere(before.current, document);
    const all = { findings: [...findingsIn(document), ...kept], more: 0 };
    const findings = all.findings.filter(({ kind }) => !off.includes(kind));
    return { findings, more: 0, all, state: said === undefined ? "looking" : "late" };
  }, [document, said, off, late]);
  useEffect(() => {
    if (document !== null && looked.state !== "looking") {
      setShownTally(requestId, gate, tallyOf(looked));
    }
  }, [requestId, gate, document, looked]);
  return looked;
}

/** Earlier findings whose text is unchanged at the same place. */
function stillThere(
  before: { document: Document; findings: readonly Finding[] } | null,
  document: Document,
): Finding[] {
  if (before === null) return [];
  const others = before.findings.filter(
    (finding) => !byCharacters(finding) && finding.accepted !== true,
  );
  return stillIn(others, before.document, document);
}

/** The recorded scan of an incoming request or of a response, for list rows. */
export const recordedScan = (
  request: HeldRequest,
  gate: RuleGate,
  attemptId?: string,
): Inspected | undefined =>
  request.inspected?.findLast(
    (one) => one.gate === gate && (gate === "request" || one.attemptId === attemptId),
  );
