// The facts about an action for filters and lists.
import type { Action } from "../../agents/agent.ts";
import { tableOf } from "../../agents/tables.ts";
import { documentFacts } from "../../filter/documentFacts.ts";
import { collapsed } from "../../sampling/document/blocks.ts";
import type { KindFacts } from "../kind.ts";
import { actionIn } from "./document.ts";
import type { ActionRequest } from "./document.ts";
import { settlementFor } from "./settlement.ts";

export const actionFacts: KindFacts = {
  name: "action",
  hasModel: false,
  checkDraft: () => [],
  settlementFor,
  facts: () => documentFacts(null),
  firstWords(document, most) {
    const asked = actionIn(document);
    if (asked === null) return "";
    return collapsed(
      wordsOf(tableOf(asked.agent.id).actionOf(asked.tool, asked.input), asked),
      most,
    );
  },
  responseFacts: () => ({ answeredBy: null, stopReason: null, calledTools: [] }),
};

/** What the action is about: its command, paths, address or, where no table knows it, its whole input. */
function wordsOf(action: Action, { input }: ActionRequest): string {
  switch (action.kind) {
    case "command":
      return action.command.text;
    case "edit":
      return action.changes.map(({ path }) => path).join(" · ");
    case "write":
    case "read":
      return action.path;
    case "fetch":
      return action.url;
    case "search":
      return [action.query, action.path ?? ""].filter(Boolean).join(" · ");
    default:
      return Object.values(input)
        .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
        .join(" · ");
  }
}
