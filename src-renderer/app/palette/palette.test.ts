import { describe, expect, it } from "vitest";
import { search } from "./search.ts";
import type { Command } from "./search.ts";

const command = (label: string, group: Command["group"], aside?: string): Command => ({
  id: label,
  group,
  label,
  run: () => undefined,
  ...(aside === undefined ? {} : { aside }),
});

describe("search", () => {
  const commands = [
    command("Go to Servers", "go"),
    command("notes: open the request", "waiting", "Summarise the meeting"),
    command("Reject…", "request"),
  ];
  it("lists commands of the open request first, other requests last", () => {
    expect(search(commands, "").map((entry) => entry.label)).toEqual([
      "Reject…",
      "Go to Servers",
      "notes: open the request",
    ]);
  });
  it("puts disabled commands after enabled ones", () => {
    const off = { ...command("Approve", "request"), disabled: true };
    expect(search([off, ...commands], "").map((entry) => entry.label)).toEqual([
      "Reject…",
      "Approve",
      "Go to Servers",
      "notes: open the request",
    ]);
  });
  it("finds every word, in any order, also in requests", () => {
    expect(search(commands, "MEETING notes")).toHaveLength(1);
    expect(search(commands, "meeting servers")).toEqual([]);
  });
});
