// What stands in the form of how a local model runs while it is typed, and what it means. An empty field stands for the usual.
import type { LocalFacts, LocalSettings } from "../../../src-shared/models/local/local.ts";
import { parseNumber } from "../../ui/controls/Field.tsx";

export type LocalNumber = "contextTokens" | "threads" | "gpuLayers";
export const LOCAL_NUMBERS: readonly LocalNumber[] = ["contextTokens", "threads", "gpuLayers"];

export interface LocalDraft {
  contextTokens: string;
  threads: string;
  gpuLayers: string;
  /** Minutes as text, `never`, or `usual`. */
  idle: string;
  despiteMemory: boolean;
}

export type LocalFault = { why: "whole" } | { why: "small" | "large"; limit: number };
export type LocalFaults = Partial<Record<LocalNumber, LocalFault>>;

const LIMITS: Record<LocalNumber, { min: number; max: number }> = {
  contextTokens: { min: 256, max: 4_194_304 },
  threads: { min: 1, max: 512 },
  gpuLayers: { min: 0, max: 1000 },
};

export function localDraftOf(settings: LocalSettings): LocalDraft {
  const text = (value: number | undefined): string => (value === undefined ? "" : String(value));
  return {
    contextTokens: text(settings.contextTokens),
    threads: text(settings.threads),
    gpuLayers: text(settings.gpuLayers),
    idle: settings.idleMinutes === null ? "never" : text(settings.idleMinutes) || "usual",
    despiteMemory: settings.despiteMemory === true,
  };
}

/** The settings that the form says, or what is wrong with each field. */
export function readLocalDraft(
  draft: LocalDraft,
  facts: Pick<LocalFacts, "contextTokens" | "layers">,
  cores: number,
): { ok: true; settings: LocalSettings } | { ok: false; faults: LocalFaults } {
  const faults: LocalFaults = {};
  const settings: LocalSettings = {};
  // More than the model was made for gives nonsense, more threads than cores only waiting.
  const most: Record<LocalNumber, number> = {
    contextTokens: Math.max(LIMITS.contextTokens.min, facts.contextTokens ?? Infinity),
    threads: cores,
    gpuLayers: facts.layers === undefined ? Infinity : facts.layers + 1,
  };
  for (const name of LOCAL_NUMBERS) {
    const text = draft[name].trim();
    if (text === "") continue;
    const read = readNumber(text, LIMITS[name].min, Math.min(LIMITS[name].max, most[name]));
    if (typeof read === "number") settings[name] = read;
    else faults[name] = read;
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  if (draft.idle === "never") settings.idleMinutes = null;
  else if (draft.idle !== "usual") settings.idleMinutes = Number(draft.idle);
  if (draft.despiteMemory) settings.despiteMemory = true;
  return { ok: true, settings };
}

function readNumber(text: string, min: number, max: number): number | LocalFault {
  const value = parseNumber(text);
  if (value === null || !Number.isInteger(value)) return { why: "whole" };
  if (value < min) return { why: "small", limit: min };
  return value > max ? { why: "large", limit: max } : value;
}
