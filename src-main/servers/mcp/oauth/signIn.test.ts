// Sign-in from the first refusal to the last token, with a real issuer and a real server over HTTP, and everything that
// either may do wrong.
import { afterEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import type { IssuerPair, SignInAsk, SignInFailure, SignInStep } from "#shared/servers/signIn.ts";
import { testConnection } from "../testing.ts";
import type { TestConnection } from "../testing.ts";
import { AddressGuard } from "./addresses.ts";
import type { SignInStore } from "./signInRecord.ts";
import type { SignInEnvironment } from "./signIn.ts";
import { CALLBACK_WORDS, followRedirects, startAuthServers } from "./testingServers.ts";
import type { Overrides, AuthServers } from "./testingServers.ts";

const towns: AuthServers[] = [];
const benches: TestConnection[] = [];
afterEach(async () => {
  for (const { connection } of benches.splice(0)) await connection.close("quit");
  for (const town of towns.splice(0)) await town.close();
});

class MemoryStore implements SignInStore {
  readonly kept = new Map<string, string>();
  get = (name: string): string | null => this.kept.get(name) ?? null;
  set: SignInStore["set"] = (name, value) => {
    this.kept.set(name, value);
    return ok(null);
  };
  remove = (name: string): void => void this.kept.delete(name);
}

interface Scene extends TestConnection {
  town: AuthServers;
  store: MemoryStore;
  /** Pages that were to be opened. */
  pages: string[];
}

type Options = Partial<SignInEnvironment> & { headers?: Record<string, string>; url?: string };

async function town(bend: Partial<Overrides> = {}): Promise<AuthServers> {
  const opened = await startAuthServers(bend);
  towns.push(opened);
  return opened;
}

function scene(opened: AuthServers, options: Options = {}, store = new MemoryStore()): Scene {
  const pages: string[] = [];
  const openBrowser = async (page: string): Promise<void> => {
    pages.push(page);
    await followRedirects(page);
  };
  const { headers = {}, url = opened.url, ...house } = options;
  const values = Object.entries(headers).map(([name, value]) => ({ name, value, secret: true }));
  const made = testConnection(
    { kind: "http", url, headers: values },
    { era: "legacy", signIn: { store, openBrowser, callbackWords: CALLBACK_WORDS, ...house } },
  );
  benches.push(made);
  return { ...made, town: opened, store, pages };
}

const stepOf = ({ listener }: TestConnection): SignInStep | null =>
  listener.signIns.at(-1)?.step ?? null;
const signedInOf = ({ listener }: TestConnection) => listener.signIns.at(-1)?.signedIn ?? null;

async function step<K extends SignInStep["kind"]>(
  at: TestConnection,
  kind: K,
): Promise<Extract<SignInStep, { kind: K }>> {
  await at.listener.watch.until(() => stepOf(at)?.kind === kind);
  return stepOf(at) as Extract<SignInStep, { kind: K }>;
}

async function asked(at: Scene): Promise<SignInAsk> {
  void at.connection.open();
  return (await step(at, "asks")).ask;
}

async function signIn(at: Scene): Promise<void> {
  await asked(at);
  expect(at.connection.signIn?.start(null)).toBe(true);
  await at.listener.is("connected");
  await at.listener.tool("echo");
}

/** Accepts, and returns why the sign-in failed. */
async function failure(at: Scene): Promise<SignInFailure> {
  await asked(at);
  at.connection.signIn?.start(null);
  return (await step(at, "failed")).failure;
}

/** Returns why the user was not even asked. */
async function refusal(at: Scene): Promise<SignInFailure> {
  void at.connection.open();
  return (await step(at, "failed")).failure;
}

const refreshes = ({ seen }: AuthServers): number =>
  seen.grants.filter((form) => form.get("grant_type") === "refresh_token").length;

describe("signing in", () => {
  it("asks first, with everything that the user needs to know, and opens nothing", async () => {
    const at = scene(await town());
    const ask = await asked(at);
    expect(ask).toMatchObject({
      why: "first",
      server: "somewhere",
      resource: at.town.url,
      issuer: at.town.issuer,
      pageHost: new URL(at.town.issuer).host,
      scopes: ["read"],
      added: [],
      clientName: "Countersign",
      client: { kind: "registers", host: new URL(at.town.issuer).host },
      formerIssuer: null,
    });
    expect(ask.redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    await at.listener.is("needs-sign-in");
    expect(at.pages).toEqual([]);
    expect(at.town.seen.registrations).toEqual([]);
  });

  it("learns the server's address from the connection itself, whatever its name says later", async () => {
    const met = vi.spyOn(AddressGuard.prototype, "addServerAddress");
    await asked(scene(await town()));
    expect(met).toHaveBeenCalledWith("127.0.0.1");
    met.mockRestore();
  });

  it("signs in, names the account, and keeps all in one secret of the server", async () => {
    const claims = Buffer.from(JSON.stringify({ sub: "7", email: "ada@example.org" }));
    const at = scene(await town({ idToken: `e30.${claims.toString("base64url")}.x` }));
    await signIn(at);
    expect(signedInOf(at)).toMatchObject({
      issuer: at.town.issuer,
      as: "ada@example.org",
      scopes: ["read"],
      renews: true,
      revocable: true,
      client: { id: "client-1", by: "registration" },
    });
    const [page] = at.town.seen.pages;
    expect(page?.get("code_challenge_method")).toBe("S256");
    expect(page?.get("resource")).toBe(at.town.url);
    expect(page?.get("state")?.length).toBeGreaterThan(40);
    expect([...at.store.kept.keys()]).toEqual(["server:s:oauth"]);
    // None of it is shown.
    const shown = JSON.stringify([at.listener.signIns, at.listener.states, at.listener.allLines]);
    const record = at.store.get("server:s:oauth") ?? "";
    const { access, refresh } = JSON.parse(record).tokens;
    expect(shown).not.toContain(access);
    expect(shown).not.toContain(refresh);
  });

  it("reconnects with what was kept, and not to another address", async () => {
    const first = scene(await town());
    await signIn(first);
    await first.connection.close("quit");
    const again = scene(first.town, {}, first.store);
    await again.connection.open();
    expect(again.listener.now?.kind).toBe("connected");
    expect(again.town.seen.pages).toHaveLength(1);
    await again.connection.close("quit");
    const moved = scene(first.town, { url: `${first.town.url}?x=1` }, first.store);
    expect(first.store.kept.size).toBe(0);
    expect((await asked(moved)).why).toBe("first");
  });

  it("uses a client id that the user enters if the issuer does not register clients", async () => {
    const at = scene(await town({ registers: false }));
    expect((await asked(at)).client).toEqual({ kind: "needed" });
    at.connection.signIn?.start(null);
    expect((await step(at, "failed")).failure.kind).toBe("sign-in-no-registration");
    at.connection.signIn?.start({ id: "mine", secret: null });
    await at.listener.is("connected");
    expect(at.town.seen.pages.at(-1)?.get("client_id")).toBe("mine");
    expect(signedInOf(at)?.client).toEqual({ id: "mine", by: "hand" });
  });

  it("uses the address of a client metadata document", async () => {
    const at = scene(await town({ registers: false, documents: true }));
    expect((await asked(at)).takesDocuments).toBe(true);
    at.connection.signIn?.start({ id: "https://app.example/client.json", secret: null });
    await at.listener.is("connected");
    expect(signedInOf(at)?.client.by).toBe("document");
    expect(at.town.seen.registrations).toEqual([]);
  });

  it("asks for a refresh token if the issuer supports it", async () => {
    const at = scene(await town({ scopesSupported: ["read", "offline_access"] }));
    expect((await asked(at)).scopes).toEqual(["read", "offline_access"]);
  });

  it("does not sign in if a token was configured", async () => {
    const at = scene(await town(), { headers: { authorization: "Bearer mine" } });
    await at.connection.open();
    expect(at.connection.signIn).toBeNull();
    expect(at.listener.now).toMatchObject({
      kind: "failed",
      failure: { kind: "server-unauthorised" },
    });
    expect(at.town.seen.tokens).toEqual(["mine"]);
    expect(at.listener.signIns).toEqual([]);
  });

  it("reports missing metadata instead of asking to sign in", async () => {
    const at = scene(await town({ resourceMetadata: null }), {});
    at.town.overrides.resourceMetadata = `${at.town.issuer}/nothing`;
    expect((await refusal(at)).kind).toBe("sign-in-bad-metadata");
  });
});

describe("an issuer whose metadata ends in a slash that the server leaves out", () => {
  async function differing(): Promise<{ at: Scene; pair: IssuerPair }> {
    const opened = await town();
    const pair = { announced: opened.issuer, named: `${opened.issuer}/` };
    Object.assign(opened.overrides, { issuerNamed: pair.named, iss: "named" });
    return { at: scene(opened), pair };
  }

  it("is shown with both, and used once the user accepts just these, for this server from then on", async () => {
    const { at, pair } = await differing();
    expect(await refusal(at)).toEqual({ kind: "sign-in-issuer-slash", ...pair });
    expect(at.pages).toEqual([]);
    expect(at.town.seen.registrations).toEqual([]);
    expect(at.store.kept.size).toBe(0);
    for (const other of [
      { announced: pair.announced, named: `${pair.named}/` },
      { announced: "https://evil.example", named: "https://evil.example/" },
    ])
      expect(at.connection.signIn?.acceptIssuer(other)).toBe(false);
    expect(at.connection.signIn?.acceptIssuer(pair)).toBe(true);
    expect((await step(at, "asks")).ask.issuer).toBe(pair.named);
    expect(at.connection.signIn?.acceptIssuer(pair)).toBe(false);
    at.connection.signIn?.start(null);
    await at.listener.is("connected");
    expect(at.town.seen.tokens.at(-1)).toMatch(/^access-/);
    expect(signedInOf(at)?.issuer).toBe(pair.named);
    at.town.expire();
    await at.listener.tool("echo");
    expect((await at.call("echo").outcome).ok).toBe(true);
    expect(refreshes(at.town)).toBe(1);

    // Signing out keeps what was accepted.
    expect(await at.connection.signIn?.signOut()).toBe("revoked");
    await at.connection.close("quit");
    const again = scene(at.town, {}, at.store);
    expect((await asked(again)).issuer).toBe(pair.named);
    await again.connection.close("quit");
    // Another address of the server does not have it.
    const moved = scene(at.town, { url: `${at.town.url}?x=1` }, at.store);
    expect((await refusal(moved)).kind).toBe("sign-in-issuer-slash");
    await moved.connection.close("quit");
  });

  it("stays refused where trying again finds another issuer", async () => {
    const { at, pair } = await differing();
    await refusal(at);
    at.town.overrides.issuerNamed = `${pair.named}/`;
    at.connection.signIn?.acceptIssuer(pair);
    await at.listener.watch.until(() => {
      const now = stepOf(at);
      return now?.kind === "failed" && now.failure.kind === "sign-in-other-issuer";
    });
    expect(at.pages).toEqual([]);
  });

  it("is not used where the acceptance can't be kept", async () => {
    const { at, pair } = await differing();
    await refusal(at);
    at.store.set = () => fail({ kind: "disk-full" });
    expect(at.connection.signIn?.acceptIssuer(pair)).toBe(true);
    expect((await refusal(at)).kind).toBe("sign-in-not-kept");
  });
});

describe("failures are reported, and nothing is kept", () => {
  it.each<[string, Partial<Overrides>, SignInFailure["kind"]]>([
    ["another issuer redirects", { iss: "wrong" }, "sign-in-other-issuer"],
    ["no issuer in the redirect", { iss: "none" }, "sign-in-other-issuer"],
    ["the user declines on the page", { denies: true }, "sign-in-denied"],
    ["the issuer refuses the app", { refusesRegistration: true }, "sign-in-registration-refused"],
  ])("%s", async (_what, bend, kind) => {
    const at = scene(await town(bend));
    expect((await failure(at)).kind).toBe(kind);
    expect(signedInOf(at)).toBeNull();
    expect(at.town.seen.grants).toEqual([]);
    // It can be tried again.
    Object.assign(at.town.overrides, {
      iss: "right",
      denies: false,
      refusesRegistration: false,
    });
    at.connection.signIn?.start(null);
    await at.listener.is("connected");
  });

  it.each<[string, Partial<Overrides>, SignInFailure["kind"]]>([
    [
      "the token is for something else",
      { resource: "https://else.example/mcp" },
      "sign-in-other-resource",
    ],
    [
      "the issuer names itself differently",
      { issuerNamed: "http://127.0.0.1:1" },
      "sign-in-other-issuer",
    ],
    ["the issuer does not support PKCE", { pkce: false }, "sign-in-no-pkce"],
    [
      "the token would be sent in plain text",
      { tokenEndpoint: "http://a.example/t" },
      "sign-in-not-encrypted",
    ],
    [
      "the metadata is elsewhere",
      { metadataRedirect: "http://127.0.0.1:9/x" },
      "sign-in-no-metadata",
    ],
    [
      "the metadata is in the cloud's own network",
      { resourceMetadata: "http://169.254.169.254/x" },
      "sign-in-not-encrypted",
    ],
    [
      "the metadata is in the cloud's own network, encrypted",
      { resourceMetadata: "https://169.254.169.254/x" },
      "sign-in-private-address",
    ],
  ])("before anything is opened: %s", async (_what, bend, kind) => {
    const at = scene(await town(bend));
    expect((await refusal(at)).kind).toBe(kind);
    expect(at.pages).toEqual([]);
    expect(at.town.seen.registrations).toEqual([]);
  });

  it("a name leads into a network that the server is not in", async () => {
    const resourceMetadata = "https://intern.example/x";
    const at = scene(await town({ resourceMetadata }), {
      resolve: (host) => Promise.resolve(host === "intern.example" ? ["169.254.1.1"] : ["8.8.8.8"]),
    });
    expect(await refusal(at)).toEqual({
      kind: "sign-in-private-address",
      address: resourceMetadata,
      ip: "169.254.1.1",
    });
  });

  it("no browser opens: the address is shown to be opened by hand", async () => {
    const at = scene(await town(), { openBrowser: () => Promise.reject(new Error("none")) });
    await asked(at);
    at.connection.signIn?.start(null);
    await at.listener.watch.until(() => {
      const now = stepOf(at);
      return now?.kind === "waiting" && !now.opened;
    });
    const { url } = await step(at, "waiting");
    expect(await followRedirects(url)).toContain("You can close this page.");
    await at.listener.is("connected");
  });

  it("nobody answers in time", async () => {
    const openBrowser = () => Promise.resolve();
    const at = scene(await town(), { openBrowser, callbackTimeoutMs: 30 });
    expect(await failure(at)).toEqual({ kind: "sign-in-timeout", afterMs: 30 });
  });

  it("the server refuses the fresh token too, and is not asked forever", async () => {
    const at = scene(await town({ rejectsAllTokens: true }));
    expect(await failure(at)).toEqual({ kind: "sign-in-still-refused", status: 401 });
    expect(at.pages).toHaveLength(1);
  });
});

describe("the browser's redirect", () => {
  it("gets a fixed page, is taken once, and then the listener closes", async () => {
    const at = scene(await town(), { openBrowser: () => Promise.resolve() });
    await asked(at);
    at.connection.signIn?.start(null);
    const { url, ask } = await step(at, "waiting");
    const { origin } = new URL(ask.redirect);
    expect((await fetch(`${origin}/favicon.ico`)).status).toBe(404);
    expect((await fetch(`${ask.redirect}`)).status).toBe(404);
    expect((await fetch(`${ask.redirect}?code=x`, { method: "POST" })).status).toBe(404);
    expect(stepOf(at)?.kind).toBe("waiting");
    // An invalid path must not end the app: any web page may request it.
    expect((await fetch(`${origin}//[`)).status).toBe(404);
    const page = await fetch(url, { redirect: "manual" });
    const back = await fetch(page.headers.get("location") ?? "");
    expect(back.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await back.text()).not.toContain("code");
    await at.listener.is("connected");
    await expect(fetch(page.headers.get("location") ?? "")).rejects.toThrow("fetch failed");
  });
});

describe("a redirect of another sign-in", () => {
  it("changes nothing: the browser is told, it is counted, and the right one is still taken", async () => {
    const at = scene(await town(), { openBrowser: () => Promise.resolve() });
    await asked(at);
    at.connection.signIn?.start(null);
    const { url, ask } = await step(at, "waiting");
    for (const [n, query] of ["code=stolen&state=another", "error=access_denied"].entries()) {
      const back = await fetch(`${ask.redirect}?${query}`);
      expect(back.status).toBe(400);
      const page = await back.text();
      expect(page).toContain("this is another sign-in");
      expect(page).not.toContain("stolen");
      expect(stepOf(at)).toMatchObject({ kind: "waiting", url, foreign: n + 1 });
    }
    expect(at.town.seen.grants).toEqual([]);
    expect(await followRedirects(url)).toContain("You can close this page.");
    await at.listener.is("connected");
    expect(at.town.seen.grants).toHaveLength(1);
  });

  it("is the reason when no other one came in time", async () => {
    const at = scene(await town({ state: "another" }), { callbackTimeoutMs: 1000 });
    expect(await failure(at)).toEqual({ kind: "sign-in-state-mismatch", afterMs: 1000 });
    expect(at.town.seen.grants).toEqual([]);
    at.town.overrides.state = null;
    at.connection.signIn?.start(null);
    await at.listener.is("connected");
  });
});

describe("cancelling", () => {
  it("while the browser is open: the user is asked again and nothing listens", async () => {
    const at = scene(await town(), { openBrowser: () => Promise.resolve() });
    await asked(at);
    at.connection.signIn?.start(null);
    const { url } = await step(at, "waiting");
    at.connection.signIn?.cancel();
    expect(stepOf(at)?.kind).toBe("asks");
    await expect(followRedirects(url)).rejects.toThrow("fetch failed");
    expect(at.town.seen.grants).toEqual([]);
  });

  it("not now: it stays possible", async () => {
    const at = scene(await town());
    await asked(at);
    at.connection.signIn?.cancel();
    expect(stepOf(at)?.kind).toBe("declined");
    at.connection.signIn?.start(null);
    await at.listener.is("connected");
  });

  it("by closing the connection", async () => {
    const at = scene(await town(), { openBrowser: () => Promise.resolve() });
    await asked(at);
    at.connection.signIn?.start(null);
    const { url } = await step(at, "waiting");
    await at.connection.close("switched-off");
    expect(stepOf(at)).toBeNull();
    await expect(followRedirects(url)).rejects.toThrow("fetch failed");
  });
});

describe("staying signed in", () => {
  it("renews once for many requests, and sends them all again", async () => {
    const at = scene(await town({ rotates: true }));
    await signIn(at);
    at.town.expire();
    const calls = Array.from({ length: 8 }, (_, n) => at.call("echo", {}, `run-${n}`));
    const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(refreshes(at.town)).toBe(1);
    at.town.expire();
    // The rotated token is used.
    expect((await at.call("echo").outcome).ok).toBe(true);
    expect(refreshes(at.town)).toBe(2);
    expect(at.pages).toHaveLength(1);
  });

  it("renews before the token expires if the issuer says when", async () => {
    const at = scene(await town({ expiresIn: 0 }));
    await signIn(at);
    expect(refreshes(at.town)).toBeGreaterThan(0);
    expect(at.town.seen.tokens.filter((token) => token !== null)).not.toContain(undefined);
    expect(at.pages).toHaveLength(1);
  });

  it("asks again when it cannot be renewed, with the issuer's reason, and the call waits", async () => {
    const at = scene(await town());
    await signIn(at);
    at.town.expire();
    await fetch(`${at.town.issuer}/revoke`, { method: "POST" });
    const { outcome } = at.call("echo");
    const { ask } = await step(at, "asks");
    expect(ask).toMatchObject({ why: "again", ended: "invalid_grant: ended", scopes: ["read"] });
    expect(ask.client).toEqual({ kind: "registered", id: "client-1" });
    at.connection.signIn?.start(null);
    expect((await outcome).ok).toBe(true);
  });

  it("asks for more scopes if a call needs them, shows what is new, and sends the call again", async () => {
    const at = scene(await town({ callScope: "write" }));
    await signIn(at);
    const { outcome } = at.call("echo");
    const { ask } = await step(at, "asks");
    expect(ask).toMatchObject({
      why: "more",
      scopes: ["read", "write"],
      added: ["write"],
      said: "needs write",
    });
    expect(signedInOf(at)?.scopes).toEqual(["read"]);
    at.connection.signIn?.start(null);
    expect((await outcome).ok).toBe(true);
    expect(signedInOf(at)?.scopes).toEqual(["read", "write"]);
  });

  it("is refused further scopes: the call fails, the connection stays", async () => {
    const at = scene(await town({ callScope: "write" }));
    await signIn(at);
    const { outcome } = at.call("echo");
    await step(at, "asks");
    at.connection.signIn?.cancel();
    expect(await outcome).toMatchObject({
      ok: false,
      failure: { kind: "run-http-status", status: 403 },
    });
    expect(at.listener.now?.kind).toBe("connected");
  });

  it("does not ask for the same scopes twice", async () => {
    const at = scene(await town({ callScope: "write" }));
    await signIn(at);
    const first = at.call("echo");
    await step(at, "asks");
    at.connection.signIn?.start(null);
    expect((await first.outcome).ok).toBe(true);
    at.town.overrides.callScope = "never";
    const second = at.call("echo", {}, "run-2");
    await step(at, "asks");
    at.connection.signIn?.start(null);
    expect((await second.outcome).ok).toBe(true);
    expect(at.pages).toHaveLength(3);
  });

  it("keeps asking the user when the waiting call is cancelled", async () => {
    const at = scene(await town({ callScope: "write" }));
    await signIn(at);
    const { outcome, abort } = at.call("echo");
    await step(at, "asks");
    abort.abort();
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: "cancelled" } });
    expect(stepOf(at)?.kind).toBe("asks");
  });

  it("sends no token to another origin", async () => {
    const at = scene(await town());
    await signIn(at);
    const other = await town();
    const { fetch: send } = at.connection.signIn as unknown as { fetch: typeof fetch };
    await send(other.url, { method: "POST", body: "{}" });
    expect(other.seen.tokens).toEqual([null]);
  });
});

describe("signing out", () => {
  it("revokes the token at the issuer and deletes it", async () => {
    const at = scene(await town());
    await signIn(at);
    expect(await at.connection.signIn?.signOut()).toBe("revoked");
    expect(at.town.seen.revocations.map((form) => form.get("token_type_hint"))).toEqual([
      "refresh_token",
      "access_token",
    ]);
    expect(at.store.kept.size).toBe(0);
    expect(signedInOf(at)).toBeNull();
  });

  it("deletes the token if the issuer cannot revoke it", async () => {
    const at = scene(await town({ revokes: false }));
    await signIn(at);
    expect(await at.connection.signIn?.signOut()).toBe("not-offered");
    expect(at.store.kept.size).toBe(0);
  });

  it("deletes the token, and says so, if the issuer does not respond", async () => {
    const at = scene(await town());
    await signIn(at);
    await at.town.close();
    towns.splice(towns.indexOf(at.town), 1);
    expect(await at.connection.signIn?.signOut()).toBe("not-revoked");
    expect(at.store.kept.size).toBe(0);
  });
});
