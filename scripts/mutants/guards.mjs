// The guards of main: what keeps something unapproved, stale, too large or unknown from happening. Each by its file and
// name, a method with its class; `npm run mutants` changes them one token at a time and expects a test to fail each time.

/** @type {Readonly<Record<string, readonly string[]>>} at most 30 names */
export const guards = {
  // A decision: its document is checked, formed, hashed, and is of what the person saw.
  "src-main/desk/core/decide.ts": ["eventOfDecision", "approveResponse", "goesBeyond"],
  "src-shared/sampling/life/steps.ts": ["fits"],
  // No model that is not allowed, nothing beyond a budget.
  "src-main/desk/core/eventApplier.ts": [
    "Applying.mayNot",
    "Applying.#barred",
    "Applying.#overBudget",
  ],
  "src-main/desk/core/desk.ts": ["Desk.decide"],
  // What leaves is what was approved, once.
  "src-main/desk/core/effectRunner.ts": ["Performer.#settleOnce", "Performer.#asSent", "asMade"],
  // The rules that a document must meet.
  "src-shared/sampling/checks/validate.ts": [
    "checkRequest",
    "checkResponse",
    "maxTokensFlags",
    "isEmpty",
  ],
  // What is refused before a person sees it.
  "src-main/desk/admission/guard.ts": ["Guard.#byRate", "byWaiting", "byOrigin", "bySize"],
  "src-main/desk/admission/refuser.ts": ["Refusing.early"],
  "src-main/desk/admission/limits.ts": ["waitedTooLong"],
  // Rules decide only what they surely are for, about whom they were written.
  "src-shared/policy/judge/judge.ts": ["isForServer", "isOther", "lapseOf", "heldBack"],
  "src-main/desk/rules/asTold.ts": ["isAsTold"],
  // Who may call main, with what, and whether a person's hand is behind it.
  "src-main/ipc/dispatch.ts": ["isTrusted", "dispatch"],
  "src-main/ipc/inputGuard.ts": ["InputGuard.permit", "InputGuard.#wasAnnounced"],
};
