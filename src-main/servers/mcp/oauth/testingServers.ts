// A small OAuth issuer and MCP server on loopback that a test can make misbehave. The issuer checks PKCE, redirect
// URI, resource and client like a real one; its page consents at once.
import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import type net from "node:net";
import type { CallbackWords } from "./callbackListener.ts";

export interface AuthServers {
  /** The MCP server's URL. */
  url: string;
  issuer: string;
  /** Misbehaviour; may be changed at any time. */
  overrides: Overrides;
  seen: Seen;
  /** Expires every access token. */
  expire(): void;
  close(): Promise<void>;
}

export interface Overrides {
  /** The `iss` parameter of the callback. */
  iss: "right" | "named" | "wrong" | "none";
  /** Lifetime of access tokens in seconds; null: not stated. */
  expiresIn: number | null;
  /** Each refresh token works once. */
  rotates: boolean;
  refusesRegistration: boolean;
  registers: boolean;
  revokes: boolean;
  /** The issuer's page denies the request. */
  denies: boolean;
  /** Replaces the callback's state. */
  state: string | null;
  resource: string | null;
  issuerNamed: string | null;
  pkce: boolean;
  /** Override the token endpoint, the target of a metadata redirect, the resource metadata URL. */
  tokenEndpoint: string | null;
  metadataRedirect: string | null;
  resourceMetadata: string | null;
  /** Scope that a tool call additionally requires. */
  callScope: string | null;
  /** The server rejects every token. */
  rejectsAllTokens: boolean;
  /** `scopes_supported` of the issuer's metadata. */
  scopesSupported: string[] | null;
  idToken: string | null;
  documents: boolean;
}

export interface Seen {
  registrations: Record<string, unknown>[];
  pages: URLSearchParams[];
  /** Every token request. */
  grants: URLSearchParams[];
  revocations: URLSearchParams[];
  /** The token of each request to the server; null: none. */
  tokens: (string | null)[];
  paths: string[];
}

const DEFAULTS: Overrides = {
  iss: "right",
  expiresIn: 3600,
  rotates: false,
  refusesRegistration: false,
  registers: true,
  revokes: true,
  denies: false,
  state: null,
  resource: null,
  issuerNamed: null,
  pkce: true,
  tokenEndpoint: null,
  metadataRedirect: null,
  resourceMetadata: null,
  callScope: null,
  rejectsAllTokens: false,
  scopesSupported: null,
  idToken: null,
  documents: false,
};

interface Grant {
  challenge: string;
  client: string;
  redirect: string;
  resource: string;
  scopes: string[];
}

type Reply = [status: number, body: unknown, headers?: Record<string, string>];

/** Starts both on free ports. */
export async function startAuthServers(bend: Partial<Overrides> = {}): Promise<AuthServers> {
  const town = new RunningAuthServers({ ...DEFAULTS, ...bend });
  await town.open();
  return town;
}

class RunningAuthServers implements AuthServers {
  url = "";
  issuer = "";
  readonly overrides: Overrides;
  readonly seen: Seen = {
    registrations: [],
    pages: [],
    grants: [],
    revocations: [],
    tokens: [],
    paths: [],
  };
  readonly #servers: http.Server[] = [];
  readonly #codes = new Map<string, Grant>();
  readonly #access = new Map<string, Grant>();
  readonly #refresh = new Map<string, Grant>();
  readonly #clients = new Set<string>();

  constructor(bend: Overrides) {
    this.overrides = bend;
  }

  async open(): Promise<void> {
    this.issuer = await this.#listen((path, query, body) => this.#issuerReply(path, query, body));
    const origin = await this.#listen((path, _query, body, request) =>
      this.#serverReply(path, body, request),
    );
    this.url = `${origin}/mcp`;
  }

  expire(): void {
    this.#access.clear();
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #listen(
    reply: (
      path: string,
      query: URLSearchParams,
      body: string,
      request: http.IncomingMessage,
    ) => Reply,
  ): Promise<string> {
    const server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const url = new URL(request.url ?? "/", "http://x");
        this.seen.paths.push(`${request.method ?? ""} ${url.pathname}`);
        const body = Buffer.concat(chunks).toString("utf8");
        const [status, answer, headers] = reply(url.pathname, url.searchParams, body, request);
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(answer === null ? "" : JSON.stringify(answer));
      });
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  }

  #issuerReply(path: string, query: URLSearchParams, body: string): Reply {
    switch (path) {
      case "/.well-known/oauth-authorization-server":
        return this.#metadata();
      case "/register":
        return this.#register(body);
      case "/authorize":
        return this.#page(query);
      case "/token":
        return this.#token(new URLSearchParams(body));
      case "/revoke":
        this.seen.revocations.push(new URLSearchParams(body));
        this.#refresh.clear();
        this.#access.clear();
        return [200, null];
      default:
        return [404, null];
    }
  }

  #metadata(): Reply {
    const { overrides, issuer } = this;
    if (overrides.metadataRedirect !== null)
      return [302, null, { location: overrides.metadataRedirect }];
    return [
      200,
      {
        issuer: overrides.issuerNamed ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: overrides.tokenEndpoint ?? `${issuer}/token`,
        response_types_supported: ["code"],
        token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
        authorization_response_iss_parameter_supported: true,
        ...(overrides.registers ? { registration_endpoint: `${issuer}/register` } : {}),
        ...(overrides.revokes ? { revocation_endpoint: `${issuer}/revoke` } : {}),
        ...(overrides.pkce ? { code_challenge_methods_supported: ["S256"] } : {}),
        ...(overrides.scopesSupported === null
          ? {}
          : { scopes_supported: overrides.scopesSupported }),
        ...(overrides.documents ? { client_id_metadata_document_supported: true } : {}),
      },
    ];
  }

  #register(body: string): Reply {
    const asked = JSON.parse(body) as Record<string, unknown>;
    this.seen.registrations.push(asked);
    if (this.overrides.refusesRegistration) {
      return [403, { error: "access_denied", error_description: "no apps here" }];
    }
    const id = `client-${this.seen.registrations.length}`;
    this.#clients.add(id);
    return [201, { ...asked, client_id: id }];
  }

  #page(query: URLSearchParams): Reply {
    this.seen.pages.push(query);
    const back = new URL(query.get("redirect_uri") ?? "");
    const { state, iss, denies } = this.overrides;
    back.searchParams.set("state", state ?? query.get("state") ?? "");
    const issuers = {
      right: this.issuer,
      named: this.overrides.issuerNamed ?? this.issuer,
      wrong: "https://evil.example",
    };
    if (iss !== "none") back.searchParams.set("iss", issuers[iss]);
    if (denies) {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "the person said no");
      return [302, null, { location: back.href }];
    }
    const code = randomUUID();
    this.#codes.set(code, {
      challenge: query.get("code_challenge") ?? "",
      client: query.get("client_id") ?? "",
      redirect: query.get("redirect_uri") ?? "",
      resource: query.get("resource") ?? "",
      scopes: (query.get("scope") ?? "").split(" ").filter((scope) => scope !== ""),
    });
    back.searchParams.set("code", code);
    return [302, null, { location: back.href }];
  }

  #token(form: URLSearchParams): Reply {
    this.seen.grants.push(form);
    const refreshing = form.get("grant_type") === "refresh_token";
    const key = form.get(refreshing ? "refresh_token" : "code") ?? "";
    const grants = refreshing ? this.#refresh : this.#codes;
    const grant = grants.get(key);
    if (grant === undefined) return [400, { error: "invalid_grant", error_description: "ended" }];
    if (!refreshing || this.overrides.rotates) grants.delete(key);
    const verifier = form.get("code_verifier") ?? "";
    const s256 = createHash("sha256").update(verifier).digest("base64url");
    const proven =
      refreshing || (s256 === grant.challenge && form.get("redirect_uri") === grant.redirect);
    if (!proven || form.get("resource") !== grant.resource)
      return [400, { error: "invalid_request" }];
    return [200, this.#issued(grant, refreshing && !this.overrides.rotates ? null : randomUUID())];
  }

  #issued(grant: Grant, refresh: string | null): object {
    const access = `access-${randomUUID()}`;
    this.#access.set(access, grant);
    if (refresh !== null) this.#refresh.set(refresh, grant);
    const { expiresIn, idToken } = this.overrides;
    return {
      access_token: access,
      token_type: "Bearer",
      ...(refresh === null ? {} : { refresh_token: refresh }),
      ...(expiresIn === null ? {} : { expires_in: expiresIn }),
      ...(grant.scopes.length === 0 ? {} : { scope: grant.scopes.join(" ") }),
      ...(idToken === null ? {} : { id_token: idToken }),
    };
  }

  #serverReply(path: string, body: string, request: http.IncomingMessage): Reply {
    if (path === "/.well-known/oauth-protected-resource/mcp") {
      const resource = this.overrides.resource ?? this.url;
      return [200, { resource, authorization_servers: [this.issuer] }];
    }
    if (path !== "/mcp") return [404, null];
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
    this.seen.tokens.push(token);
    const grant =
      token === null || this.overrides.rejectsAllTokens ? undefined : this.#access.get(token);
    if (grant === undefined || grant.resource !== (this.overrides.resource ?? this.url)) {
      return [401, null, { "www-authenticate": this.#challenge("read") }];
    }
    if (request.method !== "POST") return [405, null];
    const message = JSON.parse(body) as { id?: number; method?: string };
    const { callScope } = this.overrides;
    if (
      message.method === "tools/call" &&
      callScope !== null &&
      !grant.scopes.includes(callScope)
    ) {
      const error = `error="insufficient_scope", error_description="needs ${callScope}", `;
      return [403, null, { "www-authenticate": this.#challenge(callScope, error) }];
    }
    return message.id === undefined ? [202, null] : [200, responseTo(message)];
  }

  #challenge(scope: string, more = ""): string {
    const { origin } = new URL(this.url);
    const metadata =
      this.overrides.resourceMetadata ?? `${origin}/.well-known/oauth-protected-resource/mcp`;
    return `Bearer ${more}scope="${scope}", resource_metadata="${metadata}"`;
  }
}

function responseTo({ id, method }: { id?: number; method?: string }): object {
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "behind an issuer", version: "1" },
    },
    "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "in" }] },
  };
  return { jsonrpc: "2.0", id, result: results[method ?? ""] ?? {} };
}

/** Follows the issuer's page to the redirect, as the browser of a consenting user does. */
export async function followRedirects(page: string): Promise<string> {
  const answer = await fetch(page, { redirect: "manual" });
  const back = await fetch(answer.headers.get("location") ?? "");
  return back.text();
}

export const CALLBACK_WORDS: CallbackWords = {
  done: [{ language: "en", text: "You can close this page." }],
  foreign: [{ language: "en", text: "this is another sign-in" }],
};
