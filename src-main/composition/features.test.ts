// Everything that is built for a profile, built and closed again.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import { nodePlatform } from "../headless/platform.ts";
import { openKeyFile } from "../headless/config/keyFile.ts";
import { openVariables } from "../headless/config/variables.ts";
import { SettingsService } from "../profile/settings.ts";
import { openFeatures } from "./features.ts";
import { profileStores } from "./stores.ts";

it("builds every feature on an empty profile, and closes them", async () => {
  const profile = mkdtempSync(path.join(os.tmpdir(), "countersign-features-"));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const faults: Failure[] = [];
  const features = await openFeatures({
    platform: nodePlatform("0", openKeyFile(path.join(profile, "key")), openVariables(null)),
    profile,
    stores: profileStores,
    unattended: false,
    port: null,
    settings: new SettingsService({
      load: () => ({ settings: defaultSettings, masterSwitch: "review", faults: [] }),
      save: () => ok(null),
    }),
    entries: profile,
    audience: { push: () => undefined, pushLatest: () => undefined, set: () => undefined },
    listenerOf: () => ({}),
    preparing: () => undefined,
    ending: new AbortController().signal,
    fault: (failure) => faults.push(failure),
    warnBudget: () => undefined,
  });
  expect(await features?.listening).toBe(true);
  expect(features?.servers.views().map(({ id }) => id)).toEqual(["demo"]);
  expect(features?.limits.view()).toMatchObject({ all: [], programs: {} });
  await features?.close();
  expect(faults).toEqual([]);
});
