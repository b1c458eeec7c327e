// For tests: random walks with the same rules from beginning to end.
import fc from "fast-check";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { ALL_ACTS, steps, walksOf } from "./walks.ts";

/** Rules of a walk: each bit of a number selects one. */
const STEADY = [
  { id: "tools", name: "Tools", decide: "refuse", when: "has:tools has:image turn:>1" },
  { id: "secret", name: "Secret", decide: "allow", when: "finding:secrets", gate: "both" },
  {
    id: "out",
    name: "Out",
    decide: "allow",
    when: "finding:email",
    changes: { redact: ["personal"] },
  },
  { id: "unread", name: "Unread", decide: "ask", when: "rule:secret" },
  { id: "look", name: "Look", decide: "allow", when: "has:tools", secondLook: true },
  { id: "edited", name: "Edited", decide: "refuse", when: "edited:request", gate: "response" },
  { id: "every", name: "Every", decide: "allow", when: "findings:>=0", gate: "response" },
  { id: "plain", name: "Plain", decide: "allow", when: "server:notes", gate: "both" },
  { id: "later", name: "Later", decide: "allow", when: "server:notes", gate: "response" },
];

const OF_THE_OPERATOR: ReadonlySet<string> = new Set([
  "write rules",
  "break the rules",
  "turn the switch",
]);
/** Walks without the acts that change rules or the mode. */
export const steadyWalks = walksOf(ALL_ACTS.filter((act) => !OF_THE_OPERATOR.has(act)));
export const steadyRules = fc
  .subarray(STEADY, { minLength: 1 })
  .map((rules) => rules.map((one) => ruleSchema.parse(one)));

const ruled = (...ids: string[]): Rule[] =>
  STEADY.filter(({ id }) => ids.includes(id)).map((one) => ruleSchema.parse(one));
/** Responses that rules apply to and that they do not: after a failure, between two others, after an edit. */
export const STEADY_EXAMPLES: [{ act: string; n: number }[], Rule[]][] = [
  [steps(["find something", 0], ["ask", 0], ["find nothing", 0], ["ask", 0]), ruled("plain")],
  [steps(["see not all", 1], ["ask", 0]), ruled("plain")],
  [steps(["ask under a call", 0], ["ask under a call", 0]), ruled("tools")],
  [steps(["find something", 1], ["ask", 0], ["answer", 0]), ruled("out")],
  [steps(["approve it edited", 0], ["answer", 0]), ruled("edited")],
  [steps(["answer", 0], ["ask as another", 0]), ruled("plain")],
  [
    steps(["approve the request", 0], ["fail", 0], ["approve the request", 0], ["answer", 0]),
    ruled("every"),
  ],
  [steps(["approve two candidates", 0], ["answer", 0], ["answer", 0]), ruled("every")],
  [
    steps(["approve the request", 0], ["answer", 0], ["approve the request", 0], ["answer", 0]),
    ruled("edited", "every"),
  ],
  [steps(["approve the request", 0], ["find something", 0], ["answer", 0]), ruled("later")],
  [
    steps(["find something", 0], ["approve the request", 0], ["see not all", 1], ["answer", 0]),
    ruled("later"),
  ],
  [steps(["ask as another", 0], ["approve the request", 1], ["answer", 0]), ruled("later")],
  [steps(["ask as another", 2], ["approve the request", 1], ["answer", 0]), ruled("later")],
  [steps(["approve the request", 0], ["answer nothing", 0]), ruled("later")],
  [steps(["ask under a call", 0], ["answer", 0]), ruled("look", "later")],
  [
    steps(["approve the request", 0], ["stop", 0], ["approve the request", 0], ["answer", 0]),
    ruled("later"),
  ],
  [steps(["approve the request", 0], ["go back", 0], ["answer", 0]), ruled("later")],
];
