// The memory that a token takes, for the layouts of several families.
import { describe, expect, it } from "vitest";
import { cacheBytesPerToken } from "./ggufCache.ts";
import type { GgufValue } from "./ggufReader.ts";

const of = (architecture: string, values: Record<string, GgufValue>): number | undefined =>
  cacheBytesPerToken(
    new Map(Object.entries(values).map(([key, value]) => [`${architecture}.${key}`, value])),
    architecture,
  );

describe("the cache of a token", () => {
  it("of grouped heads counts only the heads that keep keys and values", () => {
    // Llama 3.1 8B: 8 heads of 128 in 32 layers: 128 KiB a token.
    const llama = {
      block_count: 32,
      embedding_length: 4096,
      "attention.head_count": 32,
      "attention.head_count_kv": 8,
    };
    expect(of("llama", llama)).toBe(128 * 1024);
  });

  it("uses the widths that the file states, and every head if they are not grouped", () => {
    const gemma = {
      block_count: 26,
      embedding_length: 1152,
      "attention.head_count": 4,
      "attention.head_count_kv": 1,
      "attention.key_length": 256,
      "attention.value_length": 256,
    };
    expect(of("gemma3", gemma)).toBe(26 * 512 * 2);
    const old = { block_count: 2, embedding_length: 64, "attention.head_count": 4 };
    expect(of("gpt2", old)).toBe(2 * 4 * (16 + 16) * 2);
  });

  it("counts only the layers with attention if layers differ", () => {
    const hybrid = {
      block_count: 4,
      embedding_length: 64,
      "attention.head_count": [0, 4, 0, 4],
      "attention.head_count_kv": [0, 2, 0, 2],
      "ssm.state_size": 16,
    };
    expect(of("granitehybrid", hybrid)).toBe(4 * (16 + 16) * 2);
    expect(of("mamba", { block_count: 4, "ssm.state_size": 16 })).toBe(0);
  });

  it("of latent attention is one compressed row a layer", () => {
    // DeepSeek V2 Lite: 512 and 64 numbers in 27 layers.
    const latent = {
      block_count: 27,
      "attention.kv_lora_rank": 512,
      "rope.dimension_count": 64,
      "attention.head_count": 16,
    };
    expect(of("deepseek2", latent)).toBe(27 * 576 * 2);
  });

  it("is unknown if the file says too little", () => {
    expect(of("new", { block_count: 4 })).toBeUndefined();
    expect(of("new", { "attention.head_count": 4 })).toBeUndefined();
  });
});
