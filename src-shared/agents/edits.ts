// The texts of an action that may be edited, and whether an edited input differs in nothing else.
import { answersIn } from "./answers.ts";
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { sameJson } from "../request/document/change.ts";
import type {
  Action,
  ActionKind,
  AgentTable,
  EditableText,
  EventRole,
  FileChange,
  InputPath,
} from "./agent.ts";

/** Whether the agent takes another input at an event. Claude Code reads its plan anew, unless it has asked about it. */
export const takesEditsAt = (
  { takesEdits }: Pick<AgentTable, "takesEdits">,
  role: EventRole,
  kind: ActionKind,
): boolean => takesEdits.includes(role) && (kind !== "plan" || role === "permission");

export function editablesOf(action: Action): EditableText[] {
  if (action.kind === "command") return [action.command];
  if (action.kind === "write") return [action.content];
  if (action.kind === "plan") return [action.plan];
  if (action.kind !== "edit") return [];
  if (action.patch !== undefined) return [action.patch];
  return action.changes.flatMap((change) =>
    change.kind === "replace"
      ? change.replacements.filter(({ all }) => !all).map(({ to }) => to)
      : [],
  );
}

/** The input with another text at `at`; null where no text stands there. */
export function withEdited(input: JsonObject, at: InputPath, text: string): JsonObject | null {
  const edited = replaced(input, at, text);
  return isJsonObject(edited) ? edited : null;
}

function replaced(value: Json | undefined, [step, ...steps]: InputPath, text: string): Json | null {
  if (step === undefined) return typeof value === "string" ? text : null;
  if (Array.isArray(value) && typeof step === "number") {
    const inner = replaced(value[step], steps, text);
    return inner === null ? null : value.with(step, inner);
  }
  if (!isJsonObject(value) || typeof step !== "string" || !Object.hasOwn(value, step)) return null;
  const inner = replaced(value[step], steps, text);
  return inner === null ? null : { ...value, [step]: inner };
}

/**
 * Whether `after` is `before` but for editable texts, or with an answer to each of its questions. A patch still has to change the same files in the same way: another
 * file is another action.
 */
export function onlyEditsDiffer(
  { actionOf }: Pick<AgentTable, "actionOf">,
  tool: string,
  before: JsonObject,
  after: JsonObject,
): boolean {
  const was = actionOf(tool, before);
  if (was.kind === "question") {
    const { answers: _answers, ...rest } = after;
    return sameJson(rest, before) && !answersIn(was.questions, after).includes(null);
  }
  const is = actionOf(tool, after);
  const texts = editablesOf(was);
  const emptied = (input: JsonObject): JsonObject | null =>
    texts.reduce<JsonObject | null>(
      (left, { at }) => (left === null ? null : withEdited(left, at, "")),
      input,
    );
  const [left, right] = [emptied(before), emptied(after)];
  if (left === null || right === null || !sameJson(left, right) || was.kind !== is.kind)
    return false;
  return sameJson(filesOf(was), filesOf(is));
}

const filesOf = (action: Action): Json[] =>
  action.kind === "edit"
    ? action.changes.map((change: FileChange) => [
        change.kind,
        change.path,
        (change.kind === "patch" ? change.moveTo : undefined) ?? null,
      ])
    : [];
