// The update feed: one file on the web, whose first line is the Ed25519 signature (base64) of all bytes after it, which
// are JSON. Nothing else of it is read before the signature fits the key in the app's package.json.
import { createPublicKey, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome, UpdateFailure } from "#shared/outcome.ts";
import { ModelError } from "../../models/generation/modelError.ts";
import type { Fetch } from "../../models/net/fetch.ts";

/** What a build knows of its releases. */
export interface Release {
  feed: URL;
  key: KeyObject;
  contact: string | null;
}

const https = z
  .url({ protocol: /^https$/ })
  .max(2000)
  .transform((text) => new URL(text));
const manifestSchema = z.object({
  /** `key`: an Ed25519 public key, as SPKI in base64. */
  release: z.object({
    feed: https,
    key: z
      .base64()
      .transform((text) =>
        createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" }),
      )
      .refine((key) => key.asymmetricKeyType === "ed25519"),
    contact: z.string().max(200).nullable(),
  }),
});

/** The settings of the build, from its package.json; null: it has none, or they make no sense. */
export function releaseOf(manifest: unknown): Release | null {
  try {
    return manifestSchema.parse(manifest).release;
  } catch {
    return null;
  }
}

/** Kinds of packages that Countersign can install itself, or open. */
export const fileKinds = ["AppImage", "nsis", "dmg"] as const;
export type FileKind = (typeof fileKinds)[number];

/** Three numbers: there are no pre-releases. */
const version = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/);

const feedSchema = z.object({
  version,
  page: https.transform(({ href }) => href),
  files: z
    .array(
      z.object({
        kind: z.enum(fileKinds),
        arch: z.string().max(20),
        url: https.transform(({ href }) => href),
        bytes: z
          .int()
          .positive()
          .max(2 ** 30),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(20),
});
export type Feed = z.infer<typeof feedSchema>;
export type FeedFile = Feed["files"][number];

const FEED_MAX_BYTES = 64 * 1024;
const FEED_MS = 30_000;
/** Of Ed25519 (RFC 8032, 5.1.6). */
const SIGNATURE_BYTES = 64;

/** The feed's content, if it was signed with the key. */
export function readFeed(bytes: Buffer, key: KeyObject): Outcome<Feed, UpdateFailure> {
  const end = bytes.indexOf("\n");
  const signature = Buffer.from(bytes.subarray(0, Math.max(0, end)).toString("latin1"), "base64");
  const signed = bytes.subarray(end + 1);
  if (signature.length !== SIGNATURE_BYTES || !verify(null, signed, key, signature))
    return fail({ kind: "update-refused", why: "signature", detail: "" });
  try {
    return ok(feedSchema.parse(JSON.parse(signed.toString("utf8"))));
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 500) : "";
    return fail({ kind: "update-refused", why: "format", detail });
  }
}

/** Fetches and reads the feed. Redirects aren't followed. Never throws. */
export async function fetchFeed(
  { feed, key }: Release,
  fetch: Fetch,
  ending: AbortSignal,
): Promise<Outcome<Feed, UpdateFailure>> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(FEED_MS)]);
    const response = await fetch(feed, { signal });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      bytes += piece.length;
      // What is missing, the signature shows.
      if (bytes > FEED_MAX_BYTES) break;
    }
    if (response.ok) return readFeed(Buffer.concat(pieces), key);
    return unreachable("status", `${feed.host}: HTTP ${response.status}`);
  } catch (error) {
    const failure = error instanceof ModelError ? error.failure : null;
    if (failure?.kind === "model-redirect")
      return unreachable("redirect", `${failure.host} → ${failure.to}`);
    if (failure?.kind === "model-certificate")
      return unreachable("certificate", `${failure.host}: ${failure.detail}`);
    if (failure?.kind === "model-proxy")
      return unreachable("proxy", `${failure.proxy}: ${failure.detail}`);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return unreachable("network", `${feed.host}: ${String(cause)}`);
  }
}

const unreachable = (
  why: Extract<UpdateFailure, { kind: "update-unreachable" }>["why"],
  detail: string,
) => fail<UpdateFailure>({ kind: "update-unreachable", why, detail: detail.slice(0, 500) });
