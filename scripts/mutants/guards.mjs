// The guards of main: the checks against anything unapproved, stale, too large or unknown. Each by its file and
// name, a method with its class; `npm run mutants` changes them one token at a time and expects a test to fail each time.

/** @type {Readonly<Record<string, readonly string[]>>} at most 30 names */
export const guards = {
  // Decisions: the document is checked, formed and hashed, and is the one that the user saw.
  "src-main/desk/core/decide.ts": ["eventOfDecision", "approveResponse", "acceptsOverspending"],
  "src-shared/sampling/life/steps.ts": ["isCurrent"],
  // No forbidden model, and no budget exceeded.
  "src-main/desk/core/eventApplier.ts": [
    "EventApplier.checkModel",
    "EventApplier.#barred",
    "EventApplier.#overBudget",
  ],
  "src-main/desk/core/desk.ts": ["Desk.decide"],
  // What is sent is what was approved, once.
  "src-main/desk/core/effectRunner.ts": [
    "EffectRunner.#settleOnce",
    "EffectRunner.#asSent",
    "asMade",
  ],
  // The rules that a document must meet.
  "src-shared/sampling/checks/validate.ts": [
    "checkRequest",
    "checkResponse",
    "maxTokensFlags",
    "isEmpty",
  ],
  // Refusals before the user sees a request.
  "src-main/desk/admission/guard.ts": ["AdmissionGuard.#byRate", "byWaiting", "byOrigin", "bySize"],
  "src-main/desk/admission/refuser.ts": ["Refuser.refusalFor"],
  "src-main/desk/admission/limits.ts": ["waitRefusal"],
  // Rules decide only when they certainly match, and only for the server that they are bound to.
  "src-shared/policy/judge/judge.ts": ["isForServer", "isOther", "lapseOf", "heldBack"],
  "src-main/desk/rules/ruleVerdict.ts": ["isAsPreviewed"],
  // Who may call main, with what arguments, and only after user input.
  "src-main/ipc/dispatch.ts": ["isTrusted", "dispatch"],
  "src-main/ipc/inputGuard.ts": ["InputGuard.permit", "InputGuard.#wasAnnounced"],
};
