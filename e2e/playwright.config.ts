// How the end-to-end tests run: each with a real Electron and its own profile, as many at a time as there
// are screens (scripts/setup/playwright.mjs).
import process from "node:process";
import { defineConfig } from "playwright/test";

export default defineConfig({
  outputDir: "../test-results/e2e",
  workers: Number(process.env["COUNTERSIGN_WORKERS"] ?? 1),
  fullyParallel: true,
  forbidOnly: true,
  // A whole run retries each failed test once, and names it (scripts/test.mjs).
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  grepInvert: [
    // Slow tests of what other tests cover too: `npm run long`.
    ...(process.env["COUNTERSIGN_LONG"] === undefined ? [/@long/] : []),
    // They install packages: `npm run packaged`.
    ...(process.env["COUNTERSIGN_PACKAGED"] === undefined ? [/@packaged/] : []),
    // Tests with programs that only `npm run hosts` installs.
    ...(process.env["COUNTERSIGN_HOSTS"] === undefined ? [/@hosts/] : []),
  ],
  reporter: "list",
  use: { trace: "off", actionTimeout: 15_000 },
  projects: [
    // First, because it packages first, which is slow: others run beside it. At the end one worker would have nothing to do.
    { name: "packaged", testDir: "packaged" },
    { name: "app", testDir: ".", testIgnore: ["packaged/**", "interop/**"] },
    { name: "interop", testDir: "interop" },
  ],
});
