// What is stored of a provider that the user enters, and whether its key is kept. Pure.
import { awsKeysOf, joinedAwsKeys } from "#shared/models/providers/awsKeys.ts";
import { variablesFor, type ProviderInput } from "#shared/models/providers/providerInput.ts";
import { kindFacts, type RemoteKind } from "#shared/models/providers/providerKinds.ts";
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import { readBaseUrl, sameAddress } from "./modelAddress.ts";
import type { StoredProvider } from "../storedModels.ts";

/** The provider that the input describes; fields that are not in the form are kept from `current`. */
export function provided(
  id: string,
  input: ProviderInput,
  current?: StoredProvider,
): Outcome<StoredProvider, Failure> {
  const address = readBaseUrl(input.baseUrl);
  if (!address.ok) return address;
  const kind = current?.kind ?? input.kind ?? "openai-compatible";
  const refused = refusedInput(kind, input);
  if (refused !== null) return fail(refused);
  const variable = input.variable ?? keptVariable(input, current, address.value);
  const apiVersion = kind === "azure" ? (input.apiVersion ?? current?.apiVersion ?? "") : "";
  const keyId = kind === "bedrock" ? (input.keyId ?? current?.keyId ?? "") : "";
  const names = input.modelNames ?? current?.modelNames;
  return ok({
    id,
    kind,
    name: input.name,
    baseUrl: address.value,
    variable,
    ...(apiVersion === "" ? {} : { apiVersion }),
    ...(keyId === "" ? {} : { keyId }),
    ...(names === undefined || names.length === 0 ? {} : { modelNames: [...new Set(names)] }),
    ...(current?.only === undefined ? {} : { only: current.only }),
  });
}

/** A variable, like a key, is kept only for the address that it was chosen for. */
function keptVariable(
  input: ProviderInput,
  current: StoredProvider | undefined,
  baseUrl: string,
): string | undefined {
  if (current === undefined || input.key !== null) return undefined;
  return sameAddress(current.baseUrl, baseUrl) ? current.variable : undefined;
}

/**
 * Whether the stored key still belongs to the provider. Without its key id, a signing secret would be sent as a plain
 * key, so it is not kept.
 */
export function keepsKey(
  input: ProviderInput,
  current: StoredProvider,
  next: StoredProvider,
): boolean {
  if (input.variable !== undefined || input.key !== null) return false;
  if (current.keyId !== undefined && next.keyId === undefined) return false;
  return sameAddress(current.baseUrl, next.baseUrl);
}

/** Refuses a key that cannot be sent, or a variable that is not known for this kind. */
function refusedInput(kind: RemoteKind, input: ProviderInput): Failure | null {
  const { variable } = input;
  const key = enteredKey(input);
  if (key !== null && !isKeyUsable(key)) return { kind: "model-key-unusable" };
  if (variable !== undefined && !variablesFor(kind).includes(variable)) {
    const detail = `${variable} is not read for ${kind}`;
    return { kind: "invalid-argument", channel: "models.addProvider", detail };
  }
  return null;
}

/** The key that the user entered, joined with its session token; null if there is none. */
export function enteredKey(input: ProviderInput): string | null {
  const key = input.key?.trim() ?? "";
  if (input.variable !== undefined || key === "") return null;
  const sessionToken = input.sessionToken?.trim() ?? "";
  return sessionToken === "" ? key : joinedAwsKeys({ secret: key, sessionToken });
}

/** Every part must be valid in a header; an error about one that is not would quote it. */
export function isKeyUsable(key: string): boolean {
  const { keyId = "-", secret, sessionToken = "-" } = awsKeysOf(key);
  return [keyId, secret, sessionToken].every((part) => /^[\x21-\x7e]+$/.test(part));
}

/** False if this kind needs a key and there is none. */
export function hasKeyNeeded(kind: RemoteKind, key: string | null): boolean {
  return key !== null || !kindFacts(kind).needsKey;
}
