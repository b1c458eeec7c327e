// Knows where unit tests lie: beside the source that they test. `*.test.tsx` are component tests, in jsdom.
import react from "@vitejs/plugin-react";
import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "out/**", "dist/**", ".cache/**", "e2e/**"];
/** Files that take a real model many seconds; single slow tests have the tag `long`. Both: `npm run long`. */
const long = "src-*/**/*.long.test.ts";

/** What Node can't load: the window's sources, whatever mocks `electron`. */
const WITH_VITE = [
  "src-renderer/**/*.test.ts",
  "src-main/app/system/{dialogs,notify,overlay}.test.ts",
];

/** The tests of the team's store run on 18 with notifications (`unit`), and in the long run on these. */
const OTHER_TEAMS = (
  [
    { version: 18, listens: false },
    { version: 15, listens: true },
    { version: 15, listens: false },
  ] as const
).filter(({ version }) => version !== 15 || existsSync("/usr/lib/postgresql/15/bin/initdb"));

export default defineConfig({
  test: {
    // The smallest machine has two cores; many tests wait for a process or a clock, and leave a third of them idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src-{main,shared}/**/*.test.ts", "scripts/**/*.test.mjs"],
          exclude: [...exclude, long, ...WITH_VITE],
          // Nothing here lives in a module (state is made by whoever needs it), so files share a process: a third of the
          // whole time went into loading the same modules again for each. A test that stubs a global gives it back.
          isolate: false,
          // Node runs the sources as they are: a sixth less time than through Vite, which only the window needs.
          experimental: { viteModuleRunner: false },
          setupFiles: ["scripts/rawImports.mjs"],
        },
      },
      { extends: true, test: { name: "with-vite", include: WITH_VITE, exclude, isolate: false } },
      { extends: true, test: { name: "long", include: [long], exclude } },
      ...OTHER_TEAMS.map((team) => ({
        extends: true as const,
        test: {
          name: `long-postgres-${team.version}-${team.listens ? "notified" : "polling"}`,
          include: ["src-main/team/{ledger,requests,operators,claims}.test.ts"],
          exclude,
          provide: { team },
        },
      })),
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "components",
          include: ["src-renderer/**/*.test.tsx"],
          exclude,
          environment: "jsdom",
          // The packages of the window are loaded once, its own modules by each file anew (setup.ts).
          isolate: false,
          setupFiles: ["src-renderer/testing/setup.ts"],
        },
      },
    ],
    setupFiles: ["scripts/testPatience.mjs"],
    tags: [{ name: "long", description: "Takes seconds, and faster tests cover most of it." }],
    unstubGlobals: true,
    // A property test that takes a second alone may take many on a machine that does other work as well.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second by default, which such a machine may take for anything. As in scripts/testPatience.mjs.
    expect: { poll: { timeout: 15_000 } },
  },
});
