// To which host a list is asked for: the key goes to AWS, or to the host that it was entered for.
import { expect, it } from "vitest";
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
