// Reads the file of `--config`: servers for this run only. Nothing of it is stored.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseConfig } from "#shared/servers/config/importConfig.ts";
import type { Failure } from "#shared/outcome.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";

export interface RunConfig {
  servers: ServerInput[];
  faults: Failure[];
}

/** Reads the file at `given`, relative to the working directory. */
export function readRunConfig(given: string | null): RunConfig {
  if (given === null) return { servers: [], faults: [] };
  const file = path.resolve(given);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const failure: Failure = missing
      ? { kind: "config-not-found", file }
      : { kind: "config-unreadable", file, detail: String(error).slice(0, 500) };
    return { servers: [], faults: [failure] };
  }
  const parsed = parseConfig(text);
  if (!parsed.ok) return { servers: [], faults: [parsed.failure] };
  return { servers: parsed.value.inputs.map(({ input }) => input), faults: parsed.value.faults };
}
