// Without a user at the desk: refuses what rules and fixtures leave to the user, as nobody will ever decide it.
import { kindOf } from "#shared/request/kinds/registry.ts";
import { running, waiting } from "#shared/request/life/attempts.ts";
import type { Desk } from "../desk/desk.ts";
import type { RefusalReason, Sample } from "#shared/request/life/heldRequest.ts";

export class Unattended {
  readonly #desk: () => Pick<Desk, "sample" | "needsUser" | "refusing" | "view">;
  readonly #due = new Set<string>();

  constructor(desk: () => Pick<Desk, "sample" | "needsUser" | "refusing" | "view">) {
    this.#desk = desk;
  }

  /** Call after every change of a request. It is looked at in a later turn, when rules and fixtures have had theirs. */
  changed(sampleId: string): void {
    if (this.#due.has(sampleId)) return;
    this.#due.add(sampleId);
    setImmediate(() => {
      this.#due.delete(sampleId);
      const desk = this.#desk();
      const sample = desk.sample(sampleId);
      if (sample === undefined || !isOpenAtGate(sample) || !desk.needsUser(sampleId)) return;
      // A rule may have decided what could not be recorded.
      const reason = desk.view().ledgerTrouble === null ? reasonFor(sample) : "not-recorded";
      desk.refusing.refuseUndecided(sampleId, reason);
    });
  }
}

/** At a gate, with no generation running or queued. */
const isOpenAtGate = (sample: Sample): boolean =>
  (sample.phase.kind === "request" || sample.phase.kind === "response") &&
  running(sample).length === 0 &&
  waiting(sample).length === 0;

/** The last generation failed, broke off or is not well-formed, or no rule decided. */
const reasonFor = (sample: Sample): RefusalReason =>
  hasFailed(sample) ? "generation-failed" : "undecided";

function hasFailed(sample: Sample): boolean {
  const attempt = sample.attempts.at(-1);
  if (attempt === undefined) return false;
  const { state, document } = attempt;
  if (state.kind === "failed") return true;
  if (sample.phase.kind !== "response" || !("generated" in state)) return false;
  if ("brokenOff" in state && state.brokenOff !== undefined) return true;
  const { asker: spoken, media, proposed } = sample;
  return kindOf(sample)
    .checkResponse(state.generated, proposed ?? document, { spoken, media })
    .some(({ severity }) => severity === "error");
}
