// Tracks the parts of a response while it streams: what the user sees, reasoning with its duration, and incomplete
// tool calls.
import type { LanguageModelStreamPart, ToolSet } from "ai";
import { argumentsIn } from "#shared/dialects/plain.ts";
import type { Block } from "#shared/request/document/message.ts";
import type { ReasoningPart, StreamKind, StreamPiece } from "#shared/request/life/stream.ts";

interface Growing extends ReasoningPart {
  /** The AI SDK's id, which a later part may reuse. Null once this part has ended. */
  id: string | null;
  sinceMs: number;
}

interface HalfCall {
  name: string;
  text: string;
}

export class PartialResponse {
  readonly #now: () => number;
  /** Indices of blocks, by kind and AI SDK id. */
  readonly #places = new Map<string, number>();
  /** In the order in which they started. */
  readonly #reasoning: Growing[] = [];
  readonly #calls = new Map<string, HalfCall>();
  #blocks = 0;
  #characters = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** UTF-16 units received so far: text, reasoning, arguments. */
  get characters(): number {
    return this.#characters;
  }

  /** Takes one part; returns what it adds to the view, or null if it is not shown. */
  take(part: LanguageModelStreamPart<ToolSet>): StreamPiece | null {
    switch (part.type) {
      case "text-delta":
        return this.#piece("text", part.id, part.text);
      case "reasoning-start":
        this.#thinking(part.id);
        return this.#piece("reasoning", part.id, "");
      case "reasoning-delta":
        this.#thinking(part.id).text += part.text;
        return this.#piece("reasoning", part.id, part.text);
      case "reasoning-end":
        this.#thought(part.id);
        return null;
      case "text-end":
        this.#places.delete(`text ${part.id}`);
        return null;
      case "tool-input-start":
        this.#calls.set(part.id, { name: part.toolName, text: "" });
        return this.#piece("tool", part.id, "", part.toolName);
      case "tool-input-delta":
        return this.#grow(part.id, part.delta);
      case "tool-call":
        return this.#called(part.toolCallId, part.toolName, part.input);
      default:
        return null;
    }
  }

  /** The reasoning so far, in the order in which it started; undefined if there is none. */
  reasoning(): ReasoningPart[] | undefined {
    if (this.#reasoning.length === 0) return undefined;
    return this.#reasoning.map(({ id, text, tookMs, sinceMs }) => ({
      text,
      tookMs: id === null ? tookMs : this.#now() - sinceMs,
    }));
  }

  /**
   * Tool calls that were cut off, in a form that the user can fix: complete arguments as an object, others as raw
   * text.
   */
  halfCalls(): Block[] {
    return [...this.#calls].map(([id, { name, text }]) => ({
      type: "tool_use",
      id,
      name,
      input: argumentsIn(text) ?? text,
    }));
  }

  #thinking(id: string): Growing {
    const known = this.#reasoning.findLast((part) => part.id === id);
    if (known !== undefined) return known;
    const made = { id, text: "", tookMs: 0, sinceMs: this.#now() };
    this.#reasoning.push(made);
    return made;
  }

  #thought(id: string): void {
    const part = this.#thinking(id);
    part.tookMs = this.#now() - part.sinceMs;
    part.id = null;
    this.#places.delete(`reasoning ${id}`);
  }

  #grow(id: string, delta: string): StreamPiece {
    const call = this.#calls.get(id);
    if (call !== undefined) call.text += delta;
    return this.#piece("tool", id, delta, call?.name);
  }

  /** The call is complete. One that did not stream is shown now. */
  #called(id: string, name: string, input: unknown): StreamPiece | null {
    const grown = this.#calls.delete(id);
    if (grown) return null;
    const text = typeof input === "string" ? input : JSON.stringify(input ?? null);
    return this.#piece("tool", id, text, name);
  }

  #piece(kind: StreamKind, id: string, text: string, name?: string): StreamPiece {
    const key = `${kind} ${id}`;
    const block = this.#places.get(key) ?? this.#blocks++;
    this.#places.set(key, block);
    this.#characters += text.length;
    return { block, kind, text, name };
  }
}
