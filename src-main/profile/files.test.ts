// The small files of a profile: atomic, private, tolerant of each invalid value, and every loss is reported.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noLimits } from "#shared/rules/limits/limits.ts";
import type { Settings } from "#shared/settings/settings.ts";
import type { Failure } from "#shared/outcome.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { openModels } from "../models/storedModels.ts";
import { Secrets } from "./encryption/secrets.ts";
import type { Cipher } from "./encryption/secrets.ts";
import { openServers } from "../servers/serverStore.ts";
import { openSettings } from "./settings.ts";

let folder: string;
const file = (name: string): string => path.join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-store-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Reverses bytes: enough to see that no plain text is written. */
const FakeCipher: Cipher = {
  encrypt: (text) => Buffer.from(text, "utf8").map((byte) => byte ^ 0xff),
  decrypt: (bytes) => {
    if (bytes[0] === 0) throw new Error("another key");
    return Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString("utf8");
  },
};
const noFault = (failure?: Failure): never => {
  throw new Error(`not expected: ${failure?.kind ?? ""}`);
};

it("stores settings and the mode, readable by their owner only", () => {
  const store = openSettings(file("settings.json"));
  expect(store.load()).toEqual({
    settings: {
      language: "system",
      theme: "system",
      encryptLedger: false,
      updates: "unasked",
      savedSearches: [],
      notifications: true,
      advance: true,
      closeToTray: true,
      trayTold: false,
      zoom: 100,
      panes: {},
      candidatesAtOnce: 3,
      openRows: [],
      findingsOff: [],
      retention: { days: null, megabytes: null, textOnly: false },
      limits: noLimits,
    },
    masterSwitch: "review",
    faults: [],
  });
  const own: Settings = {
    language: "zh",
    theme: "dark",
    notifications: false,
    advance: false,
    closeToTray: false,
    trayTold: true,
    zoom: 150,
    panes: { list: 260 },
    candidatesAtOnce: 5,
    openRows: ["model"],
    findingsOff: ["comment"],
    encryptLedger: false,
    updates: "tell",
    savedSearches: [{ name: "Mine", text: "by:me" }],
    retention: { days: 30, megabytes: null, textOnly: true },
    limits: { ...noLimits, perMinute: 300, waitMs: 600_000 },
  };
  store.save(own, "stopped");
  expect(openSettings(file("settings.json")).load()).toEqual({
    settings: own,
    masterSwitch: "stopped",
    faults: [],
  });
  expect(statSync(file("settings.json")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["settings.json"]);
});

it("uses the fallback if the file or the value is missing, never if there is a value", () => {
  const otherwise = { ...defaultSettings, encryptLedger: true };
  expect(openSettings(file("settings.json"), otherwise).load().settings.encryptLedger).toBe(true);
  writeFileSync(file("settings.json"), "{ broken");
  expect(openSettings(file("settings.json"), otherwise).load().settings.encryptLedger).toBe(true);
  writeFileSync(file("settings.json"), JSON.stringify({ encryptLedger: false }));
  expect(openSettings(file("settings.json"), otherwise).load().settings.encryptLedger).toBe(false);
});

it("leaves out checks of an earlier version among those that are turned off", () => {
  const findingsOff = ["unusual", "comment", "new-domain"];
  writeFileSync(file("settings.json"), JSON.stringify({ findingsOff }));
  const { settings, faults } = openSettings(file("settings.json")).load();
  expect(settings.findingsOff).toEqual(["comment"]);
  expect(faults).toEqual([]);
});

it("ignores what an earlier version stored and nobody reads any more", () => {
  const gone = {
    currency: { code: "EUR", perUsd: 0.9, asOf: "2026-11-21" },
    allDetails: true,
  };
  writeFileSync(file("settings.json"), JSON.stringify({ language: "zh", ...gone }));
  expect(openSettings(file("settings.json")).load()).toEqual({
    settings: { ...defaultSettings, language: "zh" },
    masterSwitch: "review",
    faults: [],
  });
});

it("replaces one invalid value at a time by its default, and says which", () => {
  writeFileSync(
    file("settings.json"),
    JSON.stringify({ language: "zh", theme: "pink", masterSwitch: "sideways" }),
  );
  const loaded = openSettings(file("settings.json")).load();
  expect(loaded.settings).toEqual({ ...defaultSettings, language: "zh" });
  expect(loaded.masterSwitch).toBe("stopped");
  expect(loaded.faults).toEqual([
    { kind: "setting-unusable", file: file("settings.json"), name: "theme" },
  ]);
});

it("sets a damaged file aside, whole, and says where", () => {
  writeFileSync(file("servers.json"), "{ half a fi");
  const loaded = openServers(file("servers.json")).load();
  expect(loaded.value.servers).toEqual([]);
  const [aside] = readdirSync(folder);
  expect(aside).toMatch(/^servers\.json\.broken-/);
  expect(readFileSync(file(aside ?? ""), "utf8")).toBe("{ half a fi");
  expect(loaded.faults).toMatchObject([{ kind: "file-set-aside", aside: file(aside ?? "") }]);
});

it("says why something cannot be stored, and leaves no partial file", () => {
  writeFileSync(file("taken"), "a file where a folder is needed");
  const store = openModels(path.join(folder, "taken", "models.json"));
  expect(store.save({ providers: [], files: [], disabled: [], defaultModel: null })).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded" },
  });
  expect(readdirSync(folder)).toEqual(["taken"]);
});

it("writes secrets encrypted and reads them back", () => {
  const secrets = new Secrets(file("secrets.json"), FakeCipher, noFault);
  expect(secrets.storage).toBe("encrypted");
  secrets.set("provider:a", "sk-very-secret");
  secrets.set("server:b:env:TOKEN", "t");
  expect(readFileSync(file("secrets.json"), "utf8")).not.toContain("sk-very-secret");
  expect(statSync(file("secrets.json")).mode & 0o777).toBe(0o600);
  const again = new Secrets(file("secrets.json"), FakeCipher, noFault);
  expect(again.get("provider:a")).toBe("sk-very-secret");
  again.removeAll("server:b:");
  expect(
    new Secrets(file("secrets.json"), FakeCipher, noFault).get("server:b:env:TOKEN"),
  ).toBeNull();
});

it("stores a secret and its address as one, and sends one without to no address", () => {
  const secrets = new Secrets(file("secrets.json"), FakeCipher, noFault);
  secrets.set("provider:a", "sk-bound", "https://a.test/v1");
  secrets.set("accepted.rules", "unbound");
  const again = new Secrets(file("secrets.json"), FakeCipher, noFault);
  const isA = (address: string): boolean => address === "https://a.test/v1";
  expect(again.get("provider:a", isA)).toBe("sk-bound");
  expect(again.get("provider:a", () => false)).toBeNull();
  expect(again.get("accepted.rules", () => true)).toBeNull();
  expect(again.get("accepted.rules")).toBe("unbound");
  expect(again.everything()).toEqual(["sk-bound", "unbound"]);
});

it("keeps secrets only in memory where the system has no keychain", () => {
  const secrets = new Secrets(file("secrets.json"), null, noFault);
  secrets.set("provider:a", "sk-very-secret");
  expect(secrets.storage).toBe("memory");
  expect(secrets.get("provider:a")).toBe("sk-very-secret");
  expect(readdirSync(folder)).toEqual([]);
});

it("keeps secrets that another keychain wrote, unread", () => {
  writeFileSync(
    file("secrets.json"),
    JSON.stringify({ foreign: Buffer.from([0, 1]).toString("base64") }),
  );
  const secrets = new Secrets(file("secrets.json"), FakeCipher, noFault);
  expect(secrets.get("foreign")).toBeNull();
  secrets.set("own", "x");
  expect(Object.keys(JSON.parse(readFileSync(file("secrets.json"), "utf8")) as object)).toEqual([
    "foreign",
    "own",
  ]);
});
