import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../json.ts";
import { measure, valuesMax } from "./measure.ts";

it("counts values, messages and the largest medium", () => {
  const params: Json = {
    messages: [
      { role: "user", content: { type: "image", data: "AAECAw==", mimeType: "image/png" } },
      {
        role: "user",
        content: [
          { type: "resource", resource: { uri: "a:b", blob: "AAECAwQF" } },
          { type: "text", text: "data" },
        ],
      },
    ],
    maxTokens: 5,
  };
  const values = (value: Json | undefined): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce<number>((sum, one) => sum + values(one), 1)
      : 1;
  expect(measure(params, 1000)).toMatchObject({
    values: values(params),
    messages: 2,
    mediumBytes: 6,
    characters: 219,
    // Without the eight characters of either medium.
    textCharacters: 123,
  });
});

const PDF = "QUJD".repeat(1000);
it.each<[string, JsonObject]>([
  [
    "Messages",
    { type: "document", source: { type: "base64", media_type: "application/pdf", data: PDF } },
  ],
  ["chat completions", { type: "file", file: { filename: "a.pdf", file_data: PDF } }],
  ["Responses", { type: "input_file", filename: "a.pdf", file_data: PDF }],
  ["chat completions, a sound", { type: "input_audio", input_audio: { data: PDF, format: "wav" } }],
])("counts a program's file as a medium, not as text: %s", (_dialect, block) => {
  const found = measure({ messages: [{ role: "user", content: [block] }] }, 1000);
  expect(found.mediumBytes).toBe(3000);
  expect(found.textCharacters).toBeLessThan(200);
  expect(found.characters).toBeGreaterThan(4000);
});

it("counts other data as text", () => {
  const block = { type: "note", data: PDF, format: "wav" };
  expect(measure({ messages: [block] }, 1000)).toMatchObject({ mediumBytes: 0 });
});

it("counts nothing in what is not a request, and accepts null", () => {
  expect(measure(null, 10)).toEqual({
    values: 1,
    messages: 0,
    mediumBytes: 0,
    characters: 0,
    textCharacters: 0,
  });
  expect(measure({ messages: "many" }, 10).messages).toBe(0);
});

it.each<[string, Json]>([
  ["a million fields", Object.fromEntries(Array.from({ length: 1e6 }, (_, i) => [`k${i}`, 1]))],
  ["a million items", Array.from({ length: 1e6 }, () => 1)],
  ["a million objects", Array.from({ length: 1e6 }, () => ({}))],
  ["many lists of many", Array.from({ length: 2000 }, () => Array.from({ length: 2000 }, () => 0))],
])("stops counting %s at the limit", (_, huge) => {
  const most = valuesMax(1000);
  expect(most).toBe(50_000);
  expect(measure({ messages: [], metadata: { huge } }, most).values).toBe(most + 1);
});

it("counts nested values of any depth", () => {
  let nest: Json = 1;
  for (let depth = 0; depth < 50_000; depth += 1) nest = [nest];
  expect(measure(nest, 100_000).values).toBe(50_001);
});

it("scales the limit of values with the limit of messages", () => {
  expect(valuesMax(50_000)).toBe(1_000_000);
});
