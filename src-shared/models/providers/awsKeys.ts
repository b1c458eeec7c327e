// What AWS gives to sign requests with, as one text that is kept and carried like the key of any other provider.
import { z } from "zod";

/** `sessionToken`: the keys are temporary ones. `keyId`: where they name it themselves, it counts over that of a form. */
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

/** The id of temporary keys begins so (docs.aws.amazon.com/IAM, "IAM identifiers"); without a session token they are none. */
export const isTemporaryKeyId = (keyId: string): boolean => keyId.startsWith("ASIA");

const keysSchema = z.strictObject({
  keyId: z.string().optional(),
  secret: z.string(),
  sessionToken: z.string().optional(),
});

/** Printable and without spaces where its parts are; a secret alone stays as it is. */
export function joinedAwsKeys({ keyId, secret, sessionToken }: AwsKeys): string {
  return keyId === undefined && sessionToken === undefined
    ? secret
    : JSON.stringify({ keyId, secret, sessionToken });
}

/** The parts again. A key of AWS's holds no braces: what begins with one was joined here. */
export function awsKeysOf(key: string): AwsKeys {
  if (!key.startsWith("{")) return { secret: key };
  try {
    return keysSchema.parse(JSON.parse(key));
  } catch {
    return { secret: key };
  }
}
