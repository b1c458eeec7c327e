// What an agent is told about its action: settlements in its words, and the verdict that they are.
import type { Verdict } from "../../../agents/agent.ts";
import { CODES } from "../../checks/codes.ts";
import type { Reason } from "../../checks/codes.ts";
import { REJECTED } from "../../checks/wire.ts";
import type { Settlement } from "../../life/event.ts";
import { actionResponseIn } from "./document.ts";

/** For the agent's model, which is to know that trying again as it is leads nowhere. */
const SAID: Partial<Record<Reason, string>> = {
  stopped: "Countersign is stopped: its user lets no action run until it goes on.",
  "refused-by-rule": "A rule of the user refuses this action.",
  undecided: "No rule of the user decides about this action, and nobody is there to.",
  "waited-too-long": "Nobody decided about this action in time, so it was refused.",
  closing: "Countersign closed before this action was decided, so it was refused.",
  "not-recorded": "Countersign cannot record this action, so it was refused.",
};

const REJECTION = "The user rejected this action.";

/** Puts the words of errors for an agent in place of those for a server; those of the user's own rules stay. */
export function settlementFor(settlement: Settlement): Settlement {
  if (settlement.kind !== "error") return settlement;
  if (settlement.code === REJECTED.code && settlement.message === REJECTED.message)
    return { ...settlement, message: REJECTION };
  const usual = Object.keys(CODES).find((reason): reason is Reason => {
    const { code, message } = CODES[reason as Reason];
    return code === settlement.code && message === settlement.message;
  });
  const said = usual === undefined ? undefined : SAID[usual];
  return {
    ...settlement,
    message: said ?? settlement.message.replace(/sampling requests/i, "actions"),
  };
}

/** The verdict of a settlement; null where the agent no longer waits. What can't be read is a rejection. */
export function verdictOf(settlement: Settlement): Verdict | null {
  switch (settlement.kind) {
    case "silence":
      return null;
    case "error":
      return { kind: "reject", reason: settlement.data?.note ?? settlement.message };
    case "result": {
      const response = actionResponseIn(settlement.document);
      if (response === null) return { kind: "reject", reason: "The verdict is malformed." };
      if (response.verdict === "pass") return { kind: "pass" };
      const { input } = response;
      return { kind: "allow", ...(input === undefined ? {} : { input }) };
    }
  }
}
