// The entry of the main process: arguments, one instance a profile, then `app/compose` builds the rest.
import path from "node:path";
import { app } from "electron";
import { readArguments } from "./app/start/arguments.ts";
import { runCommand } from "./app/start/commandLine.ts";
import { compose } from "./app/compose.ts";
import { endForeign, endUnwritable, notWritable } from "./app/start/notStarted.ts";
import { foreignOwner } from "./app/start/profileOwner.ts";
import { declareScheme } from "./app/window/protocol.ts";

runCommand(process.argv.slice(1), app.isPackaged);

const given = readArguments(process.argv.slice(1));
if (given.profile !== null) app.setPath("userData", path.resolve(given.profile));

const config = given.config === null ? null : path.resolve(given.config);

const foreign = foreignOwner(app.getPath("userData"));
if (foreign !== null) void endForeign(app.getPath("userData"), foreign);
else if (app.requestSingleInstanceLock({ config })) {
  declareScheme();
  void app.whenReady().then(() => compose(app.getPath("userData"), config));
} else {
  const profile = app.getPath("userData");
  const unwritable = notWritable(profile);
  if (unwritable !== null) void endUnwritable(profile, unwritable);
  // The other instance brings its window to the front and takes the config (see app/compose).
  else app.exit(0);
}
