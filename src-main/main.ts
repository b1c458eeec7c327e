// The entry of the main process: arguments, one instance a profile, then `app/compose` builds the rest.
import path from "node:path";
import { app } from "electron";
import { readArguments } from "./app/arguments.ts";
import { compose } from "./app/compose.ts";
import { declareScheme } from "./app/protocol.ts";

const given = readArguments(process.argv.slice(1));
if (given.profile !== null) app.setPath("userData", path.resolve(given.profile));

if (app.requestSingleInstanceLock()) {
  declareScheme();
  void app.whenReady().then(() => compose(app.getPath("userData"), given.config));
} else {
  // The other instance brings its window to the front (see app/compose) and this one has nothing to do.
  app.exit(0);
}
