// Without a user at the desk: refuses what rules and fixtures leave to the user, as nobody will ever decide it.
import { kindOf } from "#shared/request/kinds/registry.ts";
import { running, waiting } from "#shared/request/life/attempts.ts";
import type { Desk } from "../desk/desk.ts";
import type { RefusalReason, HeldRequest } from "#shared/request/life/heldRequest.ts";

export class Unattended {
  readonly #desk: Pick<Desk, "request" | "needsUser" | "refusing" | "view">;
  readonly #due = new Set<string>();

  constructor(desk: Pick<Desk, "request" | "needsUser" | "refusing" | "view">) {
    this.#desk = desk;
  }

  /** Call after every change of a request. It is looked at in a later turn, when rules and fixtures have had theirs. */
  changed(requestId: string): void {
    if (this.#due.has(requestId)) return;
    this.#due.add(requestId);
    setImmediate(() => {
      this.#due.delete(requestId);
      const desk = this.#desk;
      const request = desk.request(requestId);
      if (request === undefined || !isOpenAtGate(request) || !desk.needsUser(requestId)) return;
      // A rule may have decided what could not be recorded.
      const reason = desk.view().ledgerTrouble === null ? reasonFor(request) : "not-recorded";
      desk.refusing.refuseUndecided(requestId, reason);
    });
  }
}

/** At a gate, with no generation running or queued. */
const isOpenAtGate = (request: HeldRequest): boolean =>
  (request.phase.kind === "request" || request.phase.kind === "response") &&
  running(request).length === 0 &&
  waiting(request).length === 0;

/** The last generation failed, broke off or is not well-formed, or no rule decided. */
const reasonFor = (request: HeldRequest): RefusalReason =>
  hasFailed(request) ? "generation-failed" : "undecided";

function hasFailed(request: HeldRequest): boolean {
  const attempt = request.attempts.at(-1);
  if (attempt === undefined) return false;
  const { state, document } = attempt;
  if (state.kind === "failed") return true;
  if (request.phase.kind !== "response" || !("generated" in state)) return false;
  if ("brokenOff" in state && state.brokenOff !== undefined) return true;
  const { requester: spoken, media, proposed } = request;
  return kindOf(request)
    .checkResponse(state.generated, proposed ?? document, { spoken, media })
    .some(({ severity }) => severity === "error");
}
