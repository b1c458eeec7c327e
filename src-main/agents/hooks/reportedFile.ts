// What a hook's script has decided by itself while the desk was away, or did not answer: a file beside the script, one
// line an event. Only told and recorded, as anything of the user can write it.
import { readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { ReportedByHook } from "#shared/agents/entry.ts";

/** As in `hook.cjs`, and the line with which it was reached. */
const FILE_MAX_BYTES = 256 * 1024 + 4096;

const reportedSchema = z.object({
  atMs: z.number(),
  tool: z.string().max(200),
  session: z.string().max(200),
  event: z.string().max(200),
  why: z.enum(["not-running", "too-late", "failed"]),
  passed: z.boolean(),
}) satisfies z.ZodType<ReportedByHook>;

/**
 * Takes the file away and returns what it says; null if there is none. `unread`: lines that can't be read, or one if the
 * file was full and more may have happened.
 */
export function takeReported(
  folder: string,
  id: string,
): { reported: ReportedByHook[]; unread: number } | null {
  const file = path.join(folder, `${id}.away`);
  const taken = `${file}.taken`;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    // A script that writes meanwhile begins another file.
    renameSync(file, taken);
    const isReadable = stats.isFile() && stats.size <= FILE_MAX_BYTES;
    const lines = isReadable ? readFileSync(taken, "utf8").split("\n").filter(Boolean) : [];
    rmSync(taken, { force: true, recursive: true });
    const reported = lines.flatMap((line) => {
      const { data } = reportedSchema.safeParse(jsonOf(line));
      return data === undefined ? [] : [data];
    });
    const isFull = !isReadable || stats.size > FILE_MAX_BYTES - 4096;
    return { reported, unread: lines.length - reported.length + (isFull ? 1 : 0) };
  } catch {
    return { reported: [], unread: 1 };
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
