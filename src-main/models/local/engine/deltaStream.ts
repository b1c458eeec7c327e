// Converts llama.cpp's stream, where each token comes with the whole text so far, to deltas.
import type { LlamaToken } from "./llama.ts";

/** Turns cumulative texts into deltas. What llama.cpp takes back later is corrected by the final response. */
export class DeltaStream {
  text = "";
  #reasoning = "";
  readonly #emit: (text: string, reasoning: string) => void;

  constructor(emit: (text: string, reasoning: string) => void) {
    this.#emit = emit;
  }

  take(token: LlamaToken): void {
    const text = newPart(this.text, token.content);
    const reasoning = newPart(this.#reasoning, token.reasoning_content);
    this.text += text;
    this.#reasoning += reasoning;
    if (text !== "" || reasoning !== "") this.#emit(text, reasoning);
  }
}

function newPart(sent: string, all: string | undefined): string {
  return all?.startsWith(sent) === true ? all.slice(sent.length) : "";
}
