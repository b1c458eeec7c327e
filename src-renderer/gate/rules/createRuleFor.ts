// "Create rule" from a request, for button, shortcut and command palette.
import { KEYS } from "#shared/shortcuts.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { T } from "#words/index.ts";
import { view } from "#data/view.ts";
import type { Other } from "../gate.ts";

export const createRuleFor = (t: T, requestId: string, gate: RuleGate): Other => ({
  id: "always",
  label: t(gate === "request" ? "review.createRule" : "rules.always.openAnswers"),
  keys: KEYS.always,
  run: () => view.setState({ newRuleFrom: { requestId, gate } }),
});
