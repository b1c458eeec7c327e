// Knows how llama.cpp streams: each token comes with everything so far.
import type { LlamaToken } from "./llama.ts";

/** Turns "everything so far" into "what is new". What llama.cpp takes back later is corrected by the final answer. */
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
