// What the hook's script needs beside it: a file for each entry with its token. Closed to other users.
import { lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ABSENT_CHOICES } from "#shared/agents/entry.ts";
import type { HookEntryFile } from "#shared/agents/entry.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import hook from "./hook.cjs?raw";
import { hookScript, writeNew } from "./relayFiles.ts";

const entrySchema = z.strictObject({
  id: z.string(),
  token: z.string(),
  absent: z.enum(ABSENT_CHOICES),
  denyAfterMs: z.number().positive(),
}) satisfies z.ZodType<HookEntryFile>;

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
        const { data } = entrySchema.safeParse(JSON.parse(readFileSync(fileOf(id), "utf8")));
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
  };
}
