// What is said of a local model and of the memory that it needs.
import {
  contextTokensOf,
  memoryNeeded,
  memoryVerdict,
  type LocalFacts,
  type LocalSettings,
  type LocalView,
} from "../../src-shared/models/local.ts";
import type { T } from "../i18n/index.ts";
import { decimal, size } from "../ui/time.ts";

/** The facts of a model file, in the order of reading. */
export function factWords(t: T, facts: LocalFacts): string[] {
  const { parameters, quantisation, architecture, contextTokens, licence } = facts;
  return [
    size(t, facts.bytes),
    ...(parameters === undefined
      ? []
      : [t("local.facts.parameters", { value: countWords(t, parameters) })]),
    ...(quantisation === undefined ? [] : [quantisation]),
    ...(architecture === undefined ? [] : [architecture]),
    ...(contextTokens === undefined ? [] : [t("local.facts.context", { count: contextTokens })]),
    licence === undefined
      ? t("local.facts.noLicence")
      : t("local.facts.licence", { name: licence }),
    t(facts.tools ? "local.facts.tools" : "local.facts.noTools"),
  ];
}

/** `135 M`, `7.6 B`: how many, short. */
function countWords(t: T, count: number): string {
  if (count >= 1e9)
    return t("local.billions", { value: decimal(count / 1e9, count < 1e11 ? 1 : 0) });
  if (count >= 1e6) return t("local.millions", { value: decimal(count / 1e6) });
  return t("local.thousands", { value: decimal(count / 1e3) });
}

export interface MemoryWords {
  tone: "plain" | "warn" | "danger";
  words: string;
}

/** What a model needs with these settings, against what is free; what is in memory now leaves it first. */
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
