// What is being entered of a provider, and what is sent of it. Pure.
import { isTemporaryKeyId } from "../../../src-shared/models/providers/awsKeys.ts";
import type { ProviderView } from "../../../src-shared/models/model.ts";
import {
  variablesFor,
  type ProviderInput,
} from "../../../src-shared/models/providers/providerInput.ts";
import {
  kindFacts,
  openPlaceholders,
  PRESETS,
  REMOTE_KINDS,
  type RemoteKind,
} from "../../../src-shared/models/providers/providerKinds.ts";

/** What was entered as a key: the stored one, none, a new one, or the variable to read it from. */
export type KeyDraft =
  | { kind: "kept" }
  | { kind: "none" }
  | { kind: "typed"; key: string }
  | { kind: "variable"; name: string };

/** A kind, or a well-known address of the open kind: `preset:` and its name. */
export type ProviderChoice = RemoteKind | `preset:${string}`;

export interface ProviderDraft {
  choice: ProviderChoice;
  name: string;
  /** May hold placeholders such as `{region}`. */
  baseUrl: string;
  /** What the placeholders stand for. */
  fill: Record<string, string>;
  key: KeyDraft;
  /** Of Azure; empty: none is named. */
  apiVersion: string;
  /** Of Bedrock; empty: the key is one of Bedrock alone. */
  keyId: string;
  /** Of temporary AWS keys; it goes with a key that is typed, never with one that is kept. */
  sessionToken: string;
  /** One a line. */
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

/** A name of its own, or null for the open kind. */
export function choiceName(choice: ProviderChoice): string | null {
  return presetOf(choice)?.name ?? (kindFacts(kindOf(choice)).name || null);
}

/** Where a person gets a key; empty where nobody gives one. */
export function keysPageOf(choice: ProviderChoice): string {
  return presetOf(choice)?.keysPage ?? kindFacts(kindOf(choice)).keysPage;
}

export const needsKey = (choice: ProviderChoice): boolean =>
  presetOf(choice) !== undefined || kindFacts(kindOf(choice)).needsKey;

/** Of the variables that are set, those that may hold a key of this choice. */
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

/** The address with what stands for its placeholders; those that are still open stay in it. */
export function addressOf({ baseUrl, fill }: ProviderDraft): string {
  return baseUrl.trim().replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = fill[name]?.trim() ?? "";
    return value === "" ? whole : value;
  });
}

/** `kept`: a key is stored for the address that stands in the draft. */
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

/** A pair of AWS keys is being entered: a session token may come with them. */
export const takesToken = ({ choice, key, keyId }: ProviderDraft): boolean =>
  kindOf(choice) === "bedrock" && key.kind === "typed" && keyId.trim() !== "";

/** Temporary keys are nothing without it. */
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
