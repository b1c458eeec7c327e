// Reasoning as part of a response, for a program whose dialect the provider speaks: signed or encrypted, it has to come
// back unchanged with the next turn (Anthropic: "Preserving thinking blocks"; OpenAI: "Keeping reasoning items in context").
import type { LanguageModelStreamPart, ToolSet } from "ai";
import type { DialectName } from "#shared/dialects/dialect.ts";
import type { JsonObject } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import type { Block } from "#shared/request/document/message.ts";

type Part = LanguageModelStreamPart<ToolSet>;

/** One block while it arrives. */
interface Arriving {
  block: Block;
  /** By the ids of its parts, in order. */
  texts: Map<string, string>;
}

const EMPTY: Readonly<Record<DialectName, () => Block>> = {
  "openai-chat": () => ({ type: "reasoning", text: "" }),
  "anthropic-messages": () => ({ type: "thinking", thinking: "" }),
  "openai-responses": () => ({ type: "reasoning", summary: [] }),
};

export class ReasoningBlocks {
  readonly #dialect: DialectName;
  readonly #byPart = new Map<string, Arriving>();
  readonly #byItem = new Map<string, Arriving>();
  readonly #whole = new WeakSet<Block>();

  constructor(dialect: DialectName) {
    this.#dialect = dialect;
  }

  /** Takes a part; `begun` is a new block in its place in the response, `done` one that is complete. */
  take(part: Part): { begun?: Block; done?: Block } {
    switch (part.type) {
      case "reasoning-start":
        return this.#start(part.id, metadataOf(part));
      case "reasoning-delta": {
        const arriving = this.#byPart.get(part.id);
        if (arriving === undefined) return {};
        arriving.texts.set(part.id, (arriving.texts.get(part.id) ?? "") + part.text);
        this.#write(arriving, metadataOf(part));
        return {};
      }
      case "reasoning-end":
        return this.#end(part.id, metadataOf(part));
      default:
        return {};
    }
  }

  /** False for a block that was cut off: its provider would refuse it. */
  isWhole(block: Block): boolean {
    return this.#whole.has(block);
  }

  #start(id: string, metadata: JsonObject): { begun?: Block } {
    const { itemId } = metadata;
    const known = typeof itemId === "string" ? this.#byItem.get(itemId) : undefined;
    const arriving = known ?? {
      block: EMPTY[this.#dialect](),
      texts: new Map<string, string>(),
    };
    arriving.texts.set(id, "");
    this.#byPart.set(id, arriving);
    if (typeof itemId === "string") this.#byItem.set(itemId, arriving);
    this.#write(arriving, metadata);
    return known === undefined ? { begun: arriving.block } : {};
  }

  #end(id: string, metadata: JsonObject): { done?: Block } {
    const arriving = this.#byPart.get(id);
    if (arriving === undefined) return {};
    this.#byPart.delete(id);
    this.#write(arriving, metadata);
    const { block } = arriving;
    if (!isComplete(block, metadata)) return {};
    this.#whole.add(block);
    return { done: block };
  }

  #write({ block, texts }: Arriving, metadata: JsonObject): void {
    const all = [...texts.values()];
    const { signature, redactedData, itemId, reasoningEncryptedContent: encrypted } = metadata;
    switch (block.type) {
      case "thinking":
        if (typeof redactedData === "string") {
          delete block["thinking"];
          Object.assign(block, { type: "redacted_thinking", data: redactedData });
        } else block["thinking"] = all.join("");
        if (typeof signature === "string") block["signature"] = signature;
        return;
      case "reasoning":
        if (this.#dialect === "openai-chat") {
          block["text"] = all.join("");
          return;
        }
        if (typeof itemId === "string") block["id"] = itemId;
        block["summary"] = all
          .filter((text) => text !== "")
          .map((text) => ({ type: "summary_text", text }));
        if (typeof encrypted === "string") block["encrypted_content"] = encrypted;
    }
  }
}

/** A thinking block needs its signature; an item of Responses is complete with the end that names its encrypted form. */
const isComplete = ({ type, signature, id }: Block, metadata: JsonObject): boolean =>
  type === "thinking"
    ? typeof signature === "string"
    : id === undefined || Object.hasOwn(metadata, "reasoningEncryptedContent");

/** What the provider's adapter says besides the text; one provider answers, so its name does not matter. */
const metadataOf = ({
  providerMetadata,
}: Extract<Part, { type: "reasoning-start" | "reasoning-delta" | "reasoning-end" }>): JsonObject =>
  Object.assign({}, ...Object.values(providerMetadata ?? {}).filter(isJsonObject)) as JsonObject;
