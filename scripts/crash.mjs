// `npm run crash`: kills the running app 200 times at random, and at each named point (e2e/specs/requests/crash.spec.ts);
// while encrypting and decrypting the ledger; then every case of the hostile server.
import process from "node:process";
import { build, isBuilt, warnAboutOldNode } from "./setup/build.mjs";
import { runPlaywright } from "./setup/playwright.mjs";

warnAboutOldNode();
process.env["COUNTERSIGN_CRASHES"] ??= "200";
process.env["COUNTERSIGN_LONG"] = "1";
const ready = (await isBuilt()) || (await build({ show: true })).ok;
process.exitCode = ready
  ? await runPlaywright(["crash", "interrupted", "key-store.spec.ts", "hostile", "--project=app"])
  : 1;
