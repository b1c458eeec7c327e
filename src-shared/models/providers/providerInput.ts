// What the user enters of a provider. The key travels towards main only.
import { z } from "zod";
import { PRESETS, REMOTE_KINDS, kindFacts, type RemoteKind } from "./providerKinds.ts";

/** Azure's word for a version of its API, such as `2024-10-21`, `2025-04-01-preview` or `preview`. */
export const apiVersionSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]*$/)
  .max(40);
/** AWS's id of an access key (docs.aws.amazon.com/IAM/latest/APIReference/API_AccessKey.html). */
export const keyIdSchema = z.string().regex(/^\w{16,128}$/);

export const providerInputSchema = z.strictObject({
  /** `openai-compatible` where it is not said; of a provider that is there it cannot change. */
  kind: z.enum(REMOTE_KINDS).optional(),
  name: z.string().min(1).max(200),
  baseUrl: z.url().max(2000),
  /** Null keeps what is stored, an empty one removes it. */
  key: z.string().max(8000).nullable(),
  /** The environment variable to read the key from at each start, instead of storing one. */
  variable: z.string().min(1).max(100).optional(),
  /** Of Azure: asked for with each request; an empty one removes it. */
  apiVersion: apiVersionSchema.or(z.literal("")).optional(),
  /** Of Bedrock: the key is the secret access key of this one, and each request is signed; an empty one removes it. */
  keyId: keyIdSchema.or(z.literal("")).optional(),
  /** Of Bedrock: what came with a secret access key that is temporary. It is kept with `key`, and goes with it. */
  sessionToken: z.string().max(8000).optional(),
  /** Names of models that it does not list: deployments, inference profiles. */
  modelNames: z.array(z.string().min(1).max(500)).max(500).optional(),
});
export type ProviderInput = z.infer<typeof providerInputSchema>;

/** The variables that may hold a key for this kind; nothing else of the environment is ever read for it. */
export function variablesFor(kind: RemoteKind): string[] {
  const own = [...kindFacts(kind).environment];
  return kind === "openai-compatible" ? PRESETS.flatMap(({ environment }) => environment) : own;
}

/** Whether the address is one that the variable is for, whoever wrote it: it stands here. AWS names its own regions. */
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

/** All of them. */
export const knownVariables = (): string[] => [...new Set(REMOTE_KINDS.flatMap(variablesFor))];
