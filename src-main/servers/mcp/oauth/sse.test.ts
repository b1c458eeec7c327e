// Sign-in to a server over HTTP+SSE (2024-11-05), whose event stream and endpoint need a token.
import { afterEach, expect, it } from "vitest";
import { ok } from "#shared/outcome.ts";
import { testConnection } from "../testing.ts";
import type { TestConnection } from "../testing.ts";
import type { SignInStore } from "./signInRecord.ts";
import { CALLBACK_WORDS, followRedirects } from "./testingServers.ts";
import { startSseAuthServer } from "./testingSse.ts";
import type { SseAuthServer } from "./testingSse.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function memory(): SignInStore {
  const kept = new Map<string, string>();
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => {
      kept.set(name, value);
      return ok(null);
    },
    remove: (name) => void kept.delete(name),
  };
}

interface Scene extends TestConnection {
  town: SseAuthServer;
  pages: string[];
}

async function scene(): Promise<Scene> {
  const town = await startSseAuthServer();
  const pages: string[] = [];
  const openBrowser = async (page: string): Promise<void> => {
    pages.push(page);
    await followRedirects(page);
  };
  const made = testConnection(
    { kind: "sse", url: town.url, headers: [] },
    { era: "legacy", signIn: { store: memory(), openBrowser, callbackWords: CALLBACK_WORDS } },
  );
  closing.push(
    () => town.close(),
    () => made.connection.close("quit"),
  );
  return { ...made, town, pages };
}

const stepOf = ({ listener }: TestConnection) => listener.signIns.at(-1)?.step ?? null;

/** Asks first, then connects. */
async function signedIn(): Promise<Scene> {
  const at = await scene();
  void at.connection.open();
  await at.listener.watch.until(() => stepOf(at)?.kind === "asks");
  expect(stepOf(at)).toMatchObject({
    ask: {
      why: "first",
      resource: at.town.url,
      scopes: ["mcp:use"],
      client: { kind: "registers" },
    },
  });
  expect(at.pages).toEqual([]);
  await at.listener.is("needs-sign-in");
  expect(at.connection.signIn?.start(null)).toBe(true);
  await at.listener.is("connected");
  await at.listener.tool("ask");
  return at;
}

it("asks, signs in, and answers a sampling request over the stream that the token opened", async () => {
  const at = await signedIn();
  const { outcome } = at.call("ask");
  const held = await at.desk.request();
  expect(held.incoming.origin).toMatchObject({ kind: "certain", call: { name: "ask" } });
  expect(await held.reply("me")).toEqual({ kind: "sent" });
  expect(JSON.stringify(await outcome)).toContain('"text":"me"');
  expect(at.pages).toHaveLength(1);
  const { seen } = at.town;
  const tokens = seen.filter(({ token }) => token !== null);
  expect(tokens.map(({ request }) => request)).toContain("GET /sse");
  expect(tokens.map(({ request }) => request)).toContain("POST /messages");
  // The token is sent to the server, and to nobody else.
  const paths = new Set(tokens.map(({ request }) => request.split(" ")[1]));
  expect([...paths].toSorted()).toEqual(["/messages", "/sse"]);
});

it("renews an expired token while a sampling request waits, and its response still arrives", async () => {
  const at = await signedIn();
  const { outcome } = at.call("ask");
  const request = await at.desk.request();
  at.town.expire();
  expect(await request.reply("still me")).toEqual({ kind: "sent" });
  expect(JSON.stringify(await outcome)).toContain("still me");
  expect(at.town.grants).toEqual(["code", "refresh"]);
  expect(at.pages).toHaveLength(1);
  expect(at.listener.now?.kind).toBe("connected");
});

it("reconnects with its token when the stream is lost", async () => {
  const at = await signedIn();
  const connected = at.listener.states.filter(({ kind }) => kind === "connected").length;
  at.town.dropStreams();
  await at.listener.watch.until(
    () => at.listener.states.filter(({ kind }) => kind === "connected").length > connected,
  );
  await at.listener.tool("ask");
  const { outcome } = at.call("ask");
  await (await at.desk.request()).reply("again");
  expect(JSON.stringify(await outcome)).toContain("again");
  expect(at.pages).toHaveLength(1);
});
