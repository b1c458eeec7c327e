// AWS credentials encoded as one string, so that they are stored and passed like any other provider's key.
import { z } from "zod";
import { jsonIn } from "../../json.ts";

/** `sessionToken`: present for temporary credentials. `keyId`: takes precedence over the one in the provider's form. */
export interface AwsKeys {
  keyId?: string | undefined;
  secret: string;
  sessionToken?: string | undefined;
}

/** The variables that AWS's own tools read (docs.aws.amazon.com/cli, "Environment variables"). */
export const AWS_VARIABLES = {
  keyId: "AWS_ACCESS_KEY_ID",
  secret: "AWS_SECRET_ACCESS_KEY",
  sessionToken: "AWS_SESSION_TOKEN",
} as const;

/** True for an id of temporary credentials (docs.aws.amazon.com/IAM, "IAM identifiers"), which need a session token. */
export const isTemporaryKeyId = (keyId: string): boolean => keyId.startsWith("ASIA");

const keysSchema = z.strictObject({
  keyId: z.string().optional(),
  secret: z.string(),
  sessionToken: z.string().optional(),
});

/** Encodes the credentials as one string: the secret alone if there is nothing else, JSON otherwise. */
export function joinedAwsKeys({ keyId, secret, sessionToken }: AwsKeys): string {
  return keyId === undefined && sessionToken === undefined
    ? secret
    : JSON.stringify({ keyId, secret, sessionToken });
}

/** Decodes `joinedAwsKeys`. AWS keys contain no braces, so a leading brace means JSON. */
export function awsKeysOf(key: string): AwsKeys {
  if (!key.startsWith("{")) return { secret: key };
  return keysSchema.safeParse(jsonIn(key)).data ?? { secret: key };
}
