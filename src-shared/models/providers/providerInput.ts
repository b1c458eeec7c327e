// Schema of a provider as the user enters it. The key only ever travels from the window to main.
import { z } from "zod";
import { PRESETS, REMOTE_KINDS, kindFacts, type RemoteKind } from "./providerKinds.ts";

/** An Azure API version, such as `2024-10-21`, `2025-04-01-preview` or `preview`. */
export const apiVersionSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]*$/)
  .max(40);
/** The id of an AWS access key (docs.aws.amazon.com/IAM/latest/APIReference/API_AccessKey.html). */
export const keyIdSchema = z.string().regex(/^\w{16,128}$/);

export const providerInputSchema = z.strictObject({
  /** Defaults to `openai-compatible`; cannot be changed for an existing provider. */
  kind: z.enum(REMOTE_KINDS).optional(),
  /** Given by the user, or by the program found (Ollama, LM Studio, llama.cpp). */
  name: z.string().min(1).max(200),
  /** Including the version path, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: z.url().max(2000),
  /** Null keeps the stored key, an empty string deletes it. */
  key: z.string().max(8000).nullable(),
  /** The environment variable from which to read the key at each start, instead of storing it. */
  variable: z.string().min(1).max(100).optional(),
  /** Azure: the API version to request; an empty string removes it. */
  apiVersion: apiVersionSchema.or(z.literal("")).optional(),
  /** Bedrock: the access key id that belongs to `key`, with which requests are signed; an empty string removes it. */
  keyId: keyIdSchema.or(z.literal("")).optional(),
  /** Bedrock: the session token of temporary credentials; stored and deleted with `key`. */
  sessionToken: z.string().max(8000).optional(),
  /** Models that the provider does not list: deployments, inference profiles. */
  modelNames: z.array(z.string().min(1).max(500)).max(500).optional(),
});
export type ProviderInput = z.infer<typeof providerInputSchema>;

/** The environment variables that may hold a key for this kind; no others are read. */
export function variablesFor(kind: RemoteKind): string[] {
  const own = [...kindFacts(kind).environment];
  return kind === "openai-compatible" ? PRESETS.flatMap(({ environment }) => environment) : own;
}

/**
 * Whether `baseUrl` is one of the known addresses for this variable, so that its key may be sent there. AWS addresses
 * match with any region.
 */
export function isVariablesOwn(variable: string, kind: RemoteKind, baseUrl: string): boolean {
  const facts = kind === "openai-compatible" ? PRESETS : [kindFacts(kind)];
  return facts.some((one) => {
    if (!one.environment.includes(variable)) return false;
    const [begin = "", end] = one.baseUrl.split("{region}");
    if (end === undefined) return baseUrl === begin;
    const region = baseUrl.slice(begin.length, -end.length);
    return baseUrl === `${begin}${region}${end}` && /^[a-z0-9-]+$/.test(region);
  });
}

/** The environment variables of all kinds. */
export const knownVariables = (): string[] => [...new Set(REMOTE_KINDS.flatMap(variablesFor))];
