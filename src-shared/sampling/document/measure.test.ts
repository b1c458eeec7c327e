import { expect, it } from "vitest";
import type { Json } from "../../json.ts";
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
