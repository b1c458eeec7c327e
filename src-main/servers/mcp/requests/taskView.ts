// Tasks on the wire (2025-11-25, basic/utilities/tasks): states, pages of a list, error messages.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { WireError } from "../wire/envelope.ts";

export type TaskStatus = "working" | "completed" | "failed" | "cancelled";

/** A task's state. Times in milliseconds since the epoch, durations in milliseconds. */
export interface TaskState {
  taskId: string;
  status: TaskStatus;
  statusMessage: string;
  createdAtMs: number;
  updatedAtMs: number;
  /** From creation until the task may be deleted; null while unknown, as the user may take any time. */
  ttlMs: number | null;
}

/** The key that links a message to its task ("Related Task Metadata"). */
const RELATED_TASK = "io.modelcontextprotocol/related-task";
export const relatedTaskMeta = (taskId: string): JsonObject => ({ [RELATED_TASK]: { taskId } });

/** The suggested polling interval: the user needs seconds at least to decide. */
const POLL_INTERVAL_MS = 1000;

/** A `Task` as in the schema. */
export const toTask = (state: TaskState): JsonObject => ({
  taskId: state.taskId,
  status: state.status,
  statusMessage: state.statusMessage,
  createdAt: new Date(state.createdAtMs).toISOString(),
  lastUpdatedAt: new Date(state.updatedAtMs).toISOString(),
  ttl: state.ttlMs,
  pollInterval: POLL_INTERVAL_MS,
});

/** The requested ttl in milliseconds; null if there is none, or it is not a number. */
export function requestedTtlMs(params: Json | undefined): number | null {
  const task = isJsonObject(params) ? params["task"] : undefined;
  const ttl = isJsonObject(task) ? task["ttl"] : undefined;
  return typeof ttl === "number" && ttl >= 0 ? ttl : null;
}

/** The cursor of the next page of `tasks/list`: opaque to the server, validated when it is returned. */
const cursorAfter = (order: number): string => Buffer.from(`after ${order}`).toString("base64url");

/** Null for an invalid cursor. */
function orderOf(cursor: Json | undefined): number | null {
  if (cursor === undefined) return 0;
  if (typeof cursor !== "string") return null;
  const order = Number(
    /^after ([1-9]\d{0,15})$/.exec(Buffer.from(cursor, "base64url").toString())?.[1],
  );
  return Number.isSafeInteger(order) && cursorAfter(order) === cursor ? order : null;
}

const PAGE_SIZE = 50;

/**
 * The result for a page of `tasks/list`; null for an invalid cursor.
 * @param lastOrder of the newest task
 */
export function taskPage(
  tasks: readonly { order: number; state: TaskState }[],
  params: Json | undefined,
  lastOrder: number,
): JsonObject | null {
  const after = orderOf(isJsonObject(params) ? params["cursor"] : undefined);
  if (after === null || after > lastOrder) return null;
  const rest = tasks.filter(({ order }) => order > after);
  const page = rest.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const more = rest.length > page.length && last !== undefined;
  return {
    tasks: page.map(({ state }) => toTask(state)),
    ...(more ? { nextCursor: cursorAfter(last.order) } : {}),
  };
}

const invalid = (message: string): WireError => ({ code: -32602, message });

/** "Error Handling", Protocol Errors. */
export const TASK_ERRORS = {
  notFound: invalid("Failed to retrieve task: Task not found"),
  expired: invalid("Failed to retrieve task: Task has expired"),
  tooManyWait: invalid("Too many requests wait for the result of this task"),
  badCursor: invalid("Invalid params: params.cursor is unknown"),
  terminal: (status: TaskStatus): WireError =>
    invalid(`Cannot cancel task: already in terminal status '${status}'`),
  /** The `tasks/result` of a cancelled task. */
  cancelled: {
    code: -32070,
    message: "The task was cancelled",
    data: { reason: "task-cancelled" },
  } satisfies WireError,
};
