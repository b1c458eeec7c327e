// On Linux, the program behind a connection of this computer: its socket in /proc/net, the process that holds it, that
// process's executable. It is shown and recorded, and decides nothing: any program of the user could pose as another.
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { open, readdir, readlink, type FileHandle } from "node:fs/promises";
import process from "node:process";
import type { CallerProgram } from "#shared/request/life/heldRequest.ts";

/** One of a table of sockets, or of an executable, in bytes. */
const TABLE_MAX_BYTES = 4 * 1024 * 1024;
const FILE_MAX_BYTES = 512 * 1024 * 1024;
/** The most processes and descriptors that are looked at, and the time for it. */
const PROCESSES_MAX = 5000;
const LINKS_MAX = 100_000;
const TIME_MAX_MS = 2000;
const HASHES_KEPT = 64;

export interface ConnectionEnds {
  remotePort?: number | undefined;
  localPort?: number | undefined;
}

/** Null where it can't be told: another user's, ended, or too many to look at. Never rejects. */
export async function callerProgram(
  { remotePort, localPort }: ConnectionEnds,
  proc = "/proc",
): Promise<CallerProgram | null> {
  if (remotePort === undefined || localPort === undefined) return null;
  try {
    const inode = await socketInode(proc, remotePort, localPort);
    const pid = inode === null ? null : await holderOf(proc, `socket:[${inode}]`);
    return pid === null ? null : await executableOf(`${proc}/${pid}/exe`);
  } catch {
    return null;
  }
}

/** The inode of the other end of a connection: its local port is our remote one. Only sockets of the same user. */
async function socketInode(proc: string, port: number, to: number): Promise<string | null> {
  const own = process.getuid?.() ?? -1;
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, "0");
  for (const name of ["tcp", "tcp6"]) {
    const table = await textOf(`${proc}/net/${name}`);
    for (const line of table.split("\n").slice(1)) {
      const [, local = "", remote = "", , , , , uid, , inode] = line.trim().split(/\s+/);
      const isOther = local.endsWith(`:${hex(port)}`) && remote.endsWith(`:${hex(to)}`);
      if (isOther && Number(uid) === own && inode !== undefined && inode !== "0") return inode;
    }
  }
  return null;
}

/** The process with this link among its descriptors; processes of others can't be read. Newest first. */
async function holderOf(proc: string, link: string): Promise<string | null> {
  const untilMs = performance.now() + TIME_MAX_MS;
  const pids = (await readdir(proc)).filter((name) => /^\d+$/.test(name));
  let links = 0;
  for (const pid of pids.toSorted((a, b) => Number(b) - Number(a)).slice(0, PROCESSES_MAX)) {
    const fds = await readdir(`${proc}/${pid}/fd`).catch(() => []);
    for (const fd of fds) {
      links += 1;
      if (links > LINKS_MAX || performance.now() > untilMs) return null;
      const target = await readlink(`${proc}/${pid}/fd/${fd}`).catch(() => "");
      if (target === link) return pid;
    }
  }
  return null;
}

/** Digests by device, inode, size and time of change. */
const hashes = new Map<string, string>();

async function executableOf(link: string): Promise<CallerProgram> {
  const path = await readlink(link);
  // The link itself is opened, so that the file is the one that runs, even if its name has another by now.
  return withFile(link, async (file) => {
    const stats = await file.stat();
    const key = [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(" ");
    const known = hashes.get(key) ?? (await digestOf(file, stats));
    if (known === null) return { path };
    hashes.delete(key);
    hashes.set(key, known);
    const [oldest] = hashes.keys();
    if (hashes.size > HASHES_KEPT && oldest !== undefined) hashes.delete(oldest);
    return { path, sha256: known };
  });
}

async function digestOf(file: FileHandle, { size }: Stats): Promise<string | null> {
  if (size > FILE_MAX_BYTES) return null;
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ autoClose: false }))
    hash.update(chunk as Buffer);
  return hash.digest("hex");
}

const textOf = (path: string): Promise<string> =>
  withFile(path, async (file) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stream = file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > TABLE_MAX_BYTES) break;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("latin1");
  });

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
