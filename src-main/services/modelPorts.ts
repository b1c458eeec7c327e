// What the models service needs: implemented by `model` and `store`.
import type { Outcome, Failure } from "../../src-shared/outcome.ts";
import type { DownloadView, FoundProvider, ModelRef, ModelView, ModelsView } from "../../src-shared/models/model.ts";

/** A provider as kept on disk. Its key lives in `Secrets` under `provider:<id>`. */
export interface StoredProvider {
  id: string;
  kind: "openai-compatible";
  name: string;
  baseUrl: string;
}

export interface StoredModels {
  providers: StoredProvider[];
  /** Paths of GGUF files that the person picked. */
  files: string[];
  /** Models switched off. */
  disabled: ModelRef[];
  defaultModel: ModelRef | null;
}

export interface ModelStore {
  load(): { models: StoredModels; faults: Failure[] };
  save(models: StoredModels): Outcome<null, Failure>;
}

/** The side of the models room that IPC sees; see `ipc/contract` for each. */
export interface ModelsService {
  view(): ModelsView;
  refresh(): Promise<void>;
  addProvider(input: { name: string; baseUrl: string; key: string | null }): Promise<Outcome<string, Failure>>;
  updateProvider(id: string, input: { name: string; baseUrl: string; key: string | null }): Promise<Outcome<null, Failure>>;
  removeProvider(id: string): Outcome<null, Failure>;
  check(id: string): Promise<Outcome<null, Failure>>;
  enable(model: ModelRef, enabled: boolean): Outcome<null, Failure>;
  setDefault(model: ModelRef | null): Outcome<null, Failure>;
  addFile(path: string): Promise<Outcome<ModelRef, Failure>>;
  removeFile(modelId: string): Outcome<null, Failure>;
  download(id: string): Outcome<null, Failure>;
  cancelDownload(id: string): Outcome<null, Failure>;
  /** Ends what runs: engine process, downloads. */
  close(): Promise<void>;
}

export type { DownloadView, FoundProvider, ModelView };
