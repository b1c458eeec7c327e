import { expect, it } from "vitest";
import { runtimeWarning } from "./runtimeWarnings.mjs";

it.each([
  "Debugger listening on ws://127.0.0.1:41234/5b1c",
  "[123:1123/090000.1:ERROR:bus.cc(399)] Failed to connect to the bus: Could not parse server address",
  "libva error: vaGetDriverNameByIndex() failed",
  "(countersign:9): GLib-GIO-CRITICAL **: g_settings_schema_source_lookup: assertion failed",
])("tolerates on every runtime: %s", (line) => {
  for (const kind of ["fallback", "electron", "given"]) {
    expect(runtimeWarning(line, kind)).not.toBeNull();
  }
});

it.each([
  "(electron) 'safeStorage.encryptString' is deprecated and will be removed. Use 'encryptStringAsync'.",
  "(electron) The 'isEncryptionAvailable' method is deprecated",
  "(node:812) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.",
  "(Use `electron --trace-deprecation ...` to show where the warning was created)",
  "(node:812) ExperimentalWarning: SQLite is an experimental feature",
])("tolerates on a newer runtime only: %s", (line) => {
  expect(runtimeWarning(line, "electron")).not.toBeNull();
  expect(runtimeWarning(line, "fallback")).toBeNull();
});

it.each([
  "Error: is deprecated",
  "(node:812) UnhandledPromiseRejectionWarning: Error: x",
  "(node:812) MaxListenersExceededWarning: Possible EventEmitter memory leak detected.",
  "(node:812) Warning: Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS insecure",
  "TypeError: Cannot read properties of undefined",
])("reports: %s", (line) => {
  for (const kind of ["fallback", "electron", "given"])
    expect(runtimeWarning(line, kind)).toBeNull();
});
