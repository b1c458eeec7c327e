// Texts for the memory that a local model needs.
import {
  contextTokensOf,
  memoryNeeded,
  memoryVerdict,
  type LocalFacts,
  type LocalSettings,
  type LocalView,
} from "#shared/models/local/local.ts";
import type { T } from "#words/index.ts";
import { size } from "#kit/text/time.ts";

export interface MemoryWords {
  tone: "plain" | "warn" | "danger";
  words: string;
}

/** What a model needs with these settings, and what is free once the loaded model is unloaded. */
export function memoryWords(
  t: T,
  facts: LocalFacts,
  settings: LocalSettings,
  { machine, engine }: Pick<LocalView, "machine" | "engine">,
): MemoryWords {
  const context = contextTokensOf(facts, settings);
  const need = memoryNeeded(facts, context);
  const needed = size(t, need.bytes);
  const fits: MemoryWords = {
    tone: "plain",
    words: t(need.atLeast ? "local.memory.atLeast" : "local.memory.fits", {
      needed,
      tokens: context,
    }),
  };
  if (machine.totalBytes === 0) return fits;
  const taken = engine.kind === "on" ? (engine.memoryBytes ?? 0) : 0;
  const availableBytes = machine.availableBytes + taken;
  const verdict = memoryVerdict(need.bytes, availableBytes);
  if (verdict === "fits") return fits;
  const available = size(t, availableBytes);
  if (verdict === "tight") {
    return { tone: "warn", words: t("local.memory.tight", { needed, available }) };
  }
  return settings.despiteMemory === true
    ? { tone: "warn", words: t("local.memory.despite", { needed, available }) }
    : { tone: "danger", words: t("local.memory.too-much", { needed, available }) };
}
