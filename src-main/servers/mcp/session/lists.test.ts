// An endless or too large list is read up to its cap, and that is reported.
import { afterEach, expect, it } from "vitest";
import type { ListCut } from "#shared/servers/server.ts";
import { isMessage } from "#shared/servers/traffic.ts";
import { LIST_MAX } from "./lists.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const open: TestConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
});

/** Connects a server whose pages of tools are these expressions of `nth`. */
async function listing(
  tools: string,
  last = "false",
): Promise<TestConnection & { asked(): number }> {
  const script = `
    const say = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\\n");
    const serverInfo = { name: "lists", version: "1" };
    const capabilities = { tools: {} };
    const tool = (name, description) => ({ name, description, inputSchema: { type: "object" } });
    let nth = 0;
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo } });
      if (method !== "tools/list") return;
      say({ id, result: { tools: ${tools}, ...(${last} ? {} : { nextCursor: String(nth) }) } });
      nth += 1;
    });`;
  const made = testConnection(stdio(process.execPath, ["-e", script]));
  open.push(made);
  await made.connection.open();
  const asked = (): number =>
    made.traffic.rows().filter((row) => isMessage(row) && row.method === "tools/list").length;
  return { ...made, asked };
}

it.each<[ListCut["limit"], string, { kept: number; asked: number }]>([
  ["pages", "[tool(`t${nth}`)]", { kept: 1000, asked: 1000 }],
  [
    "entries",
    "Array.from(Array(700), (_, i) => tool(`t${nth} ${i}`))",
    { kept: 10_000, asked: 15 },
  ],
  ["bytes", "[tool(`t${nth}`, 'x'.repeat(1024 * 1024))]", { kept: 7, asked: 8 }],
])(
  "reads an endless list up to its cap of %s, and no further",
  async (limit, tools, { kept, asked }) => {
    const list = await listing(tools);
    await list.listener.watch.until(() => list.listener.cuts.tools !== undefined);
    expect(list.listener.cuts.tools).toEqual({ limit, most: LIST_MAX[limit], kept });
    expect(list.listener.toolList).toHaveLength(kept);
    expect(list.asked()).toBe(asked);
    expect(list.listener.now).toMatchObject({ kind: "connected" });
  },
);

it("shows ten invalid entries, and the number of the others", async () => {
  const { listener } = await listing("Array(200).fill({ name: 5 })", "nth === 1");
  await listener.line("more entries");
  const complaints = listener.allLines
    .map(({ text }) => text)
    .filter((text) => text.startsWith("tools/list"));
  expect(complaints).toHaveLength(11);
  expect(complaints.at(-1)).toBe("tools/list: 390 more entries that cannot be read or used");
  await listener.watch.until(() => listener.cuts.tools === null);
});

it("uses the first of two tools with one name, also on a later page, and says so", async () => {
  const tools = "[tool('dup', `page ${nth}`), tool(nth ? 'other' : 'dup', 'second')]";
  const { listener } = await listing(tools, "nth === 1");
  await listener.watch.until(() => listener.toolList !== null);
  expect(listener.toolList?.map(({ name, description }) => [name, description])).toEqual([
    ["dup", "page 0"],
    ["other", "second"],
  ]);
  const said = listener.allLines.map(({ text }) => text).filter((text) => text.includes("twice"));
  expect(said).toEqual(Array(2).fill('tools/list: "dup" is listed twice: the first one is used'));
});
