// A local server as a child process, with one JSON-RPC message per line (MCP "Transports", stdio). Never uses a
// shell. Reports what the library ignores: malformed output, a closed stdout, exit code and signal.
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { ServerFailure } from "#shared/outcome.ts";
import { maskedText } from "#shared/servers/config/masking.ts";
import { drained } from "../../../net/drained.ts";
import { ByteLines } from "./byteLines.ts";
import { JobQueue, untilEnd } from "./jobQueue.ts";
import { UNKNOWN_SOURCE, PipeError, SendError } from "./pipe.ts";
import type { PipeListener, Pipe } from "./pipe.ts";
import type { TextReader } from "../../../core/textPorts.ts";
import { decodeLine } from "../wire/readText.ts";
import {
  endWithParent,
  isGroupAlive,
  isUnsafeArgument,
  signalGroup,
  spawnServer,
} from "./serverProcess.ts";
import type { ServerProcess } from "./serverProcess.ts";
import { StderrReader } from "./stderr.ts";
import { LARGE_BYTES, receiveRead, valuesMaxOf, receiveText } from "../wire/receiveText.ts";
import { within } from "../../../core/within.ts";

export interface StdioCommand {
  command: string;
  args: string[];
  /** Null: the user's home folder, wherever Countersign itself was started. */
  cwd: string | null;
  env: Record<string, string>;
}

/** The most unread input that is buffered for a server. */
const BACKLOG_BYTES = 256 * 1024 * 1024;
const BACKLOG_MESSAGES = 20_000;
/** How long a server gets to exit by itself: after its stdin closed, and again after SIGTERM. */
const GRACE_MS = 2000;
/** After this much silence in the middle of a line, a missing line end is reported. */
const UNFINISHED_MS = 5000;
/**
 * How long the remaining output of a dead server is awaited, and how often it is checked; a child process may keep
 * the pipe open.
 */
const DRAIN_MS = 300;
const DRAIN_ROUNDS = 10;
/** How long a failed write waits for the exit that probably caused it. */
const EXIT_WAIT_MS = 1000;

export class StdioPipe implements Pipe {
  readonly #command: StdioCommand;
  #child: ChildProcess | null = null;
  /** The watching shell is not needed once we end the server ourselves. */
  #stopWatching: () => void = () => {};
  #inlet: PipeListener | null = null;
  #startedAtMs = 0;
  #ended = false;
  #exited: Promise<true> = Promise.resolve(true);
  /** Resolves once the inlet knows how the process ended. */
  readonly #endReported: Promise<void>;
  #reportEnd: () => void = () => {};
  #unfinished: NodeJS.Timeout | null = null;
  readonly #unfinishedMs: number;
  /** Messages that the server has not read yet. */
  #writing = 0;
  readonly #texts: TextReader | null;

  /** @param texts parses large messages elsewhere; null: they are parsed here */
  constructor(
    command: StdioCommand,
    unfinishedMs = UNFINISHED_MS,
    texts: TextReader | null = null,
  ) {
    this.#command = command;
    this.#unfinishedMs = unfinishedMs;
    this.#texts = texts;
    this.#endReported = new Promise((resolve) => {
      this.#reportEnd = resolve;
    });
  }

  async start(inlet: PipeListener, deliver: (message: JSONRPCMessage) => void): Promise<void> {
    const { command, args, cwd, env } = this.#command;
    const folder = cwd ?? homedir();
    if (!(await isFolder(folder))) {
      throw new PipeError({ kind: "server-folder-not-found", folder });
    }
    if (this.#ended) throw new SendError("closed", false);
    this.#inlet = inlet;
    this.#startedAtMs = Date.now();
    const running = processOf({ command, args, folder, env });
    const { child } = running;
    this.#child = child;
    await started(child, command);
    this.#stopWatching = endWithParent(running);
    this.#listen(child, inlet, deliver);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.sendText(JSON.stringify(message), message);
  }

  /** `text` is one line. */
  sendText(text: string, message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.#ended || stdin === null || stdin === undefined || !stdin.writable) {
      return Promise.reject(new SendError("the server's stdin is closed", false));
    }
    const seq = this.#inlet?.tap.record("out", text, message) ?? 0;
    if (stdin.writableLength > BACKLOG_BYTES || this.#writing >= BACKLOG_MESSAGES) {
      this.#inlet?.tap.sendFailed(seq, "EAGAIN");
      return Promise.reject(new SendError("the server does not read what it is sent", false));
    }
    return this.#write(stdin, `${text}\n`, seq);
  }

  /** A broken pipe is usually the first sign of an exit; report the exit first. */
  async #write(stdin: Writable, text: string, seq: number): Promise<void> {
    this.#writing += 1;
    try {
      await new Promise<void>((resolve, reject) => {
        stdin.write(text, (error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      this.#inlet?.tap.sendFailed(seq, codeOf(error));
      await within(this.#endReported, EXIT_WAIT_MS, undefined);
      throw new SendError(error instanceof Error ? error.message : String(error), false);
    } finally {
      this.#writing -= 1;
    }
  }

  ready(): Promise<void> | null {
    const stdin = this.#child?.stdin;
    return stdin === null || stdin === undefined ? null : drained(stdin);
  }

  /** Ends the server: closes its stdin, then SIGTERM, then SIGKILL to the whole group. */
  async close(): Promise<void> {
    this.#ended = true;
    const child = this.#child;
    if (child === null || child.pid === undefined) return;
    child.stdin?.end();
    if (!(await this.#endsWithin(GRACE_MS))) {
      signalGroup(child, "SIGTERM");
      if (!(await this.#endsWithin(GRACE_MS))) signalGroup(child, "SIGKILL");
    } else {
      signalGroup(child, "SIGTERM");
    }
    this.#stopWatching();
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }

  #listen(
    child: ChildProcess,
    inlet: PipeListener,
    deliver: (message: JSONRPCMessage) => void,
  ): void {
    const { stdin, stdout, stderr } = child;
    const jobs = new JobQueue();
    const errors = new StderrReader((text) => inlet.stderr(text));
    const read = Promise.all([
      stdout === null ? null : this.#readOutput(stdout, jobs, inlet, deliver),
      stderr === null ? null : errors.read(stderr),
    ]);
    this.#exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        resolve(true);
        // Its process id may be reused soon; `close` ends the rest of its group.
        if (!isGroupAlive(child)) this.#stopWatching();
        errors.finish();
        void this.#afterExit(read, jobs, code, signal);
      });
    });
    stdout?.once("end", () => void this.#outputClosed());
    // A process that cannot be signalled has exited, or its exit will be reported.
    child.on("error", () => {});
    // Pipe errors are reported by the write that failed and by the exit that follows.
    for (const stream of [stdin, stdout, stderr]) stream?.on("error", () => {});
  }

  /** Reads no faster than messages are handled: the rest waits in the pipe, and then the server does. */
  async #readOutput(
    stdout: Readable,
    jobs: JobQueue,
    inlet: PipeListener,
    deliver: (message: JSONRPCMessage) => void,
  ): Promise<void> {
    const texts = this.#texts;
    const lines = new ByteLines(
      {
        line: (text, bytes) => {
          if (text.trim() !== "") jobs.add(() => this.#line(text, bytes, inlet, deliver));
        },
        oversized: (found) => jobs.add(() => inlet.oversized(found, UNKNOWN_SOURCE)),
        ...(texts !== null && {
          large: (chunks, bytes) =>
            jobs.add(async () => {
              const read = await texts.read(chunks, valuesMaxOf(inlet)).catch(() => null);
              if (read === null) this.#line(decodeLine(chunks), bytes, inlet, deliver);
              else receiveRead(inlet, read, UNKNOWN_SOURCE, bytes).forEach(deliver);
            }),
        }),
      },
      { largeBytes: LARGE_BYTES },
    );
    for await (const chunk of untilEnd(stdout)) {
      lines.push(chunk);
      this.#watchUnfinished(lines, inlet);
      await jobs.run();
      await inlet.ready?.();
    }
    if (this.#unfinished !== null) clearTimeout(this.#unfinished);
    lines.end();
    await jobs.run();
  }

  /** Reports once that a line was started and lacks its end. */
  #watchUnfinished(lines: ByteLines, inlet: PipeListener): void {
    if (this.#unfinished !== null) clearTimeout(this.#unfinished);
    this.#unfinished = null;
    if (lines.unfinished === 0) return;
    this.#unfinished = setTimeout(() => {
      const bytes = lines.unfinished;
      if (bytes > 0 && !this.#ended) inlet.stderr(`[an incomplete line: ${bytes} bytes so far]`);
    }, this.#unfinishedMs);
  }

  #line(
    text: string,
    bytes: number,
    inlet: PipeListener,
    deliver: (message: JSONRPCMessage) => void,
  ): void {
    for (const message of receiveText(inlet, text, UNKNOWN_SOURCE, bytes)) deliver(message);
  }

  async #afterExit(
    read: Promise<unknown>,
    jobs: JobQueue,
    code: number | null,
    signal: string | null,
  ): Promise<void> {
    const isRead = read.then(() => true);
    for (let times = 0, done = -1; times < DRAIN_ROUNDS && done !== jobs.done; times += 1) {
      ({ done } = jobs);
      await this.#inlet?.ready?.();
      if (await within(isRead, DRAIN_MS, false)) break;
    }
    this.#lost({ kind: "server-exited", code, signal, afterMs: Date.now() - this.#startedAtMs });
    this.#reportEnd();
  }

  /** A server that closed its stdout can't send anything any more; if it is exiting, report that instead. */
  async #outputClosed(): Promise<void> {
    if (await this.#endsWithin(DRAIN_MS)) return;
    this.#lost({ kind: "server-closed-output", afterMs: Date.now() - this.#startedAtMs });
    await this.close();
  }

  #lost(failure: ServerFailure): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#inlet?.lost(failure);
  }

  #endsWithin(waitMs: number): Promise<boolean> {
    return within<boolean>(this.#exited, waitMs, false);
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : String(error);
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** @throws {PipeError} if it cannot be started */
function processOf(wanted: Parameters<typeof spawnServer>[0]): ServerProcess {
  const command = maskedText(wanted.command);
  try {
    const running = spawnServer(wanted);
    if (running !== null) return running;
  } catch (error) {
    if (!isUnsafeArgument(error)) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new PipeError({ kind: "server-not-startable", command, detail });
  }
  throw new PipeError({ kind: "server-command-not-found", command });
}

/** Resolves when the process runs. */
function started(child: ChildProcess, what: string): Promise<void> {
  const command = maskedText(what);
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        new PipeError(
          error.code === "ENOENT"
            ? { kind: "server-command-not-found", command }
            : { kind: "server-not-startable", command, detail: error.code ?? error.message },
        ),
      );
    });
  });
}
