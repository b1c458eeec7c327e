// One server family over one transport, as the suite needs it: how it is started, which tool asks, and
// how that family reports what it got.
import type { EraChoice } from "../../src-shared/servers/server.ts";

type Json = Record<string, unknown>;

/** What the suite has to prepare before a server can start; null for what the lock or set-up installs. */
export type Toolchain = "dotnet" | "go" | "java" | "rust";

export interface Tool {
  name: string;
  args: (prompt: string) => Json;
}

export interface Answer {
  text: string;
  /** Its result after this response. */
  got: RegExp;
}

/** How Countersign learns that a server stopped waiting: by its message, or only by the end of the call. */
export type Told = "call-ended" | "server-cancelled" | "either";

/** How a server stops waiting by itself. */
export type GivesUp =
  /** One of its tools has a timeout, its own or its SDK's. `says`: the result of its call then. */
  | {
      by: "timeout";
      clock: "tool" | "SDK";
      afterMs: number;
      tool: Tool;
      told: Told;
      says: RegExp;
    }
  /** It keeps nothing open, but refuses a response after this long. */
  | { by: "expiry"; afterMs: number; tool: Tool; says: RegExp }
  /** It never does; its process is told to exit. */
  | { by: "end" };

/** Its text in the table. */
export function wordsOf(givesUp: GivesUp): string {
  switch (givesUp.by) {
    case "timeout": {
      const whose = givesUp.clock === "SDK" ? " by its SDK’s clock" : "";
      const told = givesUp.told === "call-ended" ? "without a word" : "and cancels";
      return `after ${givesUp.afterMs / 1000} s${whose}, ${told}`;
    }
    case "expiry":
      return `takes no answer after ${givesUp.afterMs / 1000} s; it cannot cancel`;
    case "end":
      return "it has no clock: its process ends";
  }
}

export interface Subject {
  /** Its name in the table. */
  family: string;
  /** Exact versions of the library, as pinned. */
  version: string;
  transport: "stdio" | "Streamable HTTP" | "HTTP+SSE";
  needs: Toolchain | null;
  /** The protocol version that it has to negotiate. */
  revision: string;
  /** `auto` by default: legacy first, modern where `initialize` is refused. */
  era?: EraChoice;
  /** The command of the server; over HTTP it gets a free port and is started by the suite. */
  command: (port: number) => { command: string; args: string[]; env?: Record<string, string> };
  /** Over HTTP: its path, and its arguments. */
  http?: { path: string; headers?: Record<string, string> };
  /** The tool that sends one sampling request and returns its response. */
  ask: Tool;
  /** The part of its prompt that the user sees first. */
  shows?: (prompt: string) => string;
  /** Responses that its tool understands, and how its result then shows which one it got; any text by default. */
  answers?: { approved: Answer; edited: Answer; again: Answer };
  /** Its result after a rejection. */
  rejected: RegExp;
  givesUp: GivesUp;
  /** A tool that asks with tools, in its own loop: `add` once, then a text. */
  withTools?: Tool;
  /** A tool `typed` that wants a response of a given shape (FastMCP's `result_type`). */
  typed?: true;
  /** It drops the whole connection when a call is cancelled; Countersign has to reconnect by itself. */
  dropsAfterCancel?: true;
  /**
   * `npm run long` runs it too, approved and rejected only, in a third of the time. `npm run interop` runs
   * all steps for all.
   */
  inLongRun?: true;
  /** Its requests are embedded in a result: after a rejection the call is not repeated. */
  embedded?: boolean;
  /** Log lines of one call, by level, as the Workbench has to show them. */
  logs?: [level: string, text: RegExp][];
}

/** The row's name, in tests and results. */
export const nameOf = ({ family, transport, revision }: Subject): string =>
  `${family} over ${transport}, ${revision}`;

/** One column of the table: the title of the test step that tried this. */
export const STEPS = {
  approve: "approve",
  edit: "edit at both gates",
  reject: "reject",
  giveUp: "server gives up",
  cancel: "caller cancels",
  reconnect: "reconnect",
  tools: "sampling with tools",
  typed: "typed result",
  logs: "log lines by level",
  token: "wrong token",
} as const;
