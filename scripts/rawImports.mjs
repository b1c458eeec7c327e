// Tests of main run without Vite: a file imported with `?raw` is its text, as in the build.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const RAW = "?raw";
const registered = Symbol.for("countersign.rawImports");

// Test files share a process.
if (!Reflect.has(globalThis, registered)) {
  Reflect.set(globalThis, registered, true);
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith(RAW)) return nextLoad(url, context);
      const text = readFileSync(fileURLToPath(url.slice(0, -RAW.length)), "utf8");
      return {
        format: "module",
        source: `export default ${JSON.stringify(text)};`,
        shortCircuit: true,
      };
    },
  });
}
