// Scans each request and response once.
import type { JsonObject } from "#shared/json.ts";
import { ownPartsOf, withAccepted } from "#shared/findings/accepted.ts";
import { withCalledTools } from "#shared/findings/calledTools.ts";
import type { Finding } from "#shared/findings/findings.ts";
import { FINDING_KINDS } from "#shared/findings/kinds.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { Inspected, Inspection, ScanContext } from "#shared/findings/inspection.ts";
import { withoutDisabledKinds } from "#shared/findings/disabledKinds.ts";
import { stillIn, tallyOf } from "#shared/findings/tally.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import { CHARACTER_RULES } from "#shared/findings/characters/charSets.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { isByHand } from "#shared/request/document/edited.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { InspectRequest } from "../ports.ts";
import type { DeskDeps } from "../desk/deskDeps.ts";
import { newScans } from "../desk/roster.ts";
import type { Scans, Roster } from "../desk/roster.ts";

/** Called once for each document with findings. */
type OnFound = (requestId: string, inspected: Omit<Inspected, "atMs">) => void;

/** Which document was scanned, and whether late. */
type ScannedDocument = Pick<Inspected, "gate" | "hash" | "attemptId" | "late">;

/** The document to be approved, and the original: the request as asked, or the response as generated. */
export interface DocumentToCount {
  document: RequestDocument | ResponseDocument;
  came: { hash: string; document: RequestDocument | ResponseDocument | null } | null;
}

type ScanOptions = Pick<InspectRequest, "lowPriority">;

/** Findings that the window shows without a scan: on their own they need no row in the ledger. */
const SEEN_UNSCANNED: ReadonlySet<string> = new Set(CHARACTER_RULES.map(({ kind }) => kind));
const needsRow = ({ findings, more, unseen = 0 }: Inspection): boolean =>
  more + unseen > 0 ||
  findings.some(({ kind, inside }) => inside === true || !SEEN_UNSCANNED.has(kind));

/** The window would show them, as it doesn't know what is accepted. */
const hidesSeen = ({ findings }: Inspection): boolean =>
  findings.some(({ kind, accepted }) => accepted === true && SEEN_UNSCANNED.has(kind));

/** Whether content was sent: to a model, or to the server as a response. */
const hasGoneOn = ({ attempts, phase }: HeldRequest): boolean =>
  attempts.some(({ model, producer }) => model !== null || producer !== undefined) ||
  (phase.kind === "ended" && "document" in phase.ending);

export class FindingsScanner {
  readonly #parts: DeskDeps;
  readonly #roster: Roster;
  readonly #onFound: OnFound;

  constructor(parts: DeskDeps, roster: Roster, onFound: OnFound) {
    this.#parts = parts;
    this.#roster = roster;
    this.#onFound = onFound;
  }

  /** Scans a request as it came, with every check. Null when not done in time. */
  async scanRequest(request: HeldRequest): Promise<Inspection | null> {
    const document = request.proposed ?? request.asked;
    const at = { gate: "request" as const, hash: request.askedHash };
    return this.#look(request, at, document as JsonObject);
  }

  /** Scans an attempt's response, with every check. Null when not done in time. */
  async scanResponse(
    request: HeldRequest,
    { id, hash, document }: { id: string; hash: string; document: ResponseDocument },
  ): Promise<Inspection | null> {
    const at = { gate: "response" as const, hash, attemptId: id };
    return this.#look(request, at, document as unknown as JsonObject);
  }

  /**
   * Scans the document that the user is editing, with every check. The original is not scanned again. Null when not
   * done in time.
   */
  async scanDocument(
    requestId: string,
    gate: RuleGate,
    document: RequestDocument | ResponseDocument,
  ): Promise<Outcome<Inspection | null, Failure>> {
    const request = this.#roster.get(requestId);
    if (request === undefined) return fail({ kind: "not-found", what: "sample" });
    const looks = this.#roster.runtime(requestId)?.scans ?? newScans();
    const hash = this.#parts.hasher.hash(document);
    const known = (await looks.byHash.get(hash)) ?? looks.finished.get(hash);
    if (known !== undefined) return ok(known);
    const around = this.#around(gate);
    const json = document as unknown as JsonObject;
    const found =
      (await this.#parts.inspector?.inspect({ requester: "", document: json, around })) ?? null;
    const looked = this.#ofRequester(found, request, gate, json);
    if (looked !== null) looks.edited.set(gate, { hash, looked });
    return ok(looked);
  }

  /** Number of serious findings in the document. Not scanned yet: those of the original whose text is still in it. */
  seriousCount(requestId: string, gate: RuleGate, { document, came }: DocumentToCount): number {
    const { finished, edited } = this.#roster.runtime(requestId)?.scans ?? newScans();
    const hash = document === came?.document ? came.hash : this.#parts.hasher.hash(document);
    const last = edited.get(gate);
    const looked = finished.get(hash) ?? (last?.hash === hash ? last.looked : undefined);
    if (looked !== undefined) return this.#tally(looked.findings);
    const before = came === null ? undefined : finished.get(came.hash);
    if (before === undefined) return 0;
    return this.#tally(stillIn(before.findings, came?.document, document));
  }

  #tally(findings: readonly Finding[]): number {
    const off = this.disabledKinds();
    return tallyOf({
      findings: findings.filter(({ kind, accepted }) => !off.includes(kind) && accepted !== true),
    }).serious;
  }

  /** The scan with what is known of who sent the request: a changed tool, texts accepted as its own. */
  #ofRequester(
    found: Inspection | null,
    { requester }: HeldRequest,
    gate: RuleGate,
    document: JsonObject,
  ): Inspection | null {
    const looked = withCalledTools(found, requester, gate);
    const isAccepted =
      gate === "request"
        ? (this.#parts.requesters?.acceptedOf?.(requester.serverId) ?? null)
        : null;
    return looked === null || isAccepted === null
      ? looked
      : withAccepted(looked, ownPartsOf(document), isAccepted);
  }

  /** Scans the requester's requests at gate 1 again, as the user has accepted texts of it, or no longer accepts them. */
  scanAgain(serverId: string): void {
    for (const request of this.#roster.all()) {
      const scans = this.#roster.runtime(request.id)?.scans;
      if (request.requester.serverId !== serverId || request.phase.kind !== "request") continue;
      scans?.byHash.delete(request.askedHash);
      scans?.edited.delete("request");
      void this.scanRequest(request);
    }
  }

  /** Whether the request, and what was made of it elsewhere, are scanned. */
  isScanned({ id, askedHash, attempts }: HeldRequest): boolean {
    const { finished } = this.#roster.runtime(id)?.scans ?? newScans();
    const made = attempts.flatMap((one) =>
      "generatedHash" in one.state && !isByHand(one) ? [one.state.generatedHash] : [],
    );
    return [askedHash, ...made].every((hash) => finished.has(hash));
  }

  /** The request with all that was found here, whatever the user has turned off. */
  withAllFound(request: HeldRequest): HeldRequest {
    const { found = [] } = this.#roster.runtime(request.id)?.scans ?? {};
    return { ...request, inspected: found };
  }

  /** Call for every applied event: scans generated responses, stops useless scans. */
  onEvent(request: HeldRequest, event: RequestEvent): void {
    if (event.kind === "document-updated") {
      this.#roster.runtime(request.id)?.scans.stop.abort();
      const runtime = this.#roster.runtime(request.id);
      if (runtime !== undefined) runtime.scans = newScans();
      void this.scanRequest(request);
    }
    if (event.kind === "attempt-done" || event.kind === "attempt-stopped") {
      const { attemptId, generated, generatedHash } = event;
      const answer = { id: attemptId, hash: generatedHash, document: generated };
      void this.scanResponse(request, answer);
    }
    // Scanning is pointless once a request has ended with nothing sent. If something was sent, the scan finishes, so
    // that the ledger shows what was in it.
    const isOfUse = request.phase.kind !== "ended" || hasGoneOn(request);
    if (!isOfUse) this.#roster.runtime(request.id)?.scans.stop.abort();
  }

  async #look(
    request: HeldRequest,
    at: ScannedDocument,
    document: JsonObject,
  ): Promise<Inspection | null> {
    const { inspector } = this.#parts;
    if (inspector === undefined) return null;
    const looks = this.#roster.runtime(request.id)?.scans ?? newScans();
    const known = looks.byHash.get(at.hash);
    if (known !== undefined) return known;
    const inspected = async (how: ScanOptions = {}): Promise<Inspection | null> => {
      const around = this.#around(at.gate);
      const ask = { requester: request.requester.serverId, document, around, ...how };
      const found = await inspector.inspect(ask, looks.stop.signal);
      return this.#ofRequester(found, request, at.gate, document);
    };
    const looked = inspected();
    looks.byHash.set(at.hash, looked);
    const inspection = await looked;
    if (inspection !== null) {
      looks.finished.set(at.hash, inspection);
      this.#tell(request.id, at, inspection);
    } else if (!looks.stop.signal.aborted) void this.#later(request.id, at, looks, inspected);
    return inspection;
  }

  /** Scans with low priority after the first scan ran out of time, and reports the result as late. */
  async #later(
    requestId: string,
    at: ScannedDocument,
    looks: Scans,
    inspected: (how: { lowPriority: true }) => Promise<Inspection | null>,
  ): Promise<void> {
    const looked = await inspected({ lowPriority: true });
    if (looked === null || looks.stop.signal.aborted) return;
    looks.byHash.set(at.hash, Promise.resolve(looked));
    looks.finished.set(at.hash, looked);
    this.#tell(requestId, { ...at, late: true }, looked);
  }

  /** Findings of checks that are turned off are left out, so that filters and the ledger agree with the window. */
  #tell(requestId: string, at: ScannedDocument, inspection: Inspection): void {
    // Of a document that another has replaced meanwhile.
    const now = this.#roster.get(requestId)?.askedHash ?? at.hash;
    if (at.gate === "request" && now !== at.hash) return;
    const isSame = ({ gate, hash, attemptId }: Inspected): boolean =>
      gate === at.gate && hash === at.hash && attemptId === at.attemptId;
    const scans = this.#roster.runtime(requestId)?.scans;
    if (scans !== undefined)
      scans.found = [
        ...scans.found.filter((one) => !isSame(one)),
        { atMs: 0, ...at, ...inspection },
      ];
    const wanted = withoutDisabledKinds(inspection, this.disabledKinds());
    const wasTold = this.#roster.get(requestId)?.inspected?.some(isSame) === true;
    if (at.late !== true && !wasTold && !needsRow(wanted) && !hidesSeen(inspection)) return;
    const { findings, more, unseen } = wanted;
    this.#onFound(requestId, {
      ...at,
      findings,
      ...(more > 0 ? { more } : {}),
      ...(unseen === undefined ? {} : { unseen }),
    });
  }

  #around(gate: RuleGate): ScanContext {
    return { gate, off: this.disabledKinds(), hosts: this.#parts.requesters?.hosts?.() ?? [] };
  }

  /** Checks turned off by the user: scanned for, but not shown, flagged or used to hold a request. */
  disabledKinds(): readonly FindingKind[] {
    return (this.#parts.findingsOff?.() ?? []).filter((kind) => kind in FINDING_KINDS);
  }
}
