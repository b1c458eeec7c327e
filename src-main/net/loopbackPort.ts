// The desk's one HTTP port on this computer: opened when first needed, and the same from then on.
import { z } from "zod";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { openLoopback } from "./loopback.ts";
import type { Loopback, LoopbackRoute } from "./loopback.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

const fileSchema = z.object({ port: z.number().int().min(0).max(65535) });

export class LoopbackPort {
  readonly #file: string;
  readonly #wanted: number | null;
  readonly #routes: LoopbackRoute[] = [];
  #opening: Promise<Loopback> | null = null;

  /** @param wanted the port to open; null: the one in the file */
  constructor(file: string, wanted: number | null) {
    this.#file = file;
    this.#wanted = wanted;
  }

  /** Serves this route from then on. */
  add(route: LoopbackRoute): void {
    this.#routes.push(route);
  }

  /** `http://127.0.0.1:PORT`. Opens the port; fails if another program uses it, and tries again at the next call. */
  async base(): Promise<Outcome<string, Failure>> {
    const kept = this.#wanted ?? readJson(this.#file, fileSchema, { port: 0 }).value.port;
    this.#opening ??= openLoopback(kept, this.#routes);
    try {
      const { port } = await this.#opening;
      const isKnown = this.#wanted !== null || port === kept;
      const saved = isKnown ? ok(null) : writeJson(this.#file, { port });
      return saved.ok ? ok(`http://127.0.0.1:${port}`) : saved;
    } catch (error) {
      this.#opening = null;
      const detail = error instanceof Error ? error.message : String(error);
      return fail({ kind: "port-taken", port: kept, detail });
    }
  }

  async close(): Promise<void> {
    await (await this.#opening?.catch(() => null))?.close();
  }
}
