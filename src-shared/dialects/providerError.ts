// What a provider answered in place of a response, for the program that asked.
import { jsonIn, isJsonObject } from "../json.ts";

export interface ProviderError {
  status: number;
  /** The provider's own type and code, where it names them. */
  type?: string;
  code?: string;
  message: string;
  /** The provider's body, if it speaks the program's dialect. */
  body?: string;
  /** Its header `retry-after`. */
  retryAfter?: string;
}

/** A longer body is not passed on; its words are. */
const BODY_MAX = 64 * 1024;
export const WORDS_MAX = 2000;

/** OpenAI's and Azure's own header, in milliseconds. */
const secondsOf = (ms: string | undefined): string | undefined =>
  ms !== undefined && /^\d{1,12}(\.\d+)?$/.test(ms)
    ? String(Math.ceil(Number(ms) / 1000))
    : undefined;

/** The error of an HTTP response, or the JSON text of an error in a stream. */
export function providerError(
  status: number,
  body: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ProviderError {
  const parsed = jsonIn(body);
  const outer = isJsonObject(parsed) ? parsed : {};
  const inner = isJsonObject(outer["error"]) ? outer["error"] : outer;
  const { type, code } = inner;
  const retryAfter = (headers["retry-after"] ?? secondsOf(headers["retry-after-ms"]))?.slice(
    0,
    100,
  );
  return {
    status,
    message: message.slice(0, WORDS_MAX),
    ...(typeof type === "string" ? { type: type.slice(0, 100) } : {}),
    ...(typeof code === "string" || typeof code === "number"
      ? { code: String(code).slice(0, 100) }
      : {}),
    ...(body === "" || body.length > BODY_MAX ? {} : { body }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
