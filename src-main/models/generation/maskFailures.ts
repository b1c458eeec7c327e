// Keeps a provider's key out of failures: a gateway may echo what it was sent. Pure.
import type { GenerateResult } from "../../core/ports.ts";
import type { ModelFailure } from "#shared/outcome.ts";
import type { Provider } from "../providers/provider.ts";

export type MaskFailure = (failure: ModelFailure) => ModelFailure;

/** Replaces a key. */
const MARK = "[key]";
/** A shorter key may be an ordinary word: it is only masked as a whole word. */
const UNMISTAKABLE = 8;
/** A detail that was truncated may end within the key; fewer characters than this reveal nothing useful. */
const TELLING_START = 4;

/** Masks the key in every text of a failure. */
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
  const masked = (object: object): object =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]: [string, unknown]) => [
        name,
        name !== "kind" && typeof value === "string"
          ? hidden(value)
          : typeof value === "object" && value !== null
            ? masked(value)
            : value,
      ]),
    );
  return (failure) => masked(failure) as ModelFailure;
}

/** The text without a prefix of the key at its end, where it was truncated. */
function withoutStart(text: string, key: string): string {
  if (key.length < UNMISTAKABLE) return text;
  const end = /(?:…(?: \(\d+ more characters\))?)?$/u.exec(text)?.[0] ?? "";
  const body = text.slice(0, text.length - end.length);
  for (let length = key.length - 1; length >= TELLING_START; length -= 1) {
    if (body.endsWith(key.slice(0, length))) return `${body.slice(0, -length)}${MARK}${end}`;
  }
  return text;
}

/** The provider, with the key masked in its failures. */
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

/** The result, with the key masked in its failures. */
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
