// Fixtures with real files: read, matched, and errors in files reported.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FIXTURE_FORMAT, readFixture, without } from "#shared/rules/fixtures/fixture.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import { advance } from "#shared/request/life/advance.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { intake } from "../core/desk/intake.ts";
import { FakeClock, FakeMedia, FakeServer } from "../core/testing/fakes.ts";
import type { Incoming } from "../core/ports.ts";
import { FixturesService } from "../rules/fixtures.ts";
import { base64Facts } from "../history/ledger/base64.ts";
import { openFixtureChoice } from "../rules/fixtureStore.ts";
import { openAccepted } from "../profile/accepted.ts";
import { Secrets } from "../profile/encryption/secrets.ts";
import { hasher } from "../profile/hasher.ts";

const params: JsonObject = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 64,
  metadata: { run: 1 },
};
const answer: JsonObject = {
  role: "assistant",
  content: { type: "text", text: "Paris." },
  model: "smollm2",
  stopReason: "endTurn",
};

let folder: string;
let profile: string;
let service: FixturesService;
/** Kept from one start to the next, as with a keychain. */
let secrets: Secrets;
/** The error of every hash from now on. */
let broken: Error | null;

const dialogs = { folder: () => Promise.resolve(folder) };

function openService(): FixturesService {
  return new FixturesService({
    store: openFixtureChoice(path.join(profile, "fixtures.json")),
    accepted: openAccepted(profile, "fixtures", secrets),
    hasher: {
      hash(value) {
        if (broken !== null) throw broken;
        return hasher.hash(value);
      },
    },
    mediaFacts: base64Facts,
    audience: { set: () => undefined },
    fault: (failure) => expect.unreachable(failure.kind),
  });
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fixtures-"));
  profile = mkdtempSync(path.join(tmpdir(), "profile-"));
  broken = null;
  secrets = new Secrets(path.join(profile, "secrets.json"), null, () => undefined);
  service = openService();
});
afterEach(() => {
  service.close();
  for (const gone of [folder, profile]) rmSync(gone, { recursive: true, force: true });
});

function requestOf(asked: Json, over: Partial<Incoming> = {}): HeldRequest {
  const parts = { media: new FakeMedia(), hasher, clock: new FakeClock() };
  const { event } = intake("s1", new FakeServer().request(asked, over), {}, parts);
  return advance(null, event)?.request as HeldRequest;
}

const put = (name: string, over: JsonObject = {}): void =>
  writeFileSync(
    path.join(folder, name),
    JSON.stringify({ format: FIXTURE_FORMAT, version: 1, request: params, answer, ...over }),
  );

async function opened(): Promise<void> {
  expect(await service.pickFolder(dialogs)).toEqual(ok(true));
  service.switch("srv", true);
}
const found = (asked: Json, over: Partial<Incoming> = {}): string | undefined =>
  service.find(requestOf(asked, over))?.name;

it("matches exactly the same request, whatever the order of its fields, and no other", async () => {
  put("capital.json");
  await opened();
  expect(found({ metadata: { run: 1 }, maxTokens: 64, messages: params["messages"] ?? [] })).toBe(
    "capital",
  );
  expect(found({ ...params, maxTokens: 65 })).toBeUndefined();
  expect(found({ ...params, metadata: { run: 2 } })).toBeUndefined();
});

it("ignores the fields that the file names, on both sides, at any depth", async () => {
  put("capital.json", { match: { ignore: ["metadata", "maxTokens"] } });
  await opened();
  expect(found({ messages: params["messages"] ?? [], maxTokens: 1 })).toBe("capital");
  expect(found({ ...params, temperature: 1 })).toBeUndefined();
});

it("prefers exact fixtures, then those that ignore less, then by file name; lists those never used", async () => {
  put("a.json", { match: { ignore: ["metadata", "maxTokens"] } });
  put("b.json", { match: { ignore: ["metadata"] } });
  put("c.json");
  put("d.json");
  await opened();
  expect(found(params)).toBe("c");
  expect(found({ ...params, metadata: {} })).toBe("b");
  expect(found({ ...params, metadata: {}, maxTokens: 2 })).toBe("a");
  expect(service.view().files.map(({ file, behind }) => [file, behind])).toEqual([
    ["c.json", undefined],
    ["d.json", "c.json"],
    ["b.json", undefined],
    ["a.json", undefined],
  ]);
});

it("matches only the server and the call that the file names", async () => {
  put("capital.json", { match: { server: "notes", call: "summarize" } });
  await opened();
  const call = { runId: "r", method: "tools/call" as const, name: "summarize", arguments: {} };
  expect(found(params, { origin: { kind: "certain", call } })).toBe("capital");
  expect(found(params)).toBeUndefined();
  const { requester } = new FakeServer().request(params);
  expect(
    found(params, {
      origin: { kind: "certain", call },
      requester: { ...requester, name: "other" },
    }),
  ).toBeUndefined();
});

it("matches requests with images", async () => {
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const request = { ...params, messages: [{ role: "user", content: image }] };
  put("picture.json", { request });
  await opened();
  expect(found(request)).toBe("picture");
  const other = { ...image, data: "iVBORw0KGgp=" };
  expect(found({ ...params, messages: [{ role: "user", content: other }] })).toBeUndefined();
});

it("is off for every server until the user turns it on, and off again after a restart", async () => {
  put("capital.json");
  await service.pickFolder(dialogs);
  expect(found(params)).toBeUndefined();
  service.switch("srv", true);
  expect(found(params)).toBe("capital");
  service.close();
  service = openService();
  await service.read();
  expect(found(params)).toBeUndefined();
  service.switch("srv", true);
  expect(found(params)).toBe("capital");
  await service.dropFolder();
  expect(service.view()).toMatchObject({ folder: null, files: [], on: [] });
  expect(service.view().pending).toBeUndefined();
});

it("says why a file cannot be used, and uses the others", async () => {
  put("good.json");
  writeFileSync(path.join(folder, "cut.json"), '{"format":');
  put("member.json", { match: { ignore: [1] } });
  put("newer.json", { version: 2 });
  put("other.json", { format: "something" });
  put("request.json", { request: { messages: "no" } });
  put("empty.json", { answer: { ...answer, content: { type: "text", text: "" } } });
  put("tool.json", {
    from: { server: "notes", protocolVersion: "2025-11-25" },
    answer: { ...answer, content: { type: "tool_use", id: "1", name: "rm", input: {} } },
  });
  await opened();
  const { broken, files } = service.view();
  expect(files.map(({ file }) => file)).toEqual(["good.json"]);
  expect(broken).toMatchObject([
    { file: "cut.json", fault: { kind: "json" } },
    { file: "empty.json", fault: { kind: "answer", codes: ["answer-empty"] } },
    { file: "member.json", fault: { kind: "field", path: "match.ignore[0]" } },
    { file: "newer.json", fault: { kind: "version", found: "2" } },
    { file: "other.json", fault: { kind: "field", path: "format" } },
    { file: "request.json", fault: { kind: "request" } },
    { file: "tool.json", fault: { kind: "answer" } },
  ]);
});

it("reads the other files beside one that is nested too deep", async () => {
  put("good.json");
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const whole = `{"format":"${FIXTURE_FORMAT}","version":1,"request":${deep},"answer":{}}`;
  writeFileSync(path.join(folder, "deep.json"), whole);
  await opened();
  const { broken, files, reading } = service.view();
  expect(files.map(({ file }) => file)).toEqual(["good.json"]);
  expect(broken).toEqual([{ file: "deep.json", fault: { kind: "too-deep", most: 201 } }]);
  expect(reading).toBe(false);
});

it("ends with a reason, whatever fails while a folder is read", async () => {
  put("good.json");
  broken = new Error("the hashes are gone");
  await opened();
  expect(service.view()).toMatchObject({ reading: false, fault: "the hashes are gone" });
});

it(
  "notices added and removed files, and uses none until the user accepts the change",
  { tags: ["long"] },
  async () => {
    await opened();
    put("later.json");
    const pending = () => service.view().pending;
    const accept = () => service.accept(pending()?.hash ?? "");
    await expect.poll(() => pending()?.files, { timeout: 5000 }).toEqual(["later.json"]);
    expect(found(params)).toBeUndefined();
    expect(service.accept("f".repeat(64))).toMatchObject({ failure: { kind: "stale" } });
    expect(accept()).toEqual(ok(null));
    expect([found(params), pending()]).toEqual(["later", undefined]);
    put("other.json");
    await expect.poll(() => pending()?.files, { timeout: 5000 }).toEqual(["other.json"]);
    expect(found(params)).toBeUndefined();
    rmSync(path.join(folder, "other.json"));
    await expect.poll(() => found(params), { timeout: 5000 }).toBe("later");
    rmSync(path.join(folder, "later.json"));
    await expect.poll(() => pending()?.files, { timeout: 5000 }).toEqual(["later.json"]);
    expect(accept()).toEqual(ok(null));
    expect(found(params)).toBeUndefined();
  },
);

it("uses none after a start if another program changed a file or the folder", async () => {
  put("one.json");
  await opened();
  const startAgain = async () => {
    service.close();
    service = openService();
    await service.read();
    service.switch("srv", true);
  };
  await startAgain();
  expect(found(params)).toBe("one");
  writeFileSync(
    path.join(folder, "one.json"),
    readFileSync(path.join(folder, "one.json"), "utf8").replace("Paris", "Rome"),
  );
  await startAgain();
  expect([found(params), service.view().pending?.files]).toEqual([undefined, ["one.json"]]);
  expect(service.accept(service.view().pending?.hash ?? "").ok).toBe(true);

  const other = path.join(profile, "other");
  mkdirSync(other);
  renameSync(path.join(folder, "one.json"), path.join(other, "two.json"));
  writeFileSync(path.join(profile, "fixtures.json"), JSON.stringify({ folder: other }));
  await startAgain();
  expect([found(params), service.view().pending?.files]).toEqual([
    undefined,
    ["one.json", "two.json"],
  ]);
});

it("turns no server on for what an older fixtures.json says", async () => {
  put("capital.json");
  await opened();
  service.close();
  writeFileSync(path.join(profile, "fixtures.json"), JSON.stringify({ folder, atStart: ["srv"] }));
  service = openService();
  await service.read();
  expect(service.view()).toMatchObject({ folder, on: [], files: [{ file: "capital.json" }] });
  expect(found(params)).toBeUndefined();
});

it("never throws, whatever a file holds", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(typeof readFixture(text).ok).toBe("boolean");
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.subarray(["a", "b", "__proto__"]), (value, names) => {
      const once = without(value as Json, new Set(names));
      expect(without(once, new Set(names))).toEqual(once);
    }),
  );
});
