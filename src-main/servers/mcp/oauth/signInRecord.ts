// The stored sign-in of a server, kept as one of its secrets: tokens, their issuer and client. Used only while the
// server's URL is the one that the sign-in was made for.
import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import { z } from "zod";
import { jsonIn } from "#shared/json.ts";
import type { IssuerPair, SignedIn } from "#shared/servers/signIn.ts";
import type { Secrets } from "../../../profile/encryption/secrets.ts";

const clientSchema = z.object({
  /** The issuer that the client id belongs to. */
  issuer: z.string(),
  id: z.string(),
  secret: z.string().nullable(),
  /** How the client authenticates at the token endpoint; null: any method that the endpoint supports. */
  method: z.string().nullable(),
  by: z.enum(["registration", "hand", "document"]),
  /** Port of the redirect URI, which is part of a registration. */
  port: z.number().int(),
  secretExpiresAtMs: z.number().nullable(),
});
export type StoredClient = z.infer<typeof clientSchema>;

const tokensSchema = z.object({
  access: z.string(),
  refresh: z.string().nullable(),
  expiresAtMs: z.number().nullable(),
  /** From then on the token is renewed before use. */
  renewAtMs: z.number().nullable(),
  /** The granted scopes if the issuer lists them, otherwise the requested ones. */
  scopes: z.array(z.string()),
  /** All scopes ever requested under this sign-in. */
  requested: z.array(z.string()),
  resource: z.string(),
  as: z.string().nullable(),
  sinceMs: z.number(),
  issuer: z.string(),
  endpoints: z.object({ token: z.string(), revocation: z.string().nullable() }),
  methods: z.array(z.string()),
});
export type StoredTokens = z.infer<typeof tokensSchema>;

const recordSchema = z.object({
  version: z.literal(1),
  /** The server's URL at the time of the sign-in. */
  server: z.string(),
  client: clientSchema.nullable(),
  tokens: tokensSchema.nullable(),
  /** The two spellings of the issuer that the user accepted; stays when the user signs out. */
  acceptedIssuer: z
    .strictObject({ announced: z.string(), named: z.string() })
    .nullable()
    .default(null),
});
type StoredSignIn = z.infer<typeof recordSchema>;

/** The part of `Secrets` that a sign-in needs. */
export type SignInStore = Pick<Secrets, "get" | "set" | "remove">;

/**
 * One server's stored sign-in. Its name starts with the prefix of the server's secrets, so it is deleted with the
 * server.
 */
export class SignInRecord {
  readonly #store: SignInStore;
  readonly #name: string;
  #stored: StoredSignIn;

  constructor(store: SignInStore, serverId: string, server: URL) {
    this.#store = store;
    this.#name = `server:${serverId}:oauth`;
    this.#stored = {
      version: 1,
      server: server.href,
      client: null,
      tokens: null,
      acceptedIssuer: null,
    };
    const text = store.get(this.#name);
    if (text === null) return;
    const read = recordSchema.safeParse(jsonIn(text));
    if (read.success && read.data.server === server.href) this.#stored = read.data;
    // Made for another URL, or unreadable: delete it.
    else store.remove(this.#name);
  }

  get tokens(): StoredTokens | null {
    return this.#stored.tokens;
  }

  /** The stored client, if it belongs to this issuer. */
  clientAt(issuer: string): StoredClient | null {
    const { client } = this.#stored;
    return client?.issuer === issuer ? client : null;
  }

  accepts({ announced, named }: IssuerPair): boolean {
    const { acceptedIssuer } = this.#stored;
    return acceptedIssuer?.announced === announced && acceptedIssuer.named === named;
  }

  /** Saves a change. Returns an error message or null; if it cannot be stored, the previous state stays. */
  save(change: Partial<Pick<StoredSignIn, "client" | "tokens" | "acceptedIssuer">>): string | null {
    const before = this.#stored;
    this.#stored = { ...before, ...change };
    const { client, tokens, acceptedIssuer } = this.#stored;
    if (client === null && tokens === null && acceptedIssuer === null) {
      this.#store.remove(this.#name);
      return null;
    }
    const saved = this.#store.set(this.#name, JSON.stringify(this.#stored));
    if (saved.ok) return null;
    this.#stored = before;
    return "detail" in saved.failure ? saved.failure.detail : saved.failure.kind;
  }

  delete(): void {
    this.save({ client: null, tokens: null });
  }

  /** What the window is shown: no token, no secret. */
  view(): SignedIn | null {
    const { tokens, client } = this.#stored;
    if (tokens === null || client === null) return null;
    const { issuer, resource, as, scopes, sinceMs, expiresAtMs, endpoints } = tokens;
    return {
      issuer,
      resource,
      as,
      scopes,
      sinceMs,
      expiresAtMs,
      renews: tokens.refresh !== null,
      revocable: endpoints.revocation !== null,
      client: { id: client.id, by: client.by },
    };
  }
}

/** The part of the issuer's metadata that the library needs for a token request. */
export function toLibraryMetadata(tokens: StoredTokens): AuthorizationServerMetadata {
  return {
    issuer: tokens.issuer,
    authorization_endpoint: tokens.endpoints.token,
    token_endpoint: tokens.endpoints.token,
    response_types_supported: ["code"],
    token_endpoint_auth_methods_supported: tokens.methods,
  };
}

/** A client in the library's format. */
export const toClientInformation = ({ id, secret, method }: StoredClient) => ({
  client_id: id,
  ...(secret === null ? {} : { client_secret: secret }),
  ...(method === null ? {} : { token_endpoint_auth_method: method }),
});
