// `npm run e2e`: the end-to-end tests alone; arguments go to Playwright: `npm run e2e -- gates.spec.ts`.
import process from "node:process";
import { build, isBuilt, warnAboutOldNode } from "./setup/build.mjs";
import { runPlaywright } from "./setup/playwright.mjs";

warnAboutOldNode();
const ready = (await isBuilt()) || (await build({ show: true })).ok;
// A named test is run, however long it takes.
if (process.argv.length > 2) process.env["COUNTERSIGN_LONG"] = "1";
process.exitCode = ready ? await runPlaywright(process.argv.slice(2)) : 1;
