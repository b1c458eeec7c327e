// A protected HTTP+SSE server (2024-11-05) for tests, made of the SDK's own parts: issuer, token check, event stream.
// The issuer's page consents at once.
import { randomUUID } from "node:crypto";
import http from "node:http";
import type net from "node:net";
import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import {
  InvalidGrantError,
  InvalidTokenError,
} from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type {
  AuthorizationParams,
  OAuthServerProvider,
} from "@modelcontextprotocol/sdk/server/auth/provider.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import type { OAuthClientInformationFull } from "@modelcontextprotocol/sdk/shared/auth.js";
import { CreateMessageResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** The part of Express used here: the SDK brings Express but not its types. */
interface Routes {
  use(...handlers: unknown[]): void;
  get(path: string, ...handlers: unknown[]): void;
  post(path: string, ...handlers: unknown[]): void;
}

interface Posted extends http.IncomingMessage {
  body: unknown;
}

export interface SseAuthServer {
  /** The server's URL. */
  url: string;
  /** Requests to the server as "METHOD path", in order, with their token; null: none. */
  seen: { request: string; token: string | null }[];
  /** The grants exchanged for tokens. */
  grants: ("code" | "refresh")[];
  /** Expires every access token. */
  expire(): void;
  /** Ends every open event stream. */
  dropStreams(): void;
  close(): Promise<void>;
}

/** Starts the server on a free port. Its tool `ask` sends a sampling request and returns the response's text. */
export async function startSseAuthServer(): Promise<SseAuthServer> {
  // An Express app is itself a Node request listener.
  const app = createMcpExpressApp() as unknown as Routes & http.RequestListener;
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  const url = new URL(`${origin}/sse`);
  const issuer = new Issuer();
  const seen: SseAuthServer["seen"] = [];
  app.use((request: http.IncomingMessage, _response: unknown, next: () => void) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
    const { pathname } = new URL(request.url ?? "/", origin);
    seen.push({ request: `${request.method ?? ""} ${pathname}`, token });
    next();
  });
  const scopesSupported = ["mcp:use"];
  app.use(
    mcpAuthRouter({
      provider: issuer,
      issuerUrl: new URL(origin),
      resourceServerUrl: url,
      scopesSupported,
    }),
  );
  const streams = serve(app, url, issuer);
  return {
    url: url.href,
    seen,
    grants: issuer.grants,
    expire: () => issuer.access.clear(),
    dropStreams: () => {
      for (const transport of streams.values()) void transport.close();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves the event stream and the message endpoint, both behind the token check. */
function serve(app: Routes, url: URL, issuer: Issuer): Map<string, SSEServerTransport> {
  const guard: unknown = requireBearerAuth({
    verifier: issuer,
    requiredScopes: ["mcp:use"],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
    expectedResource: url,
  });
  const streams = new Map<string, SSEServerTransport>();
  const broken = (response: http.ServerResponse) => (error: Error) => response.destroy(error);
  app.get("/sse", guard, (_request: unknown, response: http.ServerResponse) => {
    const transport = new SSEServerTransport("/messages", response);
    streams.set(transport.sessionId, transport);
    asking().connect(transport).catch(broken(response));
  });
  app.post("/messages", guard, (request: Posted, response: http.ServerResponse) => {
    const { searchParams } = new URL(request.url ?? "/", url);
    const transport = streams.get(searchParams.get("sessionId") ?? "");
    if (transport === undefined) response.writeHead(404).end();
    else transport.handlePostMessage(request, response, request.body).catch(broken(response));
  });
  return streams;
}

function asking(): McpServer {
  const server = new McpServer({ name: "behind-sse", version: "1.0.0" });
  server.registerTool("ask", {}, async (extra) => {
    const { content } = await extra.sendRequest(
      {
        method: "sampling/createMessage",
        params: {
          messages: [{ role: "user", content: { type: "text", text: "Who is there?" } }],
          maxTokens: 20,
        },
      },
      CreateMessageResultSchema,
    );
    const text = content.type === "text" ? content.text : content.type;
    return { content: [{ type: "text", text }] };
  });
  return server;
}

interface Granted {
  client: string;
  params: AuthorizationParams;
}

/** The parts of an issuer that the SDK leaves to the implementer: codes, tokens and their owners. */
class Issuer implements OAuthServerProvider {
  readonly grants: SseAuthServer["grants"] = [];
  readonly access = new Map<string, Granted>();
  readonly #clients = new Map<string, OAuthClientInformationFull>();
  readonly #codes = new Map<string, Granted>();
  readonly #refresh = new Map<string, Granted>();

  readonly clientsStore = {
    getClient: (id: string) => this.#clients.get(id),
    registerClient: (client: OAuthClientInformationFull) => {
      this.#clients.set(client.client_id, client);
      return client;
    },
  };

  async authorize(
    client: OAuthClientInformationFull,
    params: AuthorizationParams,
    response: { redirect(url: string): void },
  ): Promise<void> {
    const code = randomUUID();
    this.#codes.set(code, { client: client.client_id, params });
    const back = new URL(params.redirectUri);
    back.searchParams.set("code", code);
    if (params.state !== undefined) back.searchParams.set("state", params.state);
    response.redirect(back.href);
  }

  async challengeForAuthorizationCode(_client: unknown, code: string): Promise<string> {
    return held(this.#codes, code).params.codeChallenge;
  }

  async exchangeAuthorizationCode(_client: unknown, code: string) {
    const granted = held(this.#codes, code);
    this.#codes.delete(code);
    this.grants.push("code");
    return this.#issued(granted);
  }

  async exchangeRefreshToken(_client: unknown, token: string) {
    const granted = held(this.#refresh, token);
    this.#refresh.delete(token);
    this.grants.push("refresh");
    return this.#issued(granted);
  }

  async verifyAccessToken(token: string) {
    const granted = this.access.get(token);
    if (granted === undefined) throw new InvalidTokenError("expired");
    const { client, params } = granted;
    return {
      token,
      clientId: client,
      scopes: params.scopes ?? [],
      expiresAt: Math.floor(Date.now() / 1000) + 3600,
      ...(params.resource === undefined ? {} : { resource: params.resource }),
    };
  }

  #issued(granted: Granted) {
    const [access_token, refresh_token] = [randomUUID(), randomUUID()];
    this.access.set(access_token, granted);
    this.#refresh.set(refresh_token, granted);
    const scope = (granted.params.scopes ?? []).join(" ");
    return { access_token, refresh_token, token_type: "bearer", expires_in: 3600, scope };
  }
}

function held(grants: Map<string, Granted>, key: string): Granted {
  const granted = grants.get(key);
  if (granted === undefined) throw new InvalidGrantError("ended");
  return granted;
}
