// Knows how sources become the three bundles that Electron loads: main, preload, renderer.
// One output runs on Electron 45 and on the fallback 33 (Node 20, Chromium 130), hence the targets.
import { existsSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { drawnWidths } from "./scripts/setup/drawnWidths.mjs";
import { bundledPackages } from "./scripts/setup/notices.mjs";

const root = import.meta.dirname;

/** Entries of the main side: each becomes out/main/NAME.js. One that is not built yet is left out. */
const mainEntries = {
  main: "src-main/main.ts",
  engine: "src-main/workers/engine.ts", // utilityProcess: llama.cpp
  demo: "src-main/workers/demo.ts", // utilityProcess: the bundled demo server
  texts: "src-main/workers/texts.ts", // worker thread: reads large messages of servers
  files: "src-main/workers/files.ts", // worker thread: exports, converts and verifies the ledger, finds what retention deletes
  inspect: "src-main/workers/inspect.ts", // worker thread: looks through requests and answers
  history: "src-main/workers/history.ts", // worker thread: reads the ledger, keeps its index
  "demo-stdio": "src-main/demo/stdio.ts", // the same server under plain Node
  verify: "src-main/workers/verify.ts", // `countersign verify FILE`: no window, no Electron
  headless: "src-main/headless/main.ts", // `countersign serve` and other commands on plain Node
};

/** Native modules cannot be bundled; everything else is. */
const native = ["electron", "libsql", /^@libsql\//, /^@fugood\//];

function existing(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries)
      .map(([name, file]): [string, string] => [name, path.join(root, file)])
      .filter(([, file]) => existsSync(file)),
  );
}

/**
 * Monaco by its layers, each of which imports those before it alone: a file is compiled in a task of its own, and one of
 * 3 MB holds the window for a tenth of a second.
 */
const monacoLayers = ["base", "platform", "editor/common", "editor/browser"].map((layer, at) => ({
  name: `monaco-${layer.replace("/", "-")}`,
  test: new RegExp(`node_modules/monaco-editor/esm/vs/${layer}/`),
  priority: 10 - at,
}));

export default defineConfig(({ mode }) => ({
  main: {
    plugins: [bundledPackages("main")],
    define: { IS_DEVELOPMENT: mode === "development" },
    build: {
      outDir: "out/main",
      target: "node20",
      externalizeDeps: false,
      sourcemap: mode !== "production",
      rolldownOptions: {
        input: existing(mainEntries),
        external: native,
        output: {
          format: "cjs",
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
          // Comments and space alone, as a start has to read all of it. Names stay, for the log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    plugins: [bundledPackages("preload")],
    build: {
      outDir: "out/preload",
      target: "node20",
      externalizeDeps: false,
      rolldownOptions: {
        // A sandboxed preload must be one CommonJS file.
        input: path.join(root, "src-main/preload/preload.ts"),
        output: { format: "cjs", entryFileNames: "preload.js" },
      },
    },
  },
  renderer: {
    root: path.join(root, "src-renderer"),
    base: "./",
    plugins: [react(), drawnWidths(), bundledPackages("renderer")],
    worker: { plugins: () => [bundledPackages("renderer-workers")] },
    build: {
      outDir: path.join(root, "out/renderer"),
      emptyOutDir: true,
      target: "chrome130",
      minify: true,
      chunkSizeWarningLimit: 1024,
      // Nothing is inlined as data: the content security policy then needs no data: sources for fonts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: path.join(root, "src-renderer/index.html"),
        output: {
          codeSplitting: { groups: monacoLayers, includeDependenciesRecursively: false },
        },
      },
    },
  },
}));
