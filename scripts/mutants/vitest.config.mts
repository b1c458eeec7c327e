// The unit tests that `npm run mutants` runs again for each change: those of the core and of the door, without the slow ones.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src-main/core/**/*.test.ts",
      "src-main/ipc/**/*.test.ts",
      "src-shared/request/**/*.test.ts",
      "src-shared/rules/**/*.test.ts",
    ],
    exclude: [
      "**/*.property.test.ts",
      "src-main/core/desk/fold.test.ts",
      "src-main/core/recovery/recovery.test.ts",
      "src-shared/request/checks/{intake,schema}.test.ts",
      "src-shared/request/parts/*.test.ts",
    ],
    tags: [{ name: "long" }],
    testTimeout: 60_000,
    unstubGlobals: true,
  },
});
