// The socket that relays and hooks connect to: in a folder of the profile that only its user may open; a named pipe on Windows.
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import type { HookAnswer } from "#shared/agents/entry.ts";
import { jsonIn } from "#shared/json.ts";
import { drained } from "../../net/drained.ts";
import { ReadingRoom } from "../../net/loopback.ts";
import type { HookAdmission } from "../hooks/hookDoor.ts";
import type { HostEnd } from "../../servers/gatewayPorts.ts";
import type { Admission } from "./gateway.ts";
import { HOOK_VERSION, RELAY_VERSION } from "./greeting.ts";
import type { DeskAnswer } from "./greeting.ts";

/** Longest first line, and how long it may take to arrive. */
export const GREETING_MAX_BYTES = 256 * 1024;
const GREETING_TIMEOUT_MS = 5000;
/** A hook's first line holds the event: 16 MiB, and a backslash before each quotation mark of it. */
const HOOK_LINE_MAX_BYTES = 33 * 1024 * 1024;
/** How a hook's first line begins. */
const HOOK_BEGINS = Buffer.from('{"hook":');
/** First lines that are being read at once, over all connections. */
const readingRoom = new ReadingRoom(128 * 1024 * 1024);
/** The most unread output that is kept for a host. */
const BACKLOG_MAX_BYTES = 128 * 1024 * 1024;
/** Longest path of a socket on Linux and macOS, without the final zero (unix(7): 108 and 104). */
const SOCKET_PATH_MAX_BYTES = 103;

/** Who connects. */
const requester = z.object({
  id: z.string().max(200),
  token: z.string().max(200),
  folder: z
    .string()
    .max(4096)
    .refine((folder) => path.isAbsolute(folder)),
});
const greetingSchema = requester.extend({
  relay: z.number(),
  env: z.record(z.string(), z.string()).default({}),
});
const hookSchema = requester.extend({
  hook: z.number(),
  pid: z.int().nonnegative(),
  ageMs: z.number().nonnegative(),
  event: z.string(),
});

/** The longest value of a variable on Windows; a null character would end it early. */
const VALUE_MAX = 32_767;
const isUsable = (value: string): boolean => value.length <= VALUE_MAX && !value.includes("\0");

/** The socket of a profile, the same at every start. */
export function socketOf(folder: string): string {
  const name = `countersign-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const usual = path.join(folder, "desk.sock");
  if (Buffer.byteLength(usual) <= SOCKET_PATH_MAX_BYTES) return usual;
  return path.join(os.tmpdir(), name, "desk.sock");
}

/** The socket that relays connect to. */
export interface RelayListener {
  close(): Promise<void>;
}

/**
 * Listens on the socket. One left over by an earlier run is replaced, as only one desk uses a profile. @throws if the
 * folder is another user's, or the socket cannot be opened
 */
export async function openRelayListener(
  socket: string,
  admit: Admission,
  hooks: HookAdmission,
): Promise<RelayListener> {
  if (process.platform !== "win32") {
    ownFolder(path.dirname(socket));
    rmSync(socket, { force: true });
  }
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ pauseOnConnect: true }, (connection) => {
    sockets.add(connection);
    connection.once("close", () => sockets.delete(connection));
    // The end of the stream ends the session, with or without an error.
    connection.on("error", () => {});
    void serve(connection, admit, hooks);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  return {
    async close() {
      for (const connection of sockets) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Makes sure that the folder exists, is ours, and is closed to everybody else. */
function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another user`);
  chmodSync(folder, 0o700);
}

async function serve(
  connection: net.Socket,
  admit: Admission,
  hooks: HookAdmission,
): Promise<void> {
  const answer = (said: DeskAnswer): string => `${JSON.stringify(said)}\n`;
  const refuse = (message: string): void => void connection.end(answer({ ok: false, message }));
  const first = await firstLine(connection);
  if (first === "busy") {
    refuse("Countersign reads too much at once. Try again.");
    return;
  }
  if (first === null) {
    connection.destroy();
    return;
  }
  if (first.isHook) {
    await serveHook(connection, first, hooks);
    return;
  }
  const greeting = greetingSchema.safeParse(jsonIn(first.line)).data;
  if (greeting === undefined) {
    refuse("This is not a Countersign relay.");
    return;
  }
  if (greeting.relay !== RELAY_VERSION) {
    refuse(
      "This relay belongs to another version of Countersign. Restart the host to use the current one.",
    );
    return;
  }
  if (!Object.values(greeting.env).every(isUsable)) {
    refuse(
      `A variable that the host hands over is longer than ${VALUE_MAX} characters, or is not text.`,
    );
    return;
  }
  const end: HostEnd = {
    send(text) {
      if (connection.writableLength > BACKLOG_MAX_BYTES) connection.destroy();
      else connection.write(`${text}\n`);
    },
    ready: () => drained(connection),
    end: () => void connection.end(),
  };
  const { id, token, folder, env } = greeting;
  const session = await admit({ wrapId: id, token, folder, env }, end);
  if (typeof session === "string") {
    refuse(session);
    return;
  }
  connection.write(answer({ ok: true }));
  try {
    if (first.rest.length > 0) await session.receive(first.rest);
    // Reads no faster than the session takes the data.
    for await (const chunk of connection as AsyncIterable<Buffer>) await session.receive(chunk);
  } catch {
    // A broken connection ends the session like a closed one.
  } finally {
    connection.destroy();
    await session.close("host-left");
  }
}

/** One line each way. A hook whose connection closes no longer waits. */
async function serveHook(
  connection: net.Socket,
  { line, rest }: FirstLine,
  hooks: HookAdmission,
): Promise<void> {
  const answer = (said: HookAnswer): void => void connection.end(`${JSON.stringify(said)}\n`);
  const refuse = (message: string): void => answer({ ok: false, message });
  const asked = hookSchema.safeParse(jsonIn(line)).data;
  if (asked === undefined || rest.length > 0) {
    refuse("This is not a hook of Countersign. The action was blocked.");
    return;
  }
  if (asked.hook !== HOOK_VERSION) {
    refuse(
      "This hook belongs to another version of Countersign, so this action was blocked. Restart Countersign to use the current one.",
    );
    return;
  }
  const left = new AbortController();
  connection.once("close", () => left.abort());
  // Nothing may follow the line.
  connection.on("data", () => connection.destroy());
  connection.resume();
  const said = await hooks(asked, left.signal);
  if (said === null) connection.destroy();
  else answer(said);
}

interface FirstLine {
  line: string;
  rest: Buffer;
  isHook: boolean;
}

/** Null if it is too long, too late, or never arrives; `busy`: there is no room for it now. */
function firstLine(connection: net.Socket): Promise<FirstLine | "busy" | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (result: FirstLine | "busy" | null): void => {
      clearTimeout(late);
      readingRoom.giveBack(bytes);
      connection.off("data", read);
      connection.off("close", gone);
      connection.pause();
      resolve(result);
    };
    const gone = (): void => finish(null);
    const late = setTimeout(gone, GREETING_TIMEOUT_MS);
    function read(chunk: Buffer): void {
      if (!readingRoom.take(chunk.length)) {
        finish("busy");
        return;
      }
      chunks.push(chunk);
      bytes += chunk.length;
      const isHook = (chunks[0] ?? chunk).subarray(0, HOOK_BEGINS.length).equals(HOOK_BEGINS);
      if (chunk.includes(0x0a)) {
        const seen = Buffer.concat(chunks);
        const end = seen.indexOf(0x0a);
        const [line, rest] = [seen.subarray(0, end), seen.subarray(end + 1)];
        finish({ line: line.toString("utf8"), rest, isHook });
      } else if (bytes > (isHook ? HOOK_LINE_MAX_BYTES : GREETING_MAX_BYTES)) finish(null);
      // A large event takes its time.
      else if (isHook) late.refresh();
    }
    connection.once("close", gone);
    connection.on("data", read);
    connection.resume();
  });
}
