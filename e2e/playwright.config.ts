// Knows how the end-to-end tests run: one at a time (the smallest machine has two cores), each with a real Electron.
import { defineConfig } from "playwright/test";

export default defineConfig({
  outputDir: "../test-results/e2e",
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: "list",
  use: { trace: "off", actionTimeout: 8_000 },
  projects: [
    { name: "app", testDir: ".", testIgnore: ["packaged/**", "interop/**"] },
    { name: "interop", testDir: "interop" },
    // Last, because it packages first, which is slow, and needs what the others prove.
    { name: "packaged", testDir: "packaged", dependencies: ["app"] },
  ],
});
