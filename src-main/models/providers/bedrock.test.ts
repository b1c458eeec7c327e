// Which host lists Bedrock's models: the key goes to AWS or to the host that it was entered for; and how a key pair
// signs requests.
import { createHash, createHmac } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { joinedAwsKeys } from "#shared/models/providers/awsKeys.ts";
import { fail } from "#shared/outcome.ts";
import { askFamily, replays } from "../testing/wireHarness.ts";
import { FAMILIES, type Family } from "../testing/wire/families.ts";
import { LOOK } from "../testing/wire/documents.ts";
import { bedrockProvider } from "./bedrock.ts";

it.each([
  ["bedrock-runtime.eu-west-1.amazonaws.com", "bedrock.eu-west-1.amazonaws.com"],
  ["bedrock-runtime-fips.us-east-1.amazonaws.com", "bedrock-fips.us-east-1.amazonaws.com"],
  ["bedrock-runtime.cn-north-1.amazonaws.com.cn", "bedrock.cn-north-1.amazonaws.com.cn"],
  ["bedrock-runtime-x.corp", "bedrock-runtime-x.corp"],
  ["bedrock-runtime.amazonaws.com.corp", "bedrock-runtime.amazonaws.com.corp"],
  ["bedrock-runtime.notamazonaws.com", "bedrock-runtime.notamazonaws.com"],
])("%s is listed by %s", async (host, listedBy) => {
  const hosts: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    hosts.push(new URL(url instanceof Request ? url.url : url).host);
    return Response.json({ modelSummaries: [], inferenceProfileSummaries: [] });
  };
  const setup = { id: "b", kind: "bedrock" as const, baseUrl: `https://${host}`, key: "k", fetch };
  await bedrockProvider(setup).list();
  expect(hosts).toEqual([listedBy, listedBy]);
});

const BEDROCK = FAMILIES["bedrock"] as Family;
const KEY_ID = "AKIAIOSFODNN7EXAMPLE";
const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const TOKEN = "FQoDYXdzEPTemporarySessionTokenEXAMPLE";

interface Sent {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** The signature of a request by AWS's text only (docs.aws.amazon.com/IAM, "Create a signed AWS API request"). */
function signatureOf({ method, path, query, headers, body }: Sent): string {
  const authorization = String(headers["authorization"]);
  const [, scope = ""] = /Credential=[^/]+\/([^,]+),/.exec(authorization) ?? [];
  const [, names = ""] = /SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  // Each part of the path is encoded once more, as every service but S3 requires.
  const encoded = path
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");
  const canonical = [
    method,
    encoded,
    query,
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    sha(body),
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha(canonical)].join("\n");
  const key = scope
    .split("/")
    .reduce<string | Buffer>(
      (before, part) => createHmac("sha256", before).update(part).digest(),
      `AWS4${SECRET}`,
    );
  return createHmac("sha256", key).update(toSign).digest("hex");
}

const signed = (authorization: unknown): string =>
  /Signature=([0-9a-f]{64})$/.exec(String(authorization))?.[1] ?? "";

it("signs the lists with a key pair, for the region of the address, and sends no secret", async () => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (given, init) => {
    const url = new URL(given instanceof Request ? given.url : given);
    const headers = Object.fromEntries(new Headers(init?.headers));
    sent.push({
      method: "GET",
      path: url.pathname,
      query: url.search.slice(1),
      headers: { host: url.host, ...headers },
      body: "",
    });
    return Response.json({ modelSummaries: [], inferenceProfileSummaries: [] });
  };
  await bedrockProvider({
    id: "b",
    kind: "bedrock" as const,
    key: SECRET,
    keyId: KEY_ID,
    fetch,
    baseUrl: "https://bedrock-runtime.eu-west-1.amazonaws.com",
  }).list();
  expect(sent.map(({ path }) => path)).toEqual(["/foundation-models", "/inference-profiles"]);
  for (const one of sent) {
    const authorization = String(one.headers["authorization"]);
    expect(authorization).toContain(`Credential=${KEY_ID}/`);
    expect(authorization).toContain("/eu-west-1/bedrock/aws4_request");
    expect(signed(authorization)).toBe(signatureOf(one));
  }
  expect(JSON.stringify(sent)).not.toContain(SECRET);
});

it("sends and signs the session token of temporary keys, with lists and calls, and nowhere else", async () => {
  const key = joinedAwsKeys({ secret: SECRET, sessionToken: TOKEN });
  const keyId = "ASIAIOSFODNN7EXAMPLE";
  const listed: Record<string, string>[] = [];
  const fetch: typeof globalThis.fetch = async (_given, init) => {
    listed.push(Object.fromEntries(new Headers(init?.headers)));
    return Response.json({ modelSummaries: [], inferenceProfileSummaries: [] });
  };
  const baseUrl = "https://bedrock-runtime.eu-west-1.amazonaws.com";
  await bedrockProvider({ id: "b", kind: "bedrock", key, keyId, fetch, baseUrl }).list();
  const { seen } = await askFamily(BEDROCK, LOOK, replays(BEDROCK.answers.thought), {
    setup: { key, keyId },
  });
  const headers = [...listed, ...seen.map((one) => one.headers)];
  expect(headers).toHaveLength(3);
  for (const { authorization, "x-amz-security-token": token, ...others } of headers) {
    expect(token).toBe(TOKEN);
    expect(String(authorization)).toMatch(
      /Credential=ASIAIOSFODNN7EXAMPLE\/.*x-amz-security-token/,
    );
    expect(JSON.stringify([authorization, others])).not.toMatch(new RegExp(`${TOKEN}|${SECRET}`));
  }
});

it("sends neither list nor call where temporary keys have no id", async () => {
  const key = joinedAwsKeys({ secret: SECRET, sessionToken: TOKEN });
  const urls: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    urls.push(url);
    return Response.json({ modelSummaries: [], inferenceProfileSummaries: [] });
  };
  const baseUrl = "https://bedrock-runtime.eu-west-1.amazonaws.com";
  const listed = await bedrockProvider({ id: "b", kind: "bedrock", key, fetch, baseUrl }).list();
  const { result, seen } = await askFamily(BEDROCK, LOOK, replays(BEDROCK.answers.thought), {
    setup: { key },
  });
  expect([urls, seen]).toEqual([[], []]);
  expect(listed).toEqual(fail({ kind: "model-key-unusable" }));
  expect(result).toMatchObject({ kind: "failed", failure: { kind: "model-key-unusable" } });
});

it("takes the id that the keys themselves name, like those of the environment", async () => {
  const key = joinedAwsKeys({ keyId: KEY_ID, secret: SECRET });
  const { seen } = await askFamily(BEDROCK, LOOK, replays(BEDROCK.answers.thought), {
    setup: { key },
  });
  expect(String(seen[0]?.headers["authorization"])).toContain(`Credential=${KEY_ID}/`);
  expect(seen[0]?.headers).not.toHaveProperty("x-amz-security-token");
});

it("signs a call with a key pair, and never looks for others in the environment", async () => {
  vi.stubEnv("AWS_BEARER_TOKEN_BEDROCK", "of-the-environment");
  vi.stubEnv("AWS_SESSION_TOKEN", "token-of-the-environment");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { seen } = await askFamily(BEDROCK, LOOK, replays(BEDROCK.answers.thought), {
    setup: { key: SECRET, keyId: KEY_ID },
  });
  const [request] = seen;
  expect(String(request?.headers["authorization"])).toContain(`Credential=${KEY_ID}/`);
  expect(JSON.stringify(seen)).not.toContain(SECRET);
  expect(JSON.stringify(seen)).not.toContain("of-the-environment");
});
