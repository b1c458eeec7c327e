// What an action is, for its gate, its band, its row and once it has ended: by its agent's table, from its input.
import type { Action, AgentTable, InputPath } from "#shared/agents/agent.ts";
import { tableOf } from "#shared/agents/tables.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import type { ActionFile, ActionRequest } from "#shared/request/kinds/action/document.ts";

export interface About {
  request: ActionRequest;
  table: AgentTable;
  /** As the input is now. */
  action: Action;
  input: JsonObject;
}

export function aboutOf(request: ActionRequest, input: JsonObject = request.input): About {
  const table = tableOf(request.agent.id);
  const asked = table.actionOf(request.tool, request.input);
  // Questions with their answers are nothing that an agent asks.
  const action = asked.kind === "question" ? asked : table.actionOf(request.tool, input);
  return { request, table, action, input };
}

/** The input with another text at a path that holds one. */
export function withText(input: JsonObject, [first, ...rest]: InputPath, text: string): JsonObject {
  const put = (value: Json, at: InputPath): Json => {
    const [key, ...more] = at;
    if (key === undefined) return text;
    if (Array.isArray(value))
      return value.map((item, index) => (index === key ? put(item, more) : item));
    if (!isJsonObject(value)) return value;
    return { ...value, [key]: put(value[key] ?? null, more) };
  };
  return first === undefined ? input : { ...input, [first]: put(input[first] ?? null, rest) };
}

/** The paths that an action names, as the agent wrote them. */
export function pathsOf(action: Action): string[] {
  switch (action.kind) {
    case "edit":
      return action.changes.flatMap((change) =>
        change.kind === "patch" && change.moveTo !== undefined
          ? [change.path, change.moveTo]
          : [change.path],
      );
    case "write":
    case "read":
      return [action.path];
    case "search":
      return action.path === undefined ? [] : [action.path];
    default:
      return [];
  }
}

/** What it is about, in one text: a path inside of the agent's folder from there. */
export function subjectOf(action: Action, { tool, folder }: ActionRequest): string {
  switch (action.kind) {
    case "command":
      return tool;
    case "fetch":
      return action.url;
    case "search":
      return action.query;
    case "mcp-call":
      return `${action.server} › ${action.tool}`;
    case "other":
    case "question":
    case "plan":
      return tool;
    default:
      return shortened(pathsOf(action)[0] ?? tool, folder);
  }
}

function shortened(path: string, folder: string | null): string {
  const isBelow = folder !== null && path.startsWith(`${folder}/`) && !/\/\.{0,2}\//.test(path);
  return isBelow ? path.slice(folder.length + 1) : path;
}

export const fileOf = (request: ActionRequest, path: string): ActionFile | undefined =>
  request.files.find((file) => file.path === path);

/** Fields of the input that are not shown as texts of their own; null: none are left. */
export function restOf(input: JsonObject, shown: readonly string[]): JsonObject | null {
  const rest = Object.entries(input).filter(
    ([, value]) => typeof value !== "string" || !shown.includes(value),
  );
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

const BLANKS = /[ \t\u3000]{8,}/g;

/** Long runs of blanks, which could push what follows out of sight. */
export const blankRuns = (text: string): { start: number; end: number; onlySpaces: boolean }[] =>
  [...text.matchAll(BLANKS)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
    onlySpaces: !/[^ ]/.test(run),
  }));
