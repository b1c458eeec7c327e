// The real desk on the real ledger, with any input of a server: nothing is lost, changed or thrown.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Json } from "#shared/json.ts";
import { internalise } from "#shared/request/document/media.ts";
import { Desk } from "../core/desk/desk.ts";
import { FakeListener, FakeClock, FakeGenerator, FakeServer } from "../core/testing/fakes.ts";
import { openLedger } from "../history/ledger/ledger.ts";
import { hasher } from "../profile/hasher.ts";

let folder: string;
let store: ReturnType<typeof openLedger>;
let server: FakeServer;
let desk: Desk;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-intake-"));
  store = openLedger(path.join(folder, "ledger.db"));
  server = new FakeServer();
  desk = new Desk({
    ledger: store.ledger,
    media: store.media,
    generator: new FakeGenerator(),
    listener: new FakeListener(),
    hasher,
    clock: new FakeClock(),
    masterSwitch: "review",
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

/** The request as the ledger has it, with media put back. */
function recorded(requestId: string): unknown {
  const reader = new Libsql(path.join(folder, "ledger.db"), { readonly: true });
  const select =
    "SELECT body FROM event JOIN content ON commitment = content WHERE sample = ? AND kind = 'received'";
  const row: unknown = reader.prepare(select).raw().get(requestId);
  reader.close();
  const body = JSON.parse(Array.isArray(row) ? String(row[0]) : "null") as { asked: Json };
  const whole = internalise(body.asked, (ref) => store.media.text(requestId, ref));
  return whole.ok ? whole.value : whole.failure;
}
/** As on the wire: tells `__proto__` and halves of emoji apart, unlike a comparison in memory. */
const wire = (value: unknown): string => JSON.stringify(value);

const half = "\ud83d";
it.each<[string, string]>([
  [
    "half of an emoji",
    wire({ messages: [{ role: "user", content: { type: "text", text: half } }] }),
  ],
  ["half of an emoji as a key", wire({ messages: [], metadata: { [half]: 1 } })],
  [
    "a NUL where base64 belongs",
    wire({ messages: [{ role: "user", content: { type: "image", data: "a\0b", mimeType: "x" } }] }),
  ],
  [
    "a reference to another request's image",
    wire({
      messages: [
        {
          role: "user",
          content: { type: "image", data: `countersign-media:${"0".repeat(64)}`, mimeType: "x" },
        },
      ],
    }),
  ],
  ["numbers at the edge", '{"messages":[],"maxTokens":1e308,"temperature":5e-324}'],
])("holds %s exactly", (_, text) => {
  const { requestId } = desk.receive(server.request(JSON.parse(text) as Json));
  expect(desk.request(requestId)?.phase.kind).toBe("request");
  expect(wire(recorded(requestId))).toBe(wire(JSON.parse(text)));
});

it("refuses a field called __proto__, which no window would show, and records it exactly", () => {
  const params = '{"messages":[],"metadata":{"__proto__":{"polluted":true}}}';
  const { requestId } = desk.receive(server.request(JSON.parse(params) as Json));
  expect(desk.request(requestId)?.phase).toMatchObject({ ending: { kind: "refused" } });
  expect(wire(recorded(requestId))).toBe(params);
});

it("refuses deep nesting, and shows and records that", async () => {
  const deep = JSON.parse(
    `{"messages":[],"metadata":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
  ) as Json;
  const { requestId } = desk.receive(server.request(deep));
  expect(desk.request(requestId)?.phase).toMatchObject({ ending: { kind: "refused" } });
  await Promise.resolve();
  expect(server.heard).toMatchObject([{ kind: "error", code: -32602 }]);
  expect(desk.view().ledgerTrouble).toBeNull();
});

const block = fc.oneof(
  fc.record({ type: fc.constantFrom("text", "image", "x"), text: fc.string(), data: fc.string() }),
  fc.jsonValue({ maxDepth: 2 }),
);
const request = fc.record({
  messages: fc.array(fc.record({ role: fc.string(), content: block }), { maxLength: 3 }),
  other: fc.jsonValue({ maxDepth: 3 }),
});

it("either holds or refuses any JSON, and records exactly what arrived", () => {
  fc.assert(
    fc.property(fc.oneof(request, fc.jsonValue()), (params) => {
      const { requestId } = desk.receive(server.request(params as Json));
      // One of a flood is recorded a moment later.
      desk.recorder.recordDecisions([]);
      const phase = desk.request(requestId)?.phase;
      expect(
        phase?.kind === "request" || (phase?.kind === "ended" && phase.ending.kind === "refused"),
      ).toBe(true);
      expect(wire(recorded(requestId))).toBe(wire(params));
    }),
  );
});
