// The same client in Electron's main process, without a window: what the runtime alone makes of a round trip. Is
// bundled and started by `inElectron.ts`; prints the trips as JSON.
import { writeFileSync } from "node:fs";
import { app } from "electron";
import { bareTrips } from "./bareTrips.ts";

const [file = "", baseURL = "", command = "", script = "", runs = ""] = process.argv.slice(
  process.argv.indexOf("--trips") + 1,
);

void app.whenReady().then(async () => {
  writeFileSync(file, JSON.stringify(await bareTrips({ baseURL, command, script }, Number(runs))));
  app.quit();
});
