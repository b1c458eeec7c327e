import { describe, expect, it } from "vitest";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { wordsOf } from "#words/index.ts";
import { folderOf, policyForm, policyFormValues } from "./policyForm.ts";

const form = policyForm(wordsOf("en"));
const start = policyFormValues(defaultPolicy);
const none = { hour: "", day: "", month: "" };
const budgets = (tokens: object, usd: object = {}) => ({
  budgets: { tokens: { ...none, ...tokens }, usd: { ...none, ...usd } },
});
const read = (limits: object) =>
  form.safeParse({ ...start, limits: { ...start.limits, ...limits } });
const faultsOf = (limits: object) =>
  read(limits).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("the form of a policy", () => {
  it("returns what it was given", () => {
    const odd = {
      ...defaultPolicy,
      unasked: "ask" as const,
      roots: [{ uri: "file:///a", name: "a" }],
      limits: { ...defaultPolicy.limits, requestBytes: 1_500_000, mediumBytes: 7 * 1024 * 1024 },
    };
    expect(form.parse(policyFormValues(odd))).toEqual(odd);
    expect(start.limits).toEqual({
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
      ...budgets({}),
    });
  });

  it.each<[string, string, string]>([
    ["messages", "", "Enter a number."],
    ["messages", "  ", "Enter a number."],
    ["messages", "many", "This is not a number."],
    ["messages", "0x10", "This is not a number."],
    ["messages", "1.5", "Enter a whole number."],
    ["messages", "0", "At least 1."],
    ["waiting", "-3", "At least 1."],
    ["perMinute", "1000001", "At most 1000000."],
    ["toolRounds", "1e9", "At most 100000."],
    ["requestBytes", "64.1", "At most 64."],
    ["requestBytes", "0", "At least 0.001."],
    ["textCharacters", "67108865", "At most 67108864."],
    ["mediumBytes", "49", "At most 48."],
    ["waitMs", "0.001", "At least 0.02."],
    ["waitMs", "10081", "At most 10080."],
    ["burst", "1.5", "Enter a whole number."],
  ])("reports for %s the fault %j", (name, text, fault) =>
    expect(faultsOf({ [name]: text })).toEqual([[`limits.${name}`, fault]]),
  );

  it("reports faults of budgets, each at its field", () => {
    const typed = budgets({ hour: "0.5", day: "0" }, { day: "ten", month: "0.0001" });
    expect(faultsOf({ messages: "", ...typed })).toEqual([
      ["limits.messages", "Enter a number."],
      ["limits.budgets.tokens.hour", "Enter a whole number."],
      ["limits.budgets.tokens.day", "At least 1."],
      ["limits.budgets.usd.day", "This is not a number."],
      ["limits.budgets.usd.month", "At least 0.001."],
    ]);
  });

  it("inherits retention or has its own, and reports its faults", () => {
    expect(start.retention).toBe(null);
    const own = { days: "30", megabytes: "", textOnly: true };
    const policy = {
      ...defaultPolicy,
      retention: { days: 30, megabytes: null, textOnly: true },
    };
    expect(form.parse({ ...start, retention: own })).toEqual(policy);
    expect(policyFormValues(policy).retention).toEqual(own);
    const wrong = form.safeParse({ ...start, retention: { ...own, days: "0" } });
    expect(wrong.error?.issues.map(({ path }) => path)).toEqual([["retention", "days"]]);
  });

  it.each<[string, string, number]>([
    ["messages", " 1 ", 1],
    ["messages", "1e3", 1000],
    ["requestBytes", "64", 64 * 1024 * 1024],
    ["requestBytes", "0.5", 512 * 1024],
    ["waiting", "1000000", 1_000_000],
  ])("reads %s as %j", (name, text, value) =>
    expect(read({ [name]: text }).data?.limits).toMatchObject({ [name]: value }),
  );

  it("reads waits in minutes, budgets in tokens and USD, and an empty field as no limit", () => {
    const policy = form.parse({
      ...start,
      limits: {
        ...start.limits,
        waitMs: "1.5",
        burst: "",
        ...budgets({ day: "5e4" }, { hour: "0.25" }),
      },
    });
    const without = { hour: null, day: null, month: null };
    expect(policy.limits).toMatchObject({
      waitMs: 90_000,
      burst: null,
      budgets: { tokens: { ...without, day: 50_000 }, usd: { ...without, hour: 0.25 } },
    });
    expect(form.parse(policyFormValues(policy))).toEqual(policy);
  });
});

it("shows a folder as a plain path", () => {
  expect(folderOf("file:///home/li/%E6%96%87%20a")).toBe("/home/li/文 a");
  expect(folderOf("file:///C:/Users/li")).toBe("C:/Users/li");
  expect(folderOf("file:///%E0%A4%A")).toBe("file:///%E0%A4%A");
});
