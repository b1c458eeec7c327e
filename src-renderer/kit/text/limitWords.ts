// Limits in words, for sentences and for a server's panel.
import { entryOf, LIMIT_NAMES, LIMITS } from "#shared/rules/limits/limits.ts";
import type { UnlimitedName, LimitName, ServerLimits } from "#shared/rules/limits/limits.ts";
import type { T } from "#words/index.ts";
import { decimal, mebibytes, span } from "./time.ts";

/** A limit's value, for use in a sentence. */
export function figureWords(t: T, name: LimitName, value: number): string {
  const { unit } = entryOf(name);
  if (unit === "ms") return span(t, value);
  return unit === "bytes" ? mebibytes(t, value) : decimal(value);
}

const isEndless = (name: LimitName): name is UnlimitedName => "endless" in LIMITS[name];

function sumOf(t: T, name: LimitName, value: number | null): string[] {
  if (value === null) return isEndless(name) ? [t(`limits.of.${name}.sumNone`)] : [];
  return [t(`limits.of.${name}.sum`, { count: value, value: figureWords(t, name, value) })];
}

/** One line per subject of limits. */
export function limitLines(t: T, limits: ServerLimits): string[] {
  const abouts = new Set(LIMIT_NAMES.map((name) => entryOf(name).about));
  return [...abouts].map((about) =>
    LIMIT_NAMES.filter((name) => entryOf(name).about === about)
      .flatMap((name) => sumOf(t, name, limits[name]))
      .join(" · "),
  );
}
