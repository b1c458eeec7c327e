// The size of llama.cpp's KV cache per token, from the layout that a file states. Pure. Source: llama.cpp,
// llama-hparams and llama-kv-cache: keys and values of each layer, as 16-bit numbers.
import type { GgufValue } from "./ggufReader.ts";

const BYTES_PER_NUMBER = 2;

/**
 * Bytes per token of context; undefined if the file does not state enough. Sliding-window layers count as full ones,
 * so the result may be too large, never too small.
 */
export function cacheBytesPerToken(
  values: ReadonlyMap<string, GgufValue>,
  architecture: string,
): number | undefined {
  const value = (key: string): GgufValue | undefined => values.get(`${architecture}.${key}`);
  const number = (key: string): number | undefined => {
    const found = value(key);
    return typeof found === "number" ? found : undefined;
  };
  const layers = number("block_count");
  if (layers === undefined || layers === 0) return undefined;
  const rank = number("attention.kv_lora_rank");
  if (rank !== undefined) {
    // Multi-head latent attention (DeepSeek): one compressed row and the rotary part for each layer.
    return layers * (rank + (number("rope.dimension_count") ?? 64)) * BYTES_PER_NUMBER;
  }
  const heads = value("attention.head_count");
  const kvHeads = value("attention.head_count_kv") ?? heads;
  const isRecurrent = number("ssm.state_size") !== undefined;
  if (kvHeads === undefined) return isRecurrent ? 0 : undefined;
  const most = Array.isArray(heads) ? Math.max(0, ...heads) : heads;
  const width = number("embedding_length");
  const perHead =
    width !== undefined && typeof most === "number" && most > 0 ? width / most : undefined;
  const keys = number("attention.key_length") ?? perHead;
  const kept = number("attention.value_length") ?? perHead;
  if (keys === undefined || kept === undefined) return undefined;
  // A list has one count of heads per layer; 0 stands for a layer without attention.
  const total = Array.isArray(kvHeads)
    ? kvHeads.reduce((sum, count) => sum + count, 0)
    : typeof kvHeads === "number"
      ? layers * kvHeads
      : undefined;
  return total === undefined ? undefined : total * (keys + kept) * BYTES_PER_NUMBER;
}
