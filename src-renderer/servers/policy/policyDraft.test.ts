import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";
import { folderOf, policyDraftOf, readPolicy } from "./policyDraft.ts";
import type { LimitField } from "../../components/limits/limitsDraft.ts";

const typed = (name: LimitField, text: string) => {
  const draft = policyDraftOf(defaultPolicy);
  return readPolicy({ ...draft, limits: { ...draft.limits, [name]: text } });
};

describe("the form of a policy", () => {
  it("gives back what it was given", () => {
    const odd = {
      ...defaultPolicy,
      unasked: "ask" as const,
      roots: [{ uri: "file:///a", name: "a" }],
      limits: { ...defaultPolicy.limits, requestBytes: 1_500_000, mediumBytes: 7 * 1024 * 1024 },
    };
    const read = readPolicy(policyDraftOf(odd));
    expect(read).toEqual({ ok: true, policy: odd });
    expect(policyDraftOf(defaultPolicy).limits).toMatchObject({
      requestBytes: "32",
      mediumBytes: "20",
      textCharacters: "2000000",
      messages: "1000",
      perMinute: "120",
      burst: "",
      waiting: "200",
      waitMs: "",
      perCall: "1000",
      toolRounds: "10",
      "tokens.hour": "",
      "tokens.day": "",
      "tokens.month": "",
      "usd.hour": "",
      "usd.day": "",
      "usd.month": "",
    });
  });

  it.each<[LimitField, string, object]>([
    ["messages", "", { why: "empty" }],
    ["messages", "  ", { why: "empty" }],
    ["messages", "many", { why: "number" }],
    ["messages", "0x10", { why: "number" }],
    ["messages", "1.5", { why: "whole" }],
    ["messages", "0", { why: "small", min: "1" }],
    ["waiting", "-3", { why: "small", min: "1" }],
    ["perMinute", "1000001", { why: "large", max: "1000000" }],
    ["toolRounds", "1e9", { why: "large", max: "100000" }],
    ["requestBytes", "64.1", { why: "large", max: "64" }],
    ["requestBytes", "0", { why: "small", min: "0.001" }],
    ["textCharacters", "67108865", { why: "large", max: "67108864" }],
    ["mediumBytes", "49", { why: "large", max: "48" }],
    ["waitMs", "0.001", { why: "small", min: "0.02" }],
    ["waitMs", "10081", { why: "large", max: "10080" }],
    ["burst", "1.5", { why: "whole" }],
    ["tokens.day", "0", { why: "small", min: "1" }],
    ["tokens.hour", "0.5", { why: "whole" }],
    ["usd.month", "0.0001", { why: "small", min: "0.001" }],
    ["usd.month", "ten", { why: "number" }],
  ])("says what is wrong with %s as %j", (name, text, fault) => {
    expect(typed(name, text)).toEqual({ ok: false, faults: { [name]: fault }, keeping: {} });
  });

  it("keeps content as it is set for all, or by a rule of its own, and says what is wrong with that", () => {
    const draft = policyDraftOf(defaultPolicy);
    expect(draft.retention).toBe(null);
    const own = { days: "30", megabytes: "", textOnly: true };
    const retention = { days: 30, megabytes: null, textOnly: true };
    expect(readPolicy({ ...draft, retention: own })).toEqual({
      ok: true,
      policy: { ...defaultPolicy, retention },
    });
    expect(policyDraftOf({ ...defaultPolicy, retention }).retention).toEqual(own);
    expect(readPolicy({ ...draft, retention: { ...own, days: "0" } })).toEqual({
      ok: false,
      faults: {},
      keeping: { days: true },
    });
  });

  it.each<[LimitField, string, number]>([
    ["messages", " 1 ", 1],
    ["messages", "1e3", 1000],
    ["requestBytes", "64", 64 * 1024 * 1024],
    ["requestBytes", "0.5", 512 * 1024],
    ["waiting", "1000000", 1_000_000],
  ])("takes %s as %j", (name, text, value) => {
    expect(typed(name, text)).toMatchObject({ ok: true, policy: { limits: { [name]: value } } });
  });

  it("takes waits in minutes, budgets in tokens and USD, and nothing for no limit", () => {
    const draft = policyDraftOf(defaultPolicy);
    const typedIn = { ...draft.limits, waitMs: "1.5", "tokens.day": "5e4", "usd.hour": "0.25" };
    const read = readPolicy({ ...draft, limits: { ...typedIn, burst: "" } });
    const none = { hour: null, day: null, month: null };
    expect(read).toMatchObject({
      ok: true,
      policy: {
        limits: {
          waitMs: 90_000,
          burst: null,
          budgets: { tokens: { ...none, day: 50_000 }, usd: { ...none, hour: 0.25 } },
        },
      },
    });
    if (read.ok) expect(readPolicy(policyDraftOf(read.policy))).toEqual(read);
  });

  it("names each field that is wrong", () => {
    const draft = policyDraftOf(defaultPolicy);
    const read = readPolicy({ ...draft, limits: { ...draft.limits, messages: "", waiting: "x" } });
    expect(read).toMatchObject({
      faults: { messages: { why: "empty" }, waiting: { why: "number" } },
    });
  });
});

it("shows a folder as a person knows it", () => {
  expect(folderOf("file:///home/li/%E6%96%87%20a")).toBe("/home/li/文 a");
  expect(folderOf("file:///C:/Users/li")).toBe("C:/Users/li");
  expect(folderOf("file:///%E0%A4%A")).toBe("file:///%E0%A4%A");
});
