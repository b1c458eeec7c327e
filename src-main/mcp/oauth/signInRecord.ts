// What is kept of a sign-in, as one secret of the server: tokens, who made them, what they are for. Read only
// for the very address that it was made for.
import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { SignedIn } from "../../../src-shared/servers/signIn.ts";
import type { Secrets } from "../../services/ports.ts";

const clientSchema = z.object({
  /** The issuer that knows it: an id means nothing anywhere else. */
  issuer: z.string(),
  id: z.string(),
  secret: z.string().nullable(),
  /** How it proves itself at the token endpoint; null: whatever that takes. */
  method: z.string().nullable(),
  by: z.enum(["registration", "hand", "document"]),
  /** Where the browser comes back to; part of a registration. */
  port: z.number().int(),
  secretExpiresAtMs: z.number().nullable(),
});
export type StoredClient = z.infer<typeof clientSchema>;

const tokensSchema = z.object({
  access: z.string(),
  refresh: z.string().nullable(),
  expiresAtMs: z.number().nullable(),
  /** From then on it is renewed before it is used. */
  renewAtMs: z.number().nullable(),
  /** Granted, as far as the issuer says; otherwise what was asked for. */
  scopes: z.array(z.string()),
  /** Everything that was ever asked for under this sign-in. */
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
  /** The server's address when it was made. */
  server: z.string(),
  client: clientSchema.nullable(),
  tokens: tokensSchema.nullable(),
});
type StoredSignIn = z.infer<typeof recordSchema>;

/** The part of `Secrets` that a sign-in needs. */
export type SignInStore = Pick<Secrets, "get" | "set" | "remove">;

/** One server's record. Its name begins as all secrets of the server do, so it goes with the server. */
export class SignInRecord {
  readonly #store: SignInStore;
  readonly #name: string;
  #stored: StoredSignIn;

  constructor(store: SignInStore, serverId: string, server: URL) {
    this.#store = store;
    this.#name = `server:${serverId}:oauth`;
    this.#stored = { version: 1, server: server.href, client: null, tokens: null };
    const text = store.get(this.#name);
    if (text === null) return;
    const read = parsed(text);
    if (read?.server === server.href) this.#stored = read;
    // Made for another address, or not readable: never used, so not kept either.
    else store.remove(this.#name);
  }

  get tokens(): StoredTokens | null {
    return this.#stored.tokens;
  }

  /** The client as the issuer knows it; one of another issuer is none. */
  clientAt(issuer: string): StoredClient | null {
    const { client } = this.#stored;
    return client?.issuer === issuer ? client : null;
  }

  /** Why it could not be kept, or null. What was there before then still holds. */
  save(change: Partial<Pick<StoredSignIn, "client" | "tokens">>): string | null {
    const before = this.#stored;
    this.#stored = { ...before, ...change };
    if (this.#stored.client === null && this.#stored.tokens === null) {
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

  /** As shown: no token, no secret. */
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

function parsed(text: string): StoredSignIn | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** As the library takes it: what of the issuer's description a token request needs. */
export function toLibraryMetadata(tokens: StoredTokens): AuthorizationServerMetadata {
  return {
    issuer: tokens.issuer,
    authorization_endpoint: tokens.endpoints.token,
    token_endpoint: tokens.endpoints.token,
    response_types_supported: ["code"],
    token_endpoint_auth_methods_supported: tokens.methods,
  };
}

/** A client as the library takes it. */
export const toClientInformation = ({ id, secret, method }: StoredClient) => ({
  client_id: id,
  ...(secret === null ? {} : { client_secret: secret }),
  ...(method === null ? {} : { token_endpoint_auth_method: method }),
});
