// The limit of the scan for secrets: what lies beyond it is reported.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Hit } from "#shared/findings/text/detector.ts";
import { maskedArguments, maskedText } from "#shared/servers/config/masking.ts";
import { scanOf } from "#shared/findings/text/scan.ts";
import { findSecrets, findSecretsEverywhere } from "./secrets.ts";

it("reports a stretch that is too long to scan, and still scans the others", async () => {
  const key = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6".slice(0, 36)}`;
  const long = "mysql://x ".padEnd(9000, ".").repeat(460);
  const text = `${long}${" ".repeat(20_000)}${key}`;
  const { hits, unseen } = await findSecrets(text, scanOf(text));
  expect(unseen).toBe(1);
  expect(hits.map(({ start }) => text.slice(start, start + 4))).toEqual(["ghp_"]);
  expect((await findSecrets(key, scanOf(key))).unseen).toBe(0);
});

it("leaves nothing in memory that slows later scans", async () => {
  const key = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"}`;
  const marks = () => performance.getEntriesByType("mark").length;
  const before = marks();
  expect((await findSecrets(key, scanOf(key))).hits).toHaveLength(1);
  expect(marks()).toBe(before);
});

describe("rules run only where their keyword occurs", () => {
  const KEY = `MI${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6".repeat(4)}`;
  const FORMS: Record<string, RegExp | string> = {
    aws: /(?:AWS_)?(?:SECRET|secret|Secret)_?(?:ACCESS|access)_?(?:KEY|key)["']? {0,3}(?:=|:|=>) {0,3}["']?[A-Za-z0-9/+]{40}/,
    privatekey: `-----BEGIN RSA PRIVATE KEY-----\n${KEY}\n-----END RSA PRIVATE KEY-----`,
    npm: /npm_[A-Za-z0-9]{36}/,
    slack:
      /(?:xoxb|xoxp|xapp|xoxa|xoxo|xoxr)-(?:[0-9]-)?(?:[a-zA-Z0-9]{1,9}-){1,3}[a-zA-Z0-9]{1,9}/,
    hook: /[hH]ttps:\/\/[hH]ooks\.slack\.com\/services\/T[a-zA-Z0-9]{1,9}\/B[a-zA-Z0-9]{1,9}\/[a-zA-Z0-9]{1,9}/,
    basicauth: /https:\/\/[a-z]{3,9}:[a-zA-Z0-9_]{6,20}@[a-z]{2,9}\.(?:com|org)\//,
    sendgrid: /SG\.[A-Za-z0-9]{22}\.[A-Za-z0-9]{43}/,
    shopify: /shp(?:pa|ca|at|ss)_[a-zA-Z0-9]{32,40}/,
    github: /(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9_]{36}|github_pat_[A-Za-z0-9_]{82}/,
    gitlab: /glpat-[A-Za-z0-9_-]{20,30}/,
    grafana: /glsa_[A-Za-z0-9]{32}_[A-F0-9]{8}/,
    openai:
      /sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{58}T3BlbkFJ[A-Za-z0-9_-]{57}a|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20}/,
    anthropic: /sk-ant-api0[0-9]-[A-Za-z0-9_-]{90,100}AA/,
    groq: /gsk_[a-zA-Z0-9]{52}/,
    huggingface: /hf_[a-zA-Z]{34}/,
    linear: /lin_api_[a-zA-Z0-9]{32,60}/,
    notion: /ntn_[0-9]{11}[A-Za-z0-9]{35}/,
    strings:
      /(?:mongodb|mongodb\+srv|MySQL|mysqlx|postgres|postgresql):\/\/[a-z]{3,9}:[a-zA-Z0-9]{6,20}@[a-z]{3,9}\.com/,
    vault: /hv[sr]\.[A-Za-z0-9_-]{90,110}|hvb\.[A-Za-z0-9_-]{138,160}/,
    vercel: /(?:vcp|vci|vca|vcr|vck)_[A-Za-z0-9]{24}/,
    databricks: /dapi[a-f0-9]{32}(?:-[0-9])?/,
    docker: /dckr_pat_[a-zA-Z0-9_-]{27}/,
    figma: /figd_[A-Za-z0-9_-]{40,60}/,
  };
  const filling = fc.constantFrom("", " ", "\n", "x", "= ", '"', " see task-list, msg.id; ", "é");
  const told = (hits: readonly Hit[]): string[] =>
    hits.map(({ kind, start, end, detail }) => `${kind} ${start}-${end} ${detail}`).toSorted();

  it.each(Object.entries(FORMS))(
    "finds the same as a scan without keywords: %s",
    { timeout: 60_000 },
    async (_, form) => {
      let found = 0;
      const secret = typeof form === "string" ? fc.constant(form) : fc.stringMatching(form);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(filling, secret, filling), { minLength: 1, maxLength: 3 }),
          async (some) => {
            const text = some.flat().join("");
            const everywhere = await findSecretsEverywhere(text);
            found += everywhere.length;
            expect(told((await findSecrets(text, scanOf(text))).hits)).toEqual(told(everywhere));
          },
        ),
        { numRuns: 60 },
      );
      // Otherwise nothing would have been compared.
      expect(found).toBeGreaterThan(5);
    },
  );

  it.each(Object.entries(FORMS))("leaves no %s in a masked command or address", async (_, form) => {
    const secret = typeof form === "string" ? fc.constant(form) : fc.stringMatching(form);
    await fc.assert(
      fc.asyncProperty(secret, async (word) => {
        for (const shown of [maskedText(`run ${word} now`), ...maskedArguments(["run", word])])
          expect(await findSecretsEverywhere(shown)).toEqual([]);
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it("finds the same over the corpora", { timeout: 120_000 }, async () => {
    for (const name of ["harmless", "attacks"]) {
      const file = new URL(`../../e2e/corpora/${name}.jsonl`, import.meta.url);
      const text = readFileSync(file, "utf8");
      expect(told((await findSecrets(text, scanOf(text))).hits)).toEqual(
        told(await findSecretsEverywhere(text)),
      );
    }
  });
});
