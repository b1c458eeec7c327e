// The content of a provider's form, and its conversion to input for main. Pure functions.
import { isTemporaryKeyId } from "#shared/models/providers/awsKeys.ts";
import type { ProviderView } from "#shared/models/model.ts";
import { variablesFor, type ProviderInput } from "#shared/models/providers/providerInput.ts";
import {
  kindFacts,
  openPlaceholders,
  PRESETS,
  REMOTE_KINDS,
  type RemoteKind,
} from "#shared/models/providers/providerKinds.ts";

/** The key: stored, none, new, or read from a variable. */
export type KeyDraft =
  | { kind: "kept" }
  | { kind: "none" }
  | { kind: "typed"; key: string }
  | { kind: "variable"; name: string };

/** A provider kind, or `preset:` and the name of a well-known OpenAI-compatible service. */
export type ProviderChoice = RemoteKind | `preset:${string}`;

export interface ProviderDraft {
  choice: ProviderChoice;
  name: string;
  /** May contain placeholders such as `{region}`. */
  baseUrl: string;
  /** Values of the placeholders. */
  fill: Record<string, string>;
  key: KeyDraft;
  /** For Azure; empty: not specified. */
  apiVersion: string;
  /** For Bedrock; empty: the key is a Bedrock API key. */
  keyId: string;
  /** Of temporary AWS keys; only with a newly typed key. */
  sessionToken: string;
  /** One per line. */
  modelNames: string;
}

export type ProviderFault =
  | "name"
  | "address"
  | "placeholder"
  | "key"
  | "apiVersion"
  | "keyId"
  | "sessionToken";

/** Everything that can be added, hosted services first. */
export const choices = (): ProviderChoice[] => [
  ...REMOTE_KINDS.filter((kind) => kind !== "openai-compatible"),
  ...PRESETS.map(({ name }): ProviderChoice => `preset:${name}`),
  "openai-compatible",
];

const presetOf = (choice: ProviderChoice) =>
  PRESETS.find(({ name }) => choice === `preset:${name}`);

export function kindOf(choice: ProviderChoice): RemoteKind {
  return REMOTE_KINDS.find((kind) => kind === choice) ?? "openai-compatible";
}

/** The proper name, or null for the generic OpenAI-compatible kind. */
export function choiceName(choice: ProviderChoice): string | null {
  return presetOf(choice)?.name ?? (kindFacts(kindOf(choice)).name || null);
}

/** The page where the user can get a key; empty if there is none. */
export function keysPageOf(choice: ProviderChoice): string {
  return presetOf(choice)?.keysPage ?? kindFacts(kindOf(choice)).keysPage;
}

export const needsKey = (choice: ProviderChoice): boolean =>
  presetOf(choice) !== undefined || kindFacts(kindOf(choice)).needsKey;

/** The set variables that may hold a key for this choice. */
export function variablesOf(choice: ProviderChoice, set: readonly string[]): string[] {
  const own = presetOf(choice)?.environment ?? variablesFor(kindOf(choice));
  return set.filter((name) => own.includes(name));
}

export function newDraft(choice: ProviderChoice): ProviderDraft {
  const baseUrl = presetOf(choice)?.baseUrl ?? kindFacts(kindOf(choice)).baseUrl;
  return {
    choice,
    name: choiceName(choice) ?? "",
    baseUrl,
    fill: Object.fromEntries(openPlaceholders(baseUrl).map((name) => [name, ""])),
    key: { kind: "none" },
    apiVersion: "",
    keyId: "",
    sessionToken: "",
    modelNames: "",
  };
}

export function draftOf(provider: ProviderView): ProviderDraft {
  const { kind, name, baseUrl, variable, keyEnds, modelNames = [] } = provider;
  const { apiVersion = "", keyId = "" } = provider;
  return {
    choice: kind === "local" ? "openai-compatible" : kind,
    name,
    baseUrl,
    fill: {},
    key:
      variable !== undefined
        ? { kind: "variable", name: variable }
        : { kind: keyEnds === undefined ? "none" : "kept" },
    apiVersion,
    keyId,
    sessionToken: "",
    modelNames: modelNames.join("\n"),
  };
}

/** The address with its placeholders filled in; those without a value stay. */
export function addressOf({ baseUrl, fill }: ProviderDraft): string {
  return baseUrl.trim().replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = fill[name]?.trim() ?? "";
    return value === "" ? whole : value;
  });
}

/** `kept`: a key is stored for the address in the draft. */
export function faultsOf(draft: ProviderDraft, kept: boolean): ProviderFault[] {
  const address = addressOf(draft);
  const open = openPlaceholders(address).length > 0;
  const keyless = draft.key.kind === "none" || (draft.key.kind === "kept" && !kept);
  const faults: [ProviderFault, boolean][] = [
    ["name", draft.name.trim() === ""],
    ["placeholder", open],
    ["address", !open && !isHttp(address)],
    ["apiVersion", !/^([a-z0-9][a-z0-9.-]{0,39})?$/.test(draft.apiVersion.trim())],
    ["keyId", !/^(\w{16,128})?$/.test(draft.keyId.trim())],
    ["sessionToken", wantsToken(draft) && draft.sessionToken.trim() === ""],
    ["key", keyless && needsKey(draft.choice)],
  ];
  return faults.flatMap(([fault, there]) => (there ? [fault] : []));
}

/** Whether a pair of AWS keys is being entered, which may come with a session token. */
export const takesToken = ({ choice, key, keyId }: ProviderDraft): boolean =>
  kindOf(choice) === "bedrock" && key.kind === "typed" && keyId.trim() !== "";

/** Temporary keys require it. */
export const wantsToken = (draft: ProviderDraft): boolean =>
  takesToken(draft) && isTemporaryKeyId(draft.keyId.trim());

export function inputOf(draft: ProviderDraft): ProviderInput {
  const { key } = draft;
  return {
    kind: kindOf(draft.choice),
    name: draft.name.trim(),
    baseUrl: addressOf(draft),
    key: key.kind === "typed" ? key.key.trim() : key.kind === "none" ? "" : null,
    ...(key.kind === "variable" ? { variable: key.name } : {}),
    ...(kindOf(draft.choice) === "azure" ? { apiVersion: draft.apiVersion.trim() } : {}),
    ...(kindOf(draft.choice) === "bedrock" ? { keyId: draft.keyId.trim() } : {}),
    ...(takesToken(draft) && draft.sessionToken.trim() !== ""
      ? { sessionToken: draft.sessionToken.trim() }
      : {}),
    modelNames: namesOf(draft.modelNames),
  };
}

const namesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

function isHttp(address: string): boolean {
  try {
    return /^https?:$/.test(new URL(address).protocol);
  } catch {
    return false;
  }
}
