// The text of rows, which is hashed: facts and content of each kind, as the format has had them from the beginning.
import path from "node:path";
import { expect, it } from "vitest";
import { split } from "./split.ts";
import { ROWS } from "./testing.ts";

it("writes rows of each kind as before", async () => {
  const lines = ROWS.map(([name, kind, body]) => {
    const { facts, content } = split({ kind, atMs: 7 }, body);
    return [name, `  ${JSON.stringify(facts)}`, `  ${JSON.stringify(content)}`].join("\n");
  });
  const golden = path.join(import.meta.dirname, "testing", "rowBytes.txt");
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(golden);
});
