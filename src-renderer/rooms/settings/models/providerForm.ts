// The content of a provider's form, its faults, and its conversion to input for main.
import { z } from "zod";
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
import type { T } from "#words/index.ts";

/** The key: stored, none, new, or read from a variable. */
export type KeyDraft =
  | { kind: "kept" }
  | { kind: "none" }
  | { kind: "typed"; key: string }
  | { kind: "variable"; name: string };

/** A provider kind, or `preset:` and the name of a well-known OpenAI-compatible service. */
export type ProviderChoice = RemoteKind | `preset:${string}`;

export interface ProviderFormValues {
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

export function newFormValues(choice: ProviderChoice): ProviderFormValues {
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

/** The form content of a provider that is to be changed. */
export function formValuesOf(provider: ProviderView): ProviderFormValues {
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
export function addressOf({ baseUrl, fill }: ProviderFormValues): string {
  return baseUrl.trim().replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = fill[name]?.trim() ?? "";
    return value === "" ? whole : value;
  });
}

/** Whether the address differs from the one that the stored key was entered for; the key is not kept then. */
export const isMoved = (before: Before | null, values: ProviderFormValues): boolean =>
  before !== null && before.baseUrl !== addressOf(values);

/** The stored provider, as far as its key depends on it. */
type Before = Pick<ProviderView, "baseUrl" | "keyEnds">;

/** @param before the provider that is changed; null for a new one */
export const providerForm = (t: T, before: Before | null) =>
  z.custom<ProviderFormValues>().transform((values, { addIssue }): ProviderInput => {
    const check = (path: string[], isFaulty: boolean, message: string): void => {
      if (isFaulty) addIssue({ code: "custom", path, message });
    };
    const address = addressOf(values);
    const open = openPlaceholders(address);
    const moved = isMoved(before, values);
    const isKept = values.key.kind === "kept" && before?.keyEnds !== undefined && !moved;
    check(["name"], values.name.trim() === "", t("common.enterAName"));
    for (const name of open) check(["fill", name], true, t("providers.placeholderMissing"));
    check(["baseUrl"], open.length === 0 && !isHttp(address), t("settings.provider.noAddress"));
    check(
      ["apiVersion"],
      !/^([a-z0-9][a-z0-9.-]{0,39})?$/.test(values.apiVersion.trim()),
      t("providers.apiVersion.fault"),
    );
    check(["keyId"], !/^(\w{16,128})?$/.test(values.keyId.trim()), t("providers.keyId.fault"));
    check(
      ["sessionToken"],
      wantsToken(values) && values.sessionToken.trim() === "",
      t("providers.sessionToken.fault"),
    );
    check(
      ["key"],
      needsKey(values.choice) &&
        (values.key.kind === "none" || (values.key.kind === "kept" && !isKept)),
      t(
        values.key.kind === "kept" && moved ? "settings.provider.keyMoved" : "providers.keyMissing",
      ),
    );
    return inputOf(values);
  });

/** Whether a pair of AWS keys is being entered, which may come with a session token. */
export const takesToken = ({ choice, key, keyId }: ProviderFormValues): boolean =>
  kindOf(choice) === "bedrock" && key.kind === "typed" && keyId.trim() !== "";

/** Temporary keys require it. */
export const wantsToken = (draft: ProviderFormValues): boolean =>
  takesToken(draft) && isTemporaryKeyId(draft.keyId.trim());

function inputOf(draft: ProviderFormValues): ProviderInput {
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
