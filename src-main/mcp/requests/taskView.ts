// What a task looks like on the wire (2025-11-25, basic/utilities/tasks): its state, the page of a list, the
// words of its errors.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import type { WireError } from "../wire/envelope.ts";

export type TaskStatus = "working" | "completed" | "failed" | "cancelled";

/** A task's state. Times in milliseconds since the epoch, durations in milliseconds. */
export interface TaskState {
  taskId: string;
  status: TaskStatus;
  statusMessage: string;
  createdAtMs: number;
  updatedAtMs: number;
  /** From creation until the task may be deleted; null while nobody can say: the user has no clock. */
  ttlMs: number | null;
}

/** Names the task in what belongs to it ("Related Task Metadata"). */
const RELATED_TASK = "io.modelcontextprotocol/related-task";
export const relatedTaskMeta = (taskId: string): JsonObject => ({ [RELATED_TASK]: { taskId } });

/** How often a server may ask: the user decides in seconds at best. */
const POLL_INTERVAL_MS = 1000;

/** `Task` as the schema has it. */
export const toTask = (state: TaskState): JsonObject => ({
  taskId: state.taskId,
  status: state.status,
  statusMessage: state.statusMessage,
  createdAt: new Date(state.createdAtMs).toISOString(),
  lastUpdatedAt: new Date(state.updatedAtMs).toISOString(),
  ttl: state.ttlMs,
  pollInterval: POLL_INTERVAL_MS,
});

/** The ttl that a request wants, in milliseconds; null without one that is a number. */
export function requestedTtlMs(params: Json | undefined): number | null {
  const task = isJsonObject(params) ? params["task"] : undefined;
  const ttl = isJsonObject(task) ? task["ttl"] : undefined;
  return typeof ttl === "number" && ttl >= 0 ? ttl : null;
}

/** Where the next page of `tasks/list` begins: opaque to the server, checked when it comes back. */
const cursorAfter = (order: number): string => Buffer.from(`after ${order}`).toString("base64url");

/** Null for a cursor that was never given out. */
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
 * A page of `tasks/list`, as its result; null for a cursor that was never given out.
 * @param lastOrder of the task that was made last
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
  badCursor: invalid("Invalid params: params.cursor is not one that was given"),
  terminal: (status: TaskStatus): WireError =>
    invalid(`Cannot cancel task: already in terminal status '${status}'`),
  /** What `tasks/result` gives of a task that was cancelled. */
  cancelled: {
    code: -32070,
    message: "The task was cancelled",
    data: { reason: "task-cancelled" },
  } satisfies WireError,
};
