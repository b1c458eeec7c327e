// What the hook's script needs beside it: a file for each entry with its token. Closed to other users.
import { lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ABSENT_CHOICES } from "#shared/agents/entry.ts";
import type { HookEntryFile } from "#shared/agents/entry.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { HookFiles } from "../agentPorts.ts";
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

/**
 * @param folder of the profile, where the relay's files are as well
 * @returns with `opened`, which is called once the desk listens on the socket
 */
export function hookFiles(folder: string, socket: string): HookFiles & { opened(): void } {
  let way: string | null = null;
  const fileOf = (id: string): string => path.join(folder, `${id}.json`);
  return {
    script: hookScript(folder),
    scriptText: hook,
    write(entry) {
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
    read(id) {
      try {
        const { data } = entrySchema.safeParse(JSON.parse(readFileSync(fileOf(id), "utf8")));
        return data?.id === id ? data : null;
      } catch {
        return null;
      }
    },
    others: [path.join(folder, "desk.json"), socket],
    leadHere: () => way === null || (way !== "" && way === wayNow(folder, socket)),
    opened: () => void (way = wayNow(folder, socket)),
    remove: (id) => rmSync(fileOf(id), { force: true }),
  };
}
