// The guards of main: the checks against anything unapproved, stale, too large or unknown. Each by its file and
// name, a method with its class; `npm run mutants` changes them one token at a time and expects a test to fail each time.

/** @type {Readonly<Record<string, readonly string[]>>} at most 30 names */
export const guards = {
  // Decisions: the document is checked, formed and hashed, and is the one that the user saw.
  "src-main/core/desk/decide.ts": ["eventOfDecision", "approveResponse", "acceptsOverspending"],
  "src-shared/request/life/steps.ts": ["isCurrent"],
  // No forbidden model, and no budget exceeded. What is sent is what was approved, once.
  "src-main/core/desk/eventApplier.ts": [
    "EventApplier.checkModel",
    "EventApplier.#barred",
    "EventApplier.#overBudget",
    "EffectRunner.#settleOnce",
    "EffectRunner.#asSent",
    "asMade",
  ],
  "src-main/core/desk/desk.ts": ["Desk.decide"],
  // The rules that a document must meet.
  "src-shared/request/checks/validate.ts": [
    "checkRequest",
    "checkResponse",
    "maxTokensFlags",
    "isEmpty",
  ],
  // Refusals before the user sees a request.
  "src-main/core/admission/limits.ts": [
    "AdmissionGuard.#byRate",
    "byWaiting",
    "byOrigin",
    "bySize",
    "waitRefusal",
  ],
  "src-main/core/admission/refuser.ts": ["Refuser.refusalFor"],
  // Rules decide only when they certainly match, and only for the server that they are bound to.
  "src-shared/rules/judge/judge.ts": ["isForServer", "isOther", "lapseOf", "heldBack"],
  "src-main/core/rules/ruleVerdict.ts": ["isAsPreviewed"],
  // Who may call main, with what arguments, and only after user input.
  "src-main/ipc/dispatch.ts": [
    "isTrusted",
    "dispatch",
    "InputGuard.permit",
    "InputGuard.#wasAnnounced",
  ],
};
