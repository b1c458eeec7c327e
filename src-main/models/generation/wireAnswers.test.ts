// How responses of each family end: images, limits, filters, malformed calls, dropped connections, and every error body
// of its API, by the real adapters over a loopback connection.
import { describe, expect, it } from "vitest";
import { beginStream, chunk } from "../testing/scriptedModelServer.ts";
import { PNG, WEATHER_FIRST } from "../testing/wire/documents.ts";
import { ERRORS } from "../testing/wire/errors.ts";
import { FAMILIES, type Family } from "../testing/wire/families.ts";
import { eventStream, events, namedEvents } from "../testing/wire/frames.ts";
import { askFamily, replays } from "../testing/wireHarness.ts";

const families = Object.entries(FAMILIES);
const having = (what: keyof Family["answers"]) =>
  families.flatMap(([name, family]) => {
    const recorded = family.answers[what];
    return recorded === undefined ? [] : [[name, family, recorded] as const];
  });

describe("a response", () => {
  it.each(having("drawn"))("of %s may hold an image", async (_name, family, recorded) => {
    const { result, media } = await askFamily(family, WEATHER_FIRST, replays(recorded));
    expect(result).toMatchObject({
      kind: "done",
      generated: {
        content: [
          { type: "text", text: "Here:" },
          { type: "image", mimeType: "image/png", data: "medium:1" },
        ],
      },
    });
    expect(media).toEqual([PNG]);
  });

  it.each(having("full"))("of %s may end at the limit", async (_name, family, recorded) => {
    const { result } = await askFamily(family, WEATHER_FIRST, replays(recorded));
    const generated = { content: { type: "text", text: "Whi" }, stopReason: "maxTokens" };
    expect(result).toMatchObject({ kind: "done", generated });
  });

  it.each(having("stopped"))(
    "of %s may end at a stop sequence",
    async (_name, family, recorded) => {
      const { result } = await askFamily(family, WEATHER_FIRST, replays(recorded));
      expect(result).toMatchObject({ kind: "done", generated: { stopReason: "stopSequence" } });
    },
  );

  it.each(having("refused"))("of %s may be filtered", async (_name, family, recorded) => {
    const { result, seen } = await askFamily(family, WEATHER_FIRST, replays(recorded));
    expect(result).toMatchObject({ kind: "failed", failure: { kind: "model-filtered" } });
    expect(seen).toHaveLength(1);
  });

  it.each(having("cut"))(
    "of %s that breaks off is kept as far as it arrived",
    async (_n, family, recorded) => {
      const { result, seen } = await askFamily(family, WEATHER_FIRST, replays(recorded));
      expect(result).toMatchObject({
        kind: "stopped",
        generated: { content: { type: "text", text: "Whi" }, stopReason: "interrupted" },
        brokenOff: { kind: "model-interrupted" },
      });
      expect(seen).toHaveLength(1);
    },
  );

  it.each(having("cut"))(
    "of %s whose connection drops is kept as far as it arrived",
    async (_n, family, { contentType, body }) => {
      const { result, seen } = await askFamily(family, WEATHER_FIRST, (_seen, response) => {
        response.writeHead(200, { "content-type": contentType });
        response.write(body, () => setImmediate(() => response.destroy()));
      });
      expect(result).toMatchObject({
        kind: "stopped",
        generated: { content: { type: "text", text: "Whi" }, stopReason: "interrupted" },
        brokenOff: { kind: "model-interrupted" },
      });
      expect(seen).toHaveLength(1);
    },
  );

  it.each(having("cut"))(
    "of %s that falls silent is kept as far as it arrived",
    async (_n, family, { contentType, body }) => {
      const silent = await askFamily(
        family,
        WEATHER_FIRST,
        (_seen, response) => {
          response.writeHead(200, { "content-type": contentType });
          response.write(body);
        },
        { patience: { firstTokenMs: 5000, idleMs: 250 } },
      );
      expect(silent.result).toMatchObject({
        kind: "stopped",
        generated: { content: { type: "text", text: "Whi" } },
        brokenOff: { kind: "model-timeout", stage: "idle", afterMs: 250 },
      });
    },
  );

  it.each(having("broken"))(
    "of %s keeps a malformed call as its text",
    async (_n, family, recorded) => {
      const { result } = await askFamily(family, WEATHER_FIRST, replays(recorded));
      expect(result).toMatchObject({
        generated: {
          content: { type: "tool_use", name: "get_weather", input: '{"city": Paris' },
          stopReason: "toolUse",
        },
      });
    },
  );

  it.each(having("thought"))(
    "of %s is valid without a call, even if one is required",
    async (_n, family, recorded) => {
      const document = { ...WEATHER_FIRST, toolChoice: { mode: "required" } };
      const { result } = await askFamily(family, document, replays(recorded));
      expect(result).toMatchObject({
        kind: "done",
        generated: { content: { type: "text", text: "White." }, stopReason: "endTurn" },
        usage: { inputTokens: 1120 },
      });
    },
  );
});

describe.each(families)("%s", (name, family) => {
  it.each((ERRORS[name] ?? []).map((error) => [error.what, error] as const))(
    "reports %s",
    async (_what, { status, body, headers, means }) => {
      const { result, seen } = await askFamily(family, WEATHER_FIRST, (_seen, response) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      });
      expect(result).toMatchObject({ kind: "failed", failure: means });
      if (means.kind === "model-context-too-long" && means.needed === undefined) {
        expect(result).not.toHaveProperty("failure.needed");
      }
      // Never a second request that nobody approved, whatever happened to the first.
      expect(seen).toHaveLength(1);
    },
  );

  it("reports a page instead of a stream as malformed", async () => {
    const { result } = await askFamily(family, WEATHER_FIRST, (_seen, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html><title>Sign in to Wi-Fi</title>");
    });
    expect(result).toMatchObject({
      kind: "failed",
      failure: { kind: "model-malformed-answer", detail: "HTML: Sign in to Wi-Fi" },
    });
  });

  it("is given up after the timeout when it is silent", async () => {
    const patience = { firstTokenMs: 250, idleMs: 250 };
    const silent = await askFamily(family, WEATHER_FIRST, () => undefined, { patience });
    expect(silent.result).toMatchObject({
      kind: "failed",
      failure: { kind: "model-timeout", stage: "first-token", afterMs: 250 },
    });
    expect(silent.seen.length).toBeLessThanOrEqual(1);
  });
});

describe("an error in the middle of a stream", () => {
  const anthropic = namedEvents([
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  ]);
  const responses = namedEvents([
    {
      type: "error",
      sequence_number: 3,
      error: {
        type: "tokens",
        code: "rate_limit_exceeded",
        message: "Rate limit reached. Please try again in 2s.",
        param: null,
      },
    },
  ]);
  const openrouter = events([
    { ...chunk({ content: "" }, "error"), error: { code: 502, message: "Provider disconnected" } },
  ]);
  const bedrock = eventStream([["throttlingException", { message: "Too many requests" }]]);
  it.each([
    ["anthropic", anthropic, { kind: "model-overloaded", status: 529 }],
    ["openai-responses", responses, { kind: "model-rate-limited", retryAfterMs: 2000 }],
    ["openrouter", openrouter, { kind: "model-overloaded", status: 502 }],
    ["bedrock", bedrock, { kind: "model-rate-limited" }],
  ])("of %s has its kind", async (name, recorded, failure) => {
    const family = FAMILIES[name];
    if (family === undefined) throw new Error(name);
    const { result } = await askFamily(family, WEATHER_FIRST, replays(recorded));
    expect(result).toMatchObject({ kind: "failed", failure });
  });

  it("keeps what arrived before it", async () => {
    const family = FAMILIES["openai-compatible"];
    if (family === undefined) throw new Error("no family");
    const { result } = await askFamily(family, WEATHER_FIRST, (_seen, response) => {
      const send = beginStream(response);
      send(chunk({ role: "assistant", content: "Half an ans" }));
      setImmediate(() => response.destroy());
    });
    expect(result).toMatchObject({
      kind: "stopped",
      generated: { content: { type: "text", text: "Half an ans" }, stopReason: "interrupted" },
      brokenOff: { kind: "model-interrupted" },
    });
  });
});
