// Routes what a server sends besides responses: requests to the desk, log lines and progress to runs, malformed
// messages to the list of lines.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { ServerLine } from "#shared/servers/server.ts";
import type { CallListener, ConnectionListener } from "../connectionSpec.ts";
import type { OpenCalls } from "../requests/openCalls.ts";
import type { MessageSource } from "../transports/pipe.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import type { PushedRequests } from "../requests/pushedRequests.ts";
import type { SamplingTasks } from "../requests/tasks.ts";
import type { Tap } from "../wire/tap.ts";
import { SESSION_RENEWED } from "../wire/wireListener.ts";
import type { WireListener } from "../wire/wireListener.ts";
import { truncate } from "../wire/excerpt.ts";

export interface IncomingRouterParts {
  listener: ConnectionListener;
  openCalls: OpenCalls;
  pushed: PushedRequests;
  /** The result of `roots/list`; null if no folder is shared. */
  roots(): JsonObject | null;
  tasks: SamplingTasks;
  /** The server reports that a page is complete. */
  elicitationCompleted(elicitationId: string): void;
  listChanged(what: "tools" | "prompts" | "resources"): void;
  tap: Tap;
  nowMs(): number;
  /** The most JSON values of a sampling request, by the current policy. */
  samplingValuesMax(): number;
}

/** Longest text of a line, and of the last malformed message and last progress, which are part of every view. */
const LINE_CHARACTERS = 1_000_000;
const LAST_TEXT_CHARACTERS = 2000;

export class IncomingRouter {
  readonly #parts: IncomingRouterParts;
  readonly #progress = new Map<number, CallListener>();
  #rubbish = 0;

  constructor(parts: IncomingRouterParts) {
    this.#parts = parts;
  }

  /** Sets the listener for the progress of a call; null when it has ended. */
  progressFor(token: number, listener: CallListener | null): void {
    if (listener === null) this.#progress.delete(token);
    else this.#progress.set(token, listener);
  }

  /** The listener of one wire; ignores everything once it is not `current`. */
  wireListener(
    current: () => boolean,
    on: Pick<WireListener, "lost" | "sessionForgotten" | "sessionRenewed">,
  ): WireListener {
    const { openCalls, pushed, tasks } = this.#parts;
    const heard =
      <A extends unknown[]>(act: (...args: A) => void) =>
      (...args: A): void => {
        if (current()) act(...args);
      };
    return {
      tap: this.#parts.tap,
      sampling: heard((id, params, from) => {
        const origin = openCalls.origin(from);
        // An id in use is refused elsewhere.
        if (tasks.wantsTask(params) && !pushed.isOpen(id)) tasks.receive(id, params, origin, from);
        else pushed.receive(id, params, origin, from);
      }),
      samplingValuesMax: () => this.#parts.samplingValuesMax(),
      roots: () => (current() ? this.#parts.roots() : null),
      request: (request, from) => current() && this.#asked(request, from),
      cancelled: heard((id, reason) => {
        pushed.cancelledByServer(id, reason);
        tasks.cancelledByServer(id);
      }),
      log: heard((params, from) => this.#log(params, from)),
      progress: heard((params) => this.#progressed(params)),
      elicitationCompleted: heard((id) => this.#parts.elicitationCompleted(id)),
      listChanged: heard((what) => this.#parts.listChanged(what)),
      // What a server writes to stderr while it is being ended is still shown.
      stderr: (text) => this.#line({ from: "stderr", text }),
      malformed: (text) => this.rubbish(text),
      lost: heard((failure) => on.lost(failure)),
      sessionForgotten: heard(() => on.sessionForgotten()),
      sessionRenewed: heard((initialized) => {
        this.#line({ from: "stderr", text: SESSION_RENEWED });
        on.sessionRenewed(initialized);
      }),
    };
  }

  /** A malformed message: counted, and shown as a line. */
  rubbish(text: string): void {
    this.#rubbish += 1;
    this.#parts.listener.rubbish(this.#rubbish, truncate(text, LAST_TEXT_CHARACTERS));
    this.#line({ from: "rubbish", text });
  }

  #asked(
    request: { id: JsonRpcId; method: string; params: Json | undefined },
    from: MessageSource,
  ): boolean {
    const { openCalls, pushed, tasks } = this.#parts;
    const { id, method, params } = request;
    if (method !== "elicitation/create") return tasks.handleRequest(request);
    pushed.receive(id, params, openCalls.origin(from), from, "elicitation");
    return true;
  }

  /** A log notification; `data` may be anything (MCP, Logging). Accepted without a declared capability. */
  #log(params: Json | undefined, from: MessageSource): void {
    if (!isJsonObject(params)) {
      this.rubbish(JSON.stringify(params) ?? "");
      return;
    }
    const { level, logger, data } = params;
    const open = this.#parts.openCalls.certain(from);
    const line = this.#line({
      from: "log",
      text: typeof data === "string" ? data : (JSON.stringify(data) ?? ""),
      ...(typeof level === "string" ? { level } : {}),
      ...(typeof logger === "string" ? { logger } : {}),
      ...(open === undefined ? {} : { runId: open.call.runId }),
    });
    open?.listener.line(line);
  }

  #line(line: Omit<ServerLine, "atMs">): ServerLine {
    const text = truncate(line.text, LINE_CHARACTERS);
    const whole = { atMs: this.#parts.nowMs(), ...line, text };
    this.#parts.listener.lines([whole]);
    return whole;
  }

  #progressed(params: JsonObject): void {
    const { progressToken, progress, total, message } = params;
    if (typeof progressToken !== "number" || typeof progress !== "number") return;
    this.#progress.get(progressToken)?.progress({
      progress,
      ...(typeof total === "number" ? { total } : {}),
      ...(typeof message === "string" ? { message: truncate(message, LAST_TEXT_CHARACTERS) } : {}),
    });
  }
}
