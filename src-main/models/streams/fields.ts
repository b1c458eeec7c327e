// What the readers of providers' streams share: strict for what becomes the response, tolerant for everything else.
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";

/** Reads the events of one stream into the form that its adapter accepts. */
export interface StreamReader {
  /**
   * The events that take this one's place; none for one that carries nothing. Throws `NotUnderstood`.
   * @param name the event's name, if it has one
   */
  take(value: JsonObject, name: string | undefined): JsonObject[];
  /** What an adapter needs before something that it can't read, to say why it can't. */
  begin?(): JsonObject[];
  /** What is missing at the end although the response is whole. */
  end?(): JsonObject[];
  /** The event with which the adapter reports an error of the provider. */
  failed(error: StreamError): JsonObject;
}

/** An error of the provider within a response of HTTP 200. */
export interface StreamError {
  message: string;
  type?: string;
  code?: string | number;
  [field: string]: Json | undefined;
}

/** An event that may be part of the response, in a form that nobody knows. */
export class NotUnderstood extends Error {}

/**
 * In place of a count that the provider did not report, where an adapter insists on a number: more than any count, so
 * that `usageOf` takes it for unknown, also in a sum.
 */
export const UNKNOWN_COUNT = 1e15;

const isNothing = (value: Json | undefined): value is null | undefined =>
  value === null || value === undefined;

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

export const textIn = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** A text that becomes part of the response: null and missing are none. */
export function strictText(value: Json | undefined, where: string): string | undefined {
  if (isNothing(value)) return undefined;
  if (typeof value !== "string") throw new NotUnderstood(`${where} is not a text`);
  return value;
}

/** A list that becomes part of the response: null and missing are empty. */
export function strictObjects(value: Json | undefined, where: string): JsonObject[] {
  if (isNothing(value)) return [];
  if (!Array.isArray(value) || !value.every(isJsonObject)) {
    throw new NotUnderstood(`${where} is not a list of objects`);
  }
  return value;
}

/** An object that becomes part of the response: null and missing are empty. */
export function strictObject(value: Json | undefined, where: string): JsonObject {
  if (isNothing(value)) return {};
  if (!isJsonObject(value)) throw new NotUnderstood(`${where} is not an object`);
  return value;
}

/** The object without fields that are null. */
export const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => !isNothing(field)));

/** The object with `more`, without what is undefined there. */
export const withKnown = (value: JsonObject, more: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...value, ...more }).filter(([, one]) => one !== undefined));

/** The numbers of a usage, and those in its details; undefined where it has none of the `required` ones. */
export function countsOf(
  value: Json | undefined,
  required: readonly string[],
): JsonObject | undefined {
  const counts = numbersOf(objectOf(value));
  if (!required.some((name) => Object.hasOwn(counts, name))) return undefined;
  return { ...Object.fromEntries(required.map((name) => [name, UNKNOWN_COUNT])), ...counts };
}

/** The fields that are numbers, also in objects within. */
export const numbersOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): [string, Json][] => {
      if (typeof field === "number") return [[name, field]];
      const details = isJsonObject(field) ? numbersOf(field) : {};
      return Object.keys(details).length === 0 ? [] : [[name, details]];
    }),
  );

/** Whether the event has an error beside or in place of its content; some servers always write the field. */
export const hasError = ({ error }: JsonObject): boolean =>
  !isNothing(error) && error !== false && error !== "";

/** The names of events, not of what went wrong. */
const ERROR_EVENT = /^(response\.)?(error|failed)$/;

/** An error as providers write it: an object, also within others, a text, or fields beside the event's type. */
export function errorOf(value: Json | undefined): StreamError {
  if (isJsonObject(value) && hasError(value)) return errorOf(value["error"]);
  if (!isJsonObject(value)) {
    return { message: typeof value === "string" && value !== "" ? value : JSON.stringify(value) };
  }
  const { message, code, status, error: _none, ...rest } = value;
  const type = textIn(value["type"]);
  return {
    ...withoutNulls(rest),
    message: textIn(message) ?? textIn(rest["detail"]) ?? JSON.stringify(value),
    type: type === undefined || ERROR_EVENT.test(type) ? undefined : type,
    code: codeOf(code) ?? codeOf(status),
  } as StreamError;
}

/** Providers write a status as a number or as its digits. */
function codeOf(value: Json | undefined): string | number | undefined {
  if (typeof value === "string" && /^[45]\d\d$/.test(value)) return Number(value);
  return typeof value === "number" ? value : textIn(value);
}
