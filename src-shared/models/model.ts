// What is known of models and of those who provide them, as the renderer sees it. No secrets.
import type { FileFailure, ModelFailure } from "../outcome.ts";
import type { ModelAbilities, Origins } from "./ranking/abilities.ts";
import type { ModelWaits } from "./waits.ts";
import type { Serving } from "./local/serving.ts";
import type { ProviderKind } from "./providers/providerKinds.ts";
import type { MeasuredSpeed } from "./ranking/score.ts";

export type { ModelAbilities } from "./ranking/abilities.ts";

/** A model is named by its provider and its id there. */
export interface ModelRef {
  providerId: string;
  modelId: string;
}

export interface ModelView {
  ref: ModelRef;
  /** Name to show; the provider's id for it. */
  name: string;
  /** What it can do and costs, all sources put together. */
  abilities: ModelAbilities;
  /** Who says each of them. */
  origins?: Origins;
  /** What would hold without the user's own words; given where there are some. */
  withoutPerson?: { abilities: ModelAbilities; origins: Origins };
  /** What the program that serves it says, where it runs on somebody's own machine. */
  serving?: Serving;
  /** How long the user lets it be silent, where that is not the usual. */
  waits?: ModelWaits;
  /** Turned off by the user: never offered. */
  enabled: boolean;
  /** A file of the local engine that the user can take off the list, or delete where it was fetched. */
  removable?: boolean;
}

export type { ProviderKind };

export interface ProviderView {
  id: string;
  kind: ProviderKind;
  /** Name given by the user, or of the program found (Ollama, LM Studio, llama.cpp). */
  name: string;
  /** Address up to and including its version path, such as `http://127.0.0.1:11434/v1`. Empty for `local`. */
  baseUrl: string;
  /** The last four characters of the key, when there is one. */
  keyEnds?: string;
  /** The environment variable that the key is read from at each start; it is not stored then. */
  variable?: string;
  /** Of Azure: the version of the API that is asked for. */
  apiVersion?: string;
  /** Of Bedrock: the access key whose secret the key is. */
  keyId?: string;
  /** Names of models that the user added. */
  modelNames?: string[];
  /** Models that it lists from now on stay off until they are turned on. */
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

/** A provider that was found on this machine and is not added yet. */
export interface FoundProvider {
  name: string;
  baseUrl: string;
  models: number;
}

/** A small model that can be fetched into the app. Sizes in bytes. */
export interface DownloadView {
  id: string;
  name: string;
  bytes: number;
  /** Bytes that travel, where the file comes wrapped in a larger one. */
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

/** How secrets are kept on this machine. `memory` means: until the app is quit. */
export type SecretStorage = "encrypted" | "memory";

export interface ModelsView {
  providers: ProviderView[];
  /** The one that was removed last, with its key, as long as it can be brought back. */
  removed?: { id: string; name: string };
  found: FoundProvider[];
  downloads: DownloadView[];
  /** Chosen in advance at gate 1 when nothing else says better. */
  defaultModel: ModelRef | null;
  /** How quickly models answered here. */
  speeds?: { ref: ModelRef; speed: MeasuredSpeed }[];
  /** The platform has a llama.cpp binary. */
  localSupported: boolean;
}

export const sameModel = (a: ModelRef | null, b: ModelRef | null): boolean =>
  a !== null && b !== null && a.providerId === b.providerId && a.modelId === b.modelId;
