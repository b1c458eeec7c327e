// The facts about an action for filters and lists.
import type { Action } from "../../../agents/agent.ts";
import { tableOf } from "../../../agents/tables.ts";
import { pathWithin } from "../../../agents/pathWithin.ts";
import { documentFacts } from "../../../filter/documentFacts.ts";
import type { DocumentFacts } from "../../../filter/documentFacts.ts";
import { collapsed } from "../../document/blocks.ts";
import { NO_RESPONSE } from "../kind.ts";
import type { KindFacts } from "../kind.ts";
import { plainCommand } from "../../../filter/simpleCommand.ts";
import { actionIn } from "./document.ts";
import type { ActionRequest } from "./document.ts";
import { settlementFor } from "./settlement.ts";

export const actionFacts: KindFacts = {
  name: "action",
  hasModel: false,
  checkDraft: () => [],
  settlementFor,
  facts(document) {
    const request = document === null ? null : actionIn(document);
    if (request === null) return documentFacts(null);
    const { agent, session, tool, input } = request;
    const table = tableOf(agent.id);
    const action = table.actionOf(tool, input);
    return {
      ...documentFacts(null),
      agent: [agent.id, table.name],
      action: action.kind,
      actionTool: tool,
      command: commandOf(action, request),
      ...pathsOf(action, request),
      session: session.id,
    };
  },
  firstWords(document, most) {
    const asked = actionIn(document);
    if (asked === null) return "";
    return collapsed(
      wordsOf(tableOf(asked.agent.id).actionOf(asked.tool, asked.input), asked),
      most,
    );
  },
  responseFacts: () => NO_RESPONSE,
};

/**
 * What the action is about: its command, paths (from the session's folder, so that a short line has the file's name),
 * address, questions, plan or, where no table knows it, its whole input.
 */
function wordsOf(action: Action, { input, session }: ActionRequest): string {
  const short = (path: string): string =>
    (session.folder === null ? null : pathWithin(session.folder, path)) || path;
  switch (action.kind) {
    case "command":
      return action.command.text;
    case "edit":
      return action.changes.map(({ path }) => short(path)).join(" · ");
    case "write":
    case "read":
      return short(action.path);
    case "fetch":
      return action.url;
    case "search":
      return [action.query, short(action.path ?? "")].filter(Boolean).join(" · ");
    case "question":
      return action.questions.map(({ text }) => text).join(" · ");
    case "plan":
      return action.plan.text.replace(/^[\s#]+/, "");
    default:
      return Object.values(input)
        .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
        .join(" · ");
  }
}

/**
 * Null where it isn't read whole, or may run outside of the session's folder. A folder in the input is a name, which a link
 * can have: only the session's own is known.
 */
export function commandOf(action: Action, { folder, session }: ActionRequest): string | null {
  if (action.kind !== "command") return null;
  const within = (said: string): string | null =>
    session.folder === null ? null : pathWithin(session.folder, said);
  const isOutside =
    (folder !== null && within(folder) === null) ||
    (action.folder !== undefined && within(action.folder) !== "");
  return isOutside ? null : plainCommand(action.command.text);
}

/** The one file that the action names, or several, from the session's folder. */
function pathsOf(action: Action, request: ActionRequest): Pick<DocumentFacts, "path" | "paths"> {
  const { files, session } = request;
  const paths = [...new Set(pathsIn(action))].map((named) => {
    const file = files.find(({ path }) => path === named);
    if (session.folder === null || file === undefined || file.state === "unreadable") return null;
    return pathWithin(session.folder, file.real) || null;
  });
  const [path = null, ...others] = paths;
  return others.length > 0 ? { path: null, paths } : { path, paths: [] };
}

function pathsIn(action: Action): string[] {
  if (action.kind === "write" || action.kind === "read") return [action.path];
  if (action.kind !== "edit") return [];
  return action.changes.flatMap((change) =>
    change.kind === "patch" && change.moveTo !== undefined
      ? [change.path, change.moveTo]
      : [change.path],
  );
}
