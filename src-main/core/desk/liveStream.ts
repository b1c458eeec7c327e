// What a program gets of a response while the model writes it, and the record of that for the ledger.
import type { ResponseDocument } from "#shared/request/document/message.ts";
import { addLivePart, charactersOf, isWholeOf } from "#shared/request/life/streamed.ts";
import type { LivePart, Streamed } from "#shared/request/life/stream.ts";
import type { Hasher } from "../ports.ts";

export class LiveStream {
  #send: ((part: LivePart) => void) | null;
  readonly #maySend: () => boolean;
  readonly #sent: LivePart[] = [];
  #characters = 0;

  /**
   * @param send null: nothing is sent before gate 2
   * @param maySend asked before each part: mode, permission and rules may change meanwhile
   */
  constructor(send: ((part: LivePart) => void) | null, maySend: () => boolean) {
    this.#send = send;
    this.#maySend = maySend;
  }

  get characters(): number {
    return this.#characters;
  }

  send(part: LivePart): void {
    // A gap could not be filled later.
    if (this.#send !== null && !this.#maySend()) this.stop();
    if (this.#send === null || part === "") return;
    addLivePart(this.#sent, part);
    this.#characters += charactersOf([part]);
    this.#send(part);
  }

  /** Sends nothing more. */
  stop(): void {
    this.#send = null;
  }

  /** @param generated the response as it became; null: it failed */
  record(generated: ResponseDocument | null, hasher: Hasher): { streamed?: Streamed } {
    if (this.#sent.length === 0) return {};
    const isWhole = generated !== null && isWholeOf(this.#sent, generated);
    const [characters, hash] = [this.#characters, hasher.hash(this.#sent)];
    return { streamed: { characters, hash, ...(isWhole ? { whole: true } : {}) } };
  }
}
