// `npm run build`: builds main, preload and renderer into out/.
import process from "node:process";
import { build, warnAboutOldNode } from "./setup/build.mjs";

warnAboutOldNode();
const { ok } = await build({ show: true });
process.exitCode = ok ? 0 : 1;
