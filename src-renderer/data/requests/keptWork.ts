// What the user typed or approved for a request that ended before it was sent, for the same request when it comes again.
// It is offered, and used only if the user says so.
import type { Json } from "#shared/json.ts";
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import { mediaRefs } from "#shared/request/document/media.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import { isGivenUp, isSameRequest } from "#shared/request/life/sameRequest.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "../mirror.ts";
import { useDrafts } from "../drafts.ts";
import { requestViewOf, updateRequestView, useRequestView } from "../view.ts";
import { draftKey, setDraft } from "./drafts.ts";

/** After this time the user is not reminded any more. */
const KEPT_MS = 60 * 60 * 1000;

export interface KeptWork {
  /** When the earlier request ended. */
  atMs: number;
  /** The draft at the gate of the new request; `response`: for gate 2, which answering by hand opens first. */
  work: { kind: "draft"; draft: Draft } | { kind: "response"; document: ResponseDocument };
}

export const useTimesTaken = (requestId: string): number =>
  useRequestView(requestId, ({ timesTaken }) => timesTaken);

/** The latest work on the same request, if that ended unsent and the user has begun nothing here. */
export function useKeptWork(request: HeldRequest): KeptWork | null {
  const requests = useMirror((state) => state.requests);
  const all = useDrafts((state) => state.gates);
  if (request.phase.kind !== "request" || request.attempts.length > 0) return null;
  if (isBegun(request, all)) return null;
  const found = Object.values(requests)
    .flatMap((other) => workOn(other, all))
    .filter(({ of, atMs }) => request.receivedAtMs - atMs < KEPT_MS && isAgain(of, request))
    .toSorted((a, b) => b.atMs - a.atMs);
  return found[0] ?? null;
}

/** The same request of a host, which gave it up; without a host, of the same server, equal to the last character. */
const isAgain = (of: HeldRequest, request: HeldRequest): boolean =>
  of.requester.host === undefined && request.requester.host === undefined
    ? of.requester.serverId === request.requester.serverId && of.askedHash === request.askedHash
    : of.phase.kind === "ended" && isGivenUp(of.phase.ending) && isSameRequest(of, request);

type Drafts = Readonly<Record<string, Draft>>;

const isBegun = ({ id }: HeldRequest, all: Drafts): boolean =>
  (["respond", 1] as const).some((gate) => {
    const draft = all[draftKey(id, { gate })];
    return draft !== undefined && !(draft.gate === 1 && draft.untouched === true);
  });

/** What is left of the user's work on an ended request; media belong to that request alone. */
function workOn(request: HeldRequest, all: Drafts): (KeptWork & { of: HeldRequest })[] {
  const { phase, id, attempts } = request;
  if (phase.kind !== "ended") return [];
  const { ending, atMs } = phase;
  const approved =
    ending.kind === "undeliverable"
      ? ending.document
      : ending.kind === "cancelled"
        ? ending.approved
        : undefined;
  const work = kindFactsOf(request).hasModel
    ? workWithModel(approved, { id, attempts }, all)
    : workByUser(approved, all[draftKey(id, { gate: "respond" })]);
  if (work === null) return [];
  const document = work.kind === "draft" ? work.draft.document : work.document;
  return mediaRefs(document as unknown as Json).length > 0 ? [] : [{ of: request, atMs, work }];
}

function workByUser(
  approved: ResponseDocument | undefined,
  typed: Draft | undefined,
): KeptWork["work"] | null {
  if (typed !== undefined) return { kind: "draft", draft: typed };
  return approved === undefined
    ? null
    : { kind: "draft", draft: { gate: "respond", document: approved } };
}

function workWithModel(
  approved: ResponseDocument | undefined,
  { id, attempts }: Pick<HeldRequest, "id" | "attempts">,
  all: Drafts,
): KeptWork["work"] | null {
  const typed = attempts
    .map(({ id: attemptId }) => all[draftKey(id, { gate: 2, attemptId })])
    .findLast((draft) => draft?.gate === 2 && draft.json === undefined);
  const document = approved ?? (typed?.document as ResponseDocument | undefined);
  if (document !== undefined) return { kind: "response", document };
  const request = all[draftKey(id, { gate: 1 })];
  return request?.gate !== 1 || request.untouched === true
    ? null
    : { kind: "draft", draft: request };
}

/** Puts a draft into the gate of the new request, which shows it from then on. */
export function takeDraft(requestId: string, draft: Draft): void {
  setDraft(requestId, draft);
  updateRequestView(requestId, ({ timesTaken }) => ({ timesTaken: timesTaken + 1 }));
}

/** Call before the request is answered by hand: gate 2 then opens with this response. */
export const takeResponse = (requestId: string, document: ResponseDocument): void =>
  updateRequestView(requestId, () => ({ takenResponse: document }));

/** Gate 2 has opened with an empty response: puts the taken one there. */
export function fillTakenResponse({ id, attempts, phase }: HeldRequest): void {
  const { takenResponse: document } = requestViewOf(id);
  const attempt = attempts.at(-1);
  if (document === null || phase.kind !== "response" || attempt?.model !== null) return;
  updateRequestView(id, () => ({ takenResponse: null }));
  setDraft(id, { gate: 2, attemptId: attempt.id, document });
}
