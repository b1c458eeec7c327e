// Knows how a provider's key is kept out of what is told of a failure: a gateway may echo what it was sent. Pure.
import type { GenerateResult } from "../desk/ports.ts";
import type { ModelFailure } from "../../src-shared/outcome.ts";
import type { Provider } from "./provider.ts";

export type MaskFailure = (failure: ModelFailure) => ModelFailure;

/** Stands where a key stood. */
const MARK = "[key]";
/** A shorter key may be a word of the provider's: it counts only where it stands by itself. */
const UNMISTAKABLE = 8;
/** A detail that was shortened may end within the key; fewer characters of it are of no use to anybody. */
const TELLING_START = 4;

/** Replaces the key in every text of a failure. */
export function failureMasker(key: string | null): MaskFailure {
  if (key === null || key === "") return (failure) => failure;
  const escaped = key.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const whole = key.length < UNMISTAKABLE ? `(?<![\\w-])${escaped}(?![\\w-])` : escaped;
  const pattern = new RegExp(whole, "g");
  const hidden = (text: string): string =>
    withoutStart(
      text.replace(pattern, () => MARK),
      key,
    );
  return (failure) =>
    Object.fromEntries(
      Object.entries(failure).map(([name, value]: [string, unknown]) => [
        name,
        name !== "kind" && typeof value === "string" ? hidden(value) : value,
      ]),
    ) as unknown as ModelFailure;
}

/** The text without the beginning of the key that it was cut in. */
function withoutStart(text: string, key: string): string {
  if (key.length < UNMISTAKABLE) return text;
  const end = /(?:…(?: \(\d+ more characters\))?)?$/u.exec(text)?.[0] ?? "";
  const body = text.slice(0, text.length - end.length);
  for (let length = key.length - 1; length >= TELLING_START; length -= 1) {
    if (body.endsWith(key.slice(0, length))) return `${body.slice(0, -length)}${MARK}${end}`;
  }
  return text;
}

/** The provider, whose failures do not tell the key, nor what they did not tell before. */
export function maskingProvider(provider: Provider, key: string): Provider {
  const own = failureMasker(key);
  const conceal: MaskFailure = (failure) => own(provider.conceal?.(failure) ?? failure);
  return {
    ...provider,
    conceal,
    async list(signal) {
      const listed = await provider.list(signal);
      return listed.ok ? listed : { ok: false, failure: conceal(listed.failure) };
    },
  };
}

/** A result whose failures do not tell the key. */
export function maskedResult(
  result: GenerateResult,
  conceal: MaskFailure | undefined,
): GenerateResult {
  if (conceal === undefined) return result;
  if (result.kind === "failed") return { ...result, failure: conceal(result.failure) };
  return result.brokenOff === undefined
    ? result
    : { ...result, brokenOff: conceal(result.brokenOff) };
}
