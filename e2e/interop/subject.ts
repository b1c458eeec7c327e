// Knows what the suite needs to know of one server family over one transport: how it is started, which tool asks, and
// how that family tells what it got.
import type { EraChoice } from "../../src-shared/servers/server.ts";

type Json = Record<string, unknown>;

/** What the suite has to make ready before a server can start; null for what the lock or set-up brings. */
export type Toolchain = "dotnet" | "go" | "java" | "rust";

export interface Tool {
  name: string;
  args: (prompt: string) => Json;
}

export interface Answer {
  text: string;
  /** What its result says when it got this. */
  got: RegExp;
}

/** How the desk learns that a server stopped waiting: from its word, or only from the end of the call. */
export type Told = "call-ended" | "server-cancelled" | "either";

/** How a server stops waiting by itself. */
export type GivesUp =
  /** A tool of it has a timeout, of its own or its SDK's. `says`: the result of its call then. */
  | {
      by: "timeout";
      clock: "tool" | "SDK";
      afterMs: number;
      tool: Tool;
      told: Told;
      says: RegExp;
    }
  /** It holds nothing open, but an answer after this long is one that it no longer takes. */
  | { by: "expiry"; afterMs: number; tool: Tool; says: RegExp }
  /** It never does; its process is told to end. */
  | { by: "end" };

/** What the table says of it. */
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
  /** As the table names it. */
  family: string;
  /** Exact versions of the library, as pinned. */
  version: string;
  transport: "stdio" | "Streamable HTTP" | "HTTP+SSE";
  needs: Toolchain | null;
  /** The revision that it has to negotiate. */
  revision: string;
  /** `auto` unless told: legacy first, modern where `initialize` is refused. */
  era?: EraChoice;
  /** The command that serves; over HTTP it is given a free port and started by the suite. */
  command: (port: number) => { command: string; args: string[]; env?: Record<string, string> };
  /** Over HTTP: where it listens, and what it wants to be told. */
  http?: { path: string; headers?: Record<string, string> };
  /** The tool that asks for one sample and gives its answer as result. */
  ask: Tool;
  /** What of its prompt the person sees first. */
  shows?: (prompt: string) => string;
  /** Answers that its tool understands, and how its result then shows which one it got; any text otherwise. */
  answers?: { approved: Answer; edited: Answer; again: Answer };
  /** What its result says when a person said no. */
  rejected: RegExp;
  givesUp: GivesUp;
  /** A tool that asks with tools, in a loop of its own: `add` once, then a text. */
  withTools?: Tool;
  /** A tool `typed` that wants an answer of a given shape (FastMCP's `result_type`). */
  typed?: true;
  /** It drops the whole connection when a call is cancelled; the desk has to make a new one by itself. */
  dropsAfterCancel?: true;
  /**
   * `npm test` tries it too, approved and rejected only, which takes a third of the time. `npm run interop` walks everybody
   * the whole way.
   */
  inEveryRun?: true;
  /** Its requests are embedded in a result: a no is a call that is not repeated. */
  embedded?: boolean;
  /** Log lines of one call, by level, as the Workbench has to show them. */
  logs?: [level: string, text: RegExp][];
}

/** The row's name, in tests and results. */
export const nameOf = ({ family, transport, revision }: Subject): string =>
  `${family} over ${transport}, ${revision}`;

/** One column of the table: what a test step is called when it tried this. */
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
