// Local model files as the models service sees them: the files found, and downloads.
import { existsSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { DownloadView } from "#shared/models/model.ts";
import { fail, ok, type Failure, type FileFailure, type Outcome } from "#shared/outcome.ts";
import { fetchOffer, partPath } from "./fetchOffer.ts";
import { platformPackage } from "../engine/llama.ts";
import type { Offer } from "./offers.ts";
import type { Shelf } from "./shelf.ts";

/** The shortest interval between two progress reports of a download. */
const TELL_EVERY_MS = 200;

type Transfer =
  | {
      kind: "running";
      control: AbortController;
      done: Promise<void>;
      received: number;
      checking: boolean;
    }
  | { kind: "paused"; failure?: FileFailure };

/** True if there is a llama.cpp binary for the platform. */
export function isLocalSupported(): boolean {
  try {
    createRequire(import.meta.url).resolve(platformPackage(process.platform, process.arch));
    return true;
  } catch {
    return false;
  }
}

/** The files that the built-in engine can run, and downloads. */
export class LocalModels {
  /** Whether there is a llama.cpp binary for this platform. */
  readonly supported: boolean;
  readonly #shelf: Shelf;
  readonly #offers: readonly Offer[];
  readonly #fetch: typeof globalThis.fetch;
  readonly #transfers = new Map<string, Transfer>();
  #listener: (finished: boolean) => void = () => undefined;
  #telling: NodeJS.Timeout | null = null;

  /** @param offers what can be downloaded */
  constructor(
    shelf: Shelf,
    offers: readonly Offer[],
    supported: boolean,
    fetch: typeof globalThis.fetch,
  ) {
    this.#fetch = fetch;
    this.#shelf = shelf;
    this.#offers = offers;
    this.supported = supported;
  }

  /** Sets the files that the user picked; the next `list` includes them. */
  setPicked(files: readonly string[]): void {
    this.#shelf.setPicked(files);
  }

  /** The model in a file, or why it cannot be used. */
  async check(file: string) {
    return this.#shelf.check(file);
  }

  /** Where a model's file is, as of the last `list`. `fetched` files were downloaded by the app. */
  fileOf(modelId: string) {
    const model = this.#shelf.find(modelId);
    if (model === null) return null;
    const fetched = path.dirname(model.path) === path.resolve(this.#shelf.downloadFolder);
    return {
      path: model.path,
      from: model.picked
        ? ("picked" as const)
        : fetched
          ? ("fetched" as const)
          : ("found" as const),
    };
  }

  /** Deletes a file that the app downloaded. */
  removeFetched(modelId: string): Outcome<null, Failure> {
    const file = this.fileOf(modelId);
    if (file === null || file.from !== "fetched") return fail({ kind: "not-found", what: "model" });
    try {
      rmSync(file.path, { force: true });
      return ok(null);
    } catch (error) {
      return fail({
        kind: "internal",
        detail: error instanceof Error ? error.message : String(error),
      });
    }
  }

  downloads(): DownloadView[] {
    return this.#offers.map((offer) => ({
      id: offer.id,
      name: offer.name,
      bytes: offer.bytes,
      transferBytes: offer.transfer.bytes,
      licence: offer.licence,
      source: offer.source,
      sha256: offer.sha256,
      state: this.#stateOf(offer),
    }));
  }

  /** Starts or resumes a download. */
  startDownload(id: string): Outcome<null, Failure> {
    const offer = this.#offers.find((item) => item.id === id);
    if (offer === undefined) return fail({ kind: "not-found", what: "model" });
    const current = this.#stateOf(offer).kind;
    if (current === "absent" || current === "paused") this.#run(offer);
    return ok(null);
  }

  /** Pauses a running download; discards a paused one with its partial file. */
  cancelDownload(id: string): Outcome<null, Failure> {
    const offer = this.#offers.find((item) => item.id === id);
    if (offer === undefined) return fail({ kind: "not-found", what: "model" });
    const transfer = this.#transfers.get(id);
    if (transfer?.kind === "running") {
      transfer.control.abort();
    } else {
      this.#transfers.delete(id);
      rmSync(partPath(this.#shelf.downloadFolder, offer), { force: true });
      this.#listener(false);
    }
    return ok(null);
  }

  /** Calls the listener on progress; `finished` when a new file is complete. */
  onDownload(listener: (finished: boolean) => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    const running = [...this.#transfers.values()].filter((item) => item.kind === "running");
    for (const transfer of running) transfer.control.abort();
    await Promise.all(running.map((transfer) => transfer.done));
    if (this.#telling !== null) clearTimeout(this.#telling);
    this.#telling = null;
  }

  #stateOf(offer: Offer): DownloadView["state"] {
    const transfer = this.#transfers.get(offer.id);
    if (transfer?.kind === "running") {
      return transfer.checking
        ? { kind: "checking" }
        : { kind: "downloading", receivedBytes: transfer.received };
    }
    const present = this.#shelf.findFile(offer.file, offer.bytes);
    if (present !== null) return { kind: "present", modelId: present.modelId };
    const receivedBytes = this.#partBytes(offer);
    const failure = transfer?.failure;
    if (receivedBytes === 0 && failure === undefined) return { kind: "absent" };
    return { kind: "paused", receivedBytes, failure };
  }

  #partBytes(offer: Offer): number {
    const part = partPath(this.#shelf.downloadFolder, offer);
    return existsSync(part) ? statSync(part).size : 0;
  }

  #run(offer: Offer): void {
    const control = new AbortController();
    const transfer: Extract<Transfer, { kind: "running" }> = {
      kind: "running",
      control,
      received: this.#partBytes(offer),
      checking: false,
      done: Promise.resolve(),
    };
    const progress = {
      received: (bytes: number): void => {
        transfer.received = bytes;
        this.#tell();
      },
      checking: (): void => {
        transfer.checking = true;
        this.#listener(false);
      },
    };
    this.#transfers.set(offer.id, transfer);
    transfer.done = this.#finish(
      offer,
      fetchOffer(offer, this.#shelf.downloadFolder, progress, control.signal, this.#fetch),
    );
    this.#listener(false);
  }

  async #finish(offer: Offer, fetched: Promise<Outcome<string, FileFailure>>): Promise<void> {
    const outcome = await fetched;
    if (outcome.ok) {
      await this.#shelf.scan();
      this.#transfers.delete(offer.id);
    } else {
      const { failure } = outcome;
      this.#transfers.set(offer.id, {
        kind: "paused",
        // A download that the user paused has not failed.
        ...(failure.kind === "cancelled" ? {} : { failure }),
      });
    }
    this.#listener(outcome.ok);
  }

  /** Reports progress soon, once for everything that changes until then. */
  #tell(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      this.#listener(false);
    }, TELL_EVERY_MS);
  }
}
