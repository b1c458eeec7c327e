// Following a server's traffic: what is kept at once, later rows as one push a frame, nothing when nobody looks.
import { expect, it } from "vitest";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import { Waiters } from "./mcp/testing.ts";
import { TrafficLogs } from "./mcp/wire/traffic.ts";
import { TrafficService } from "./traffic.ts";

interface Told {
  id: string;
  rows: TrafficRow[];
  forgotten: number;
  firstSeq: number;
}

function start() {
  const logs = new TrafficLogs();
  const watch = new Waiters();
  const told: Told[] = [];
  const service = new TrafficService(
    { traffic: (id) => (id === "gone" ? undefined : logs.of(id)) },
    {
      push(change) {
        if (change.kind !== "traffic") throw new Error(change.kind);
        const { id, rows, forgotten, firstSeq } = change;
        told.push({ id, rows, forgotten, firstSeq });
        watch.look();
      },
    },
  );
  return { log: logs.of("a"), other: logs.of("b"), service, told, watch };
}

it("sends what is kept, then what arrives, many at once", async () => {
  const { log, other, service, told, watch } = start();
  log.record("in", "1", 1);
  expect(service.follow("a")).toMatchObject({
    ok: true,
    value: { rows: [{ seq: 1 }], forgotten: 0 },
  });
  for (let i = 0; i < 100; i += 1) log.record("in", "2", 2);
  log.sendFailed(1, "HTTP 404");
  other.record("in", "3", 3);
  await watch.until(() => told.length > 0);
  expect(told).toHaveLength(1);
  expect(told[0]?.rows.map(({ seq }) => seq)).toEqual(
    [...Array(100).keys()].map((i) => i + 2).concat(1),
  );
  expect(told[0]).toMatchObject({ id: "a", forgotten: 0, firstSeq: 1 });
});

it("reports one server only, and none when nobody looks", async () => {
  const { log, other, service, told, watch } = start();
  service.follow("a");
  log.record("in", "1", 1);
  service.follow("b");
  log.record("in", "2", 2);
  other.record("in", "3", 3);
  await watch.until(() => told.length > 0);
  expect(told.map(({ id }) => id)).toEqual(["b"]);
  service.end();
  other.record("in", "4", 4);
  expect(other.onRow).toBeNull();
  expect(log.onRow).toBeNull();
});

it("reports that everything was cleared", async () => {
  const { log, service, told, watch } = start();
  log.record("in", "1", 1);
  service.follow("a");
  service.clear("a");
  await watch.until(() => told.length > 0);
  expect(told).toEqual([{ id: "a", rows: [], forgotten: 0, firstSeq: 2 }]);
});

it("says that a message or a server is gone", async () => {
  const { service } = start();
  expect(service.follow("gone")).toMatchObject({ failure: { what: "server" } });
  expect(service.find("gone", "x", 0)).toMatchObject({ failure: { what: "server" } });
  expect(service.message("a", 7)).toMatchObject({ failure: { what: "message" } });
});

it("copies rows as JSON lines, every digit of them, and says what was left out", () => {
  const { log, service } = start();
  log.learn([{ name: "KEY", value: "s3cr3t-key" }]);
  const big = '{"jsonrpc":"2.0",\n"id":1,"method":"m","params":{"n":12345678901234567890}}';
  log.opened();
  log.record("in", big, JSON.parse(big));
  log.record("in", "no json: s3cr3t-key", undefined);
  const cut = log.record("out", "[1,2", undefined, 5000, true);
  log.sendFailed(cut, "EPIPE");
  const copied = service.lines("a", [1, 2, 3, 4, 5]);
  if (!copied.ok) throw new Error("failed");
  expect(copied.value.left).toBe(1);
  const lines = copied.value.text.trimEnd().split("\n");
  expect(lines[1]).toContain('"n":12345678901234567890');
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { at, connection: "began" },
    { at, direction: "in", bytes: big.length, message: JSON.parse(big) },
    { at, direction: "in", bytes: 19, text: "no json: [secret KEY]" },
    { at, direction: "out", bytes: 5000, keptBytes: 4, notTaken: "EPIPE", text: "[1,2" },
  ]);
});
