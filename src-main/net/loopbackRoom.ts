// The desk's one HTTP port on this computer: opened when first needed, and the same from then on.
import { z } from "zod";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { openLoopback } from "./loopback.ts";
import type { Loopback, LoopbackRoute } from "./loopback.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

export interface LoopbackRoom {
  /** `http://127.0.0.1:PORT`. Opens the port; fails if another program uses it, and tries again at the next call. */
  base(): Promise<Outcome<string, Failure>>;
  /** Serves this route from then on. */
  add(route: LoopbackRoute): void;
  close(): Promise<void>;
}

const fileSchema = z.object({ port: z.number().int().min(0).max(65535) });

/** @param wanted the port to open; null: the one in the file */
export function openLoopbackRoom(file: string, wanted: number | null): LoopbackRoom {
  const routes: LoopbackRoute[] = [];
  let opening: Promise<Loopback> | null = null;
  return {
    async base() {
      const kept = wanted ?? readJson(file, fileSchema, { port: 0 }).value.port;
      opening ??= openLoopback(kept, routes);
      try {
        const { port } = await opening;
        const saved = wanted !== null || port === kept ? ok(null) : writeJson(file, { port });
        return saved.ok ? ok(`http://127.0.0.1:${port}`) : saved;
      } catch (error) {
        opening = null;
        const detail = error instanceof Error ? error.message : String(error);
        return fail({ kind: "port-taken", port: kept, detail });
      }
    },
    add: (route) => void routes.push(route),
    async close() {
      await (await opening?.catch(() => null))?.close();
    },
  };
}
