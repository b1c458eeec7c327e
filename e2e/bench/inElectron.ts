// Runs the bare client in Electron's main process: the floor of what the app can reach there.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { runtime } from "../../scripts/runtime.mjs";
import { machineSwitches } from "../../scripts/setup/screen.mjs";
import { removeFolder, tempFolder } from "../support/app.ts";
import type { BareWorld, Trips } from "./bareTrips.ts";

const run = promisify(execFile);

export async function electronTrips(world: BareWorld, runs: number): Promise<Trips> {
  const folder = await tempFolder();
  await build({
    configFile: false,
    logLevel: "silent",
    ssr: { noExternal: true, external: ["electron"] },
    build: {
      ssr: path.join(import.meta.dirname, "bareElectron.ts"),
      outDir: folder,
      target: "node20",
      rollupOptions: { output: { format: "cjs", entryFileNames: "main.cjs" } },
    },
  });
  const about = { name: "bare-trips", version: "0.0.0", main: "main.cjs" };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(about));
  const { executable } = await runtime();
  const file = path.join(folder, "trips.json");
  const { baseURL, command, script } = world;
  const args = [
    ...machineSwitches({ virtual: true }),
    ...[folder, "--user-data-dir", path.join(folder, "profile")],
    ...["--trips", file, baseURL, command, script, String(runs)],
  ];
  await run(executable, args, { timeout: 120_000 });
  const trips = JSON.parse(await readFile(file, "utf8")) as Trips;
  await removeFolder(folder);
  return trips;
}
