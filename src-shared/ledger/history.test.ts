import { expect, it } from "vitest";
import { fromJsonText, toJsonText } from "./history.ts";
import type { HistoryKnown, JsonText } from "./history.ts";

it("keeps the value of a JSON text, with its type", () => {
  const known: HistoryKnown = {
    servers: ["协议"],
    programs: [],
    models: ["a\u2028b"],
    providers: [],
    tools: [],
    rules: [],
  };
  const text: JsonText<HistoryKnown> = toJsonText(known);
  expect(text).toBe(JSON.stringify(known));
  expect(fromJsonText(text)).toEqual(known);
});
