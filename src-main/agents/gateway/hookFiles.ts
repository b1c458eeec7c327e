// The files beside the hook's script: one for each entry with its token, closed to other users, and one in which the script
// tells what it has decided by itself while the desk was away, or did not answer.
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { hookEntrySchema, reportedSchema } from "#shared/agents/entry.ts";
import type { HookEntryFile, ReportedByHook } from "#shared/agents/entry.ts";
import { jsonIn } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import hook from "./hook.cjs?raw";
import { hookScript, writeNew } from "./relayFiles.ts";

/** As in `hook.cjs`, and the line with which it was reached. */
const REPORTED_MAX_BYTES = 256 * 1024 + 4096;

/** The way to the desk as it is now: the file that names the socket, and which socket that is. */
function wayNow(folder: string, socket: string): string {
  try {
    const { dev, ino } =
      process.platform === "win32" ? { dev: 0, ino: 0 } : lstatSync(socket, { bigint: true });
    return `${dev} ${ino} ${readFileSync(path.join(folder, "desk.json"), "utf8")}`;
  } catch {
    return "";
  }
}

export type HookFiles = ReturnType<typeof hookFiles>;

/** @param folder of the profile, where the relay's files are as well */
export function hookFiles(folder: string, socket: string) {
  let way: string | null = null;
  const fileOf = (id: string): string => path.join(folder, `${id}.json`);
  return {
    /** Absolute path of the script. It is started as `node SCRIPT ID`, with a `HookWaits`. */
    script: hookScript(folder),
    /** The text of the script that this version has written. */
    scriptText: hook,
    /** Writes `ID.json` beside the script. */
    write(entry: HookEntryFile): Outcome<null, Failure> {
      const file = fileOf(entry.id);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeNew(file, JSON.stringify(entry));
        return ok(null);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        return fail({ kind: "not-recorded", detail });
      }
    },
    /** As it lies there now; null if it is missing or was changed to something else. */
    read(id: string): HookEntryFile | null {
      try {
        const { data } = hookEntrySchema.safeParse(jsonIn(readFileSync(fileOf(id), "utf8")));
        return data?.id === id ? data : null;
      } catch {
        return null;
      }
    },
    /** Files beside the script on which it depends, and the socket, that are watched with it. */
    others: [path.join(folder, "desk.json"), socket],
    /** Whether the script still finds this desk: the file that names the socket, and the socket, are as this desk made them. */
    leadHere: () => way === null || (way !== "" && way === wayNow(folder, socket)),
    /** The desk listens on the socket now. */
    opened: () => void (way = wayNow(folder, socket)),
    remove: (id: string): void => rmSync(fileOf(id), { force: true }),
    /** The entries whose script has decided by itself. */
    reporting(): string[] {
      try {
        return readdirSync(folder).flatMap((name) => /^([\w-]+)\.away$/.exec(name)?.[1] ?? []);
      } catch {
        return [];
      }
    },
    /**
     * Takes the file away in which the script tells what it has decided by itself, one line an event, and returns what it
     * says; null if there is none. Only told and recorded, as anything of the user can write it. `unread`: lines that can't
     * be read, or one if the file was full and more may have happened.
     */
    takeReported(id: string): { reported: ReportedByHook[]; unread: number } | null {
      const file = path.join(folder, `${id}.away`);
      const taken = `${file}.taken`;
      try {
        const stats = statSync(file, { throwIfNoEntry: false });
        if (stats === undefined) return null;
        // A script that writes meanwhile begins another file.
        renameSync(file, taken);
        const isReadable = stats.isFile() && stats.size <= REPORTED_MAX_BYTES;
        const lines = isReadable ? readFileSync(taken, "utf8").split("\n").filter(Boolean) : [];
        rmSync(taken, { force: true, recursive: true });
        const reported = lines.flatMap((line) => {
          const { data } = reportedSchema.safeParse(jsonIn(line));
          return data === undefined ? [] : [data];
        });
        const isFull = !isReadable || stats.size > REPORTED_MAX_BYTES - 4096;
        return { reported, unread: lines.length - reported.length + (isFull ? 1 : 0) };
      } catch {
        return { reported: [], unread: 1 };
      }
    },
  };
}
