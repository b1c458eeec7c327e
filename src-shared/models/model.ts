// Models and providers as the renderer sees them, without secrets.
import type { FileFailure, ModelFailure } from "../outcome.ts";
import type { ModelAbilities, Origins } from "./ranking/abilities.ts";
import type { ModelWaits } from "./waits.ts";
import type { Serving } from "./local/serving.ts";
import type { ProviderInput } from "./providers/providerInput.ts";
import type { ProviderKind } from "./providers/providerKinds.ts";
import type { MeasuredSpeed } from "./ranking/score.ts";

export type { ModelAbilities } from "./ranking/abilities.ts";

/** Identifies a model by its provider and the provider's id for it. */
export interface ModelRef {
  providerId: string;
  modelId: string;
}

export interface ModelView {
  ref: ModelRef;
  /** Display name, as the provider gives it. */
  name: string;
  /** Abilities and prices, merged from all sources. */
  abilities: ModelAbilities;
  /** The source of each ability. */
  origins?: Origins;
  /** Abilities and origins without the user's overrides; present only if there are any. */
  withoutPerson?: { abilities: ModelAbilities; origins: Origins };
  /** What the local model server that runs it reports. */
  serving?: Serving;
  /** The user's timeouts for this model, where they differ from the default. */
  waits?: ModelWaits;
  /** False: turned off by the user and never offered. */
  enabled: boolean;
  /** A local model file that the user can remove from the list; a downloaded one is deleted. */
  removable?: boolean;
}

export type { ProviderKind };

/** Its base URL is empty for `local`. */
export interface ProviderView extends Pick<
  ProviderInput,
  "name" | "baseUrl" | "variable" | "apiVersion" | "keyId" | "modelNames"
> {
  id: string;
  kind: ProviderKind;
  /** The last four characters of the key, if there is one. */
  keyEnds?: string;
  /** Newly listed models stay off until the user turns them on. */
  newModelsOff?: true;
  onThisMachine: boolean;
  state: ProviderState;
  models: ModelView[];
}

export type ProviderState =
  | { kind: "unchecked" }
  | { kind: "checking" }
  | { kind: "answers"; atMs: number }
  | { kind: "failed"; atMs: number; failure: ModelFailure };

/** A provider found on this machine and not added yet. */
export interface FoundProvider {
  name: string;
  baseUrl: string;
  models: number;
}

/** A small model that can be downloaded into the app. Sizes in bytes. */
export interface DownloadView {
  id: string;
  name: string;
  bytes: number;
  /** Size of the download, which is larger than `bytes` if the model comes inside an archive. */
  transferBytes: number;
  licence: string;
  source: string;
  sha256: string;
  state:
    | { kind: "absent" }
    | { kind: "downloading"; receivedBytes: number }
    | { kind: "checking" }
    | { kind: "paused"; receivedBytes: number; failure?: FileFailure }
    | { kind: "present"; modelId: string };
}

/** Where secrets are stored. `memory`: only until the app quits. */
export type SecretStorage = "encrypted" | "memory";

export interface ModelsView {
  providers: ProviderView[];
  /** The last removed provider, as long as the removal can be undone. */
  removed?: { id: string; name: string };
  found: FoundProvider[];
  downloads: DownloadView[];
  /** Preselected at gate 1 if no hint, rule or policy says otherwise. */
  defaultModel: ModelRef | null;
  /** Measured speeds of models on this machine. */
  speeds?: { ref: ModelRef; speed: MeasuredSpeed }[];
  /** There is a llama.cpp binary for this platform. */
  localSupported: boolean;
}

export const sameModel = (a: ModelRef | null, b: ModelRef | null): boolean =>
  a !== null && b !== null && a.providerId === b.providerId && a.modelId === b.modelId;
