// The model files on this machine: those in the given folders, and those that the user picked.
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { contextTokensOf } from "#shared/models/local/local.ts";
import type { LocalFacts, LocalSettings } from "#shared/models/local/local.ts";
import type { ModelAbilities } from "#shared/models/model.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import { readGguf, type GgufFacts } from "./gguf.ts";

/** A model file whose header was read. */
export interface ShelfModel {
  /** The file's name without its extension; made unique if two files share it. Contains no folder. */
  modelId: string;
  name: string;
  path: string;
  /** True if the user picked the file itself. */
  picked: boolean;
  /** Size and time of the file when it was read. */
  stamp: string;
  facts: LocalFacts;
  abilities: ModelAbilities;
}

export interface ShelfOptions {
  /** Folders to scan; downloads go to the first. A missing folder counts as empty. */
  folders: string[];
  /** The user's settings for the model in this file. */
  settingsOf(path: string): LocalSettings;
}

/** Folders with models: the profile's own, the one of `scripts/setup.mjs`, and COUNTERSIGN_MODELS_DIR. */
export function modelFolders(places: {
  profile: string;
  root: string;
  env: Record<string, string | undefined>;
}): string[] {
  const extra = places.env["COUNTERSIGN_MODELS_DIR"];
  return [
    path.join(places.profile, "models"),
    path.join(places.root, ".cache", "models"),
    ...(extra === undefined || extra === "" ? [] : [path.resolve(extra)]),
  ];
}

/** The model files of this machine. A file is read again only if it has changed. */
export class Shelf {
  readonly #options: ShelfOptions;
  readonly #facts = new Map<string, { stamp: string; facts: GgufFacts | null }>();
  #files: string[] = [];
  #models: ShelfModel[] = [];

  constructor(options: ShelfOptions) {
    this.#options = options;
  }

  /** The models as of the last scan. */
  get models(): readonly ShelfModel[] {
    return this.#models;
  }

  /** Where downloads go. */
  get downloadFolder(): string {
    return this.#options.folders[0] ?? ".";
  }

  /** Sets the files that the user picked; the next `scan` includes them. */
  setPicked(files: readonly string[]): void {
    this.#files = [...files];
  }

  /** Scans the folders and files. Invalid or missing files are left out; `check` says why. */
  async scan(): Promise<ShelfModel[]> {
    const found: { file: string; picked: boolean }[] = this.#files.map((file) => ({
      file,
      picked: true,
    }));
    for (const folder of this.#options.folders) {
      for (const file of await ggufFilesIn(folder)) {
        if (!found.some((item) => item.file === file)) found.push({ file, picked: false });
      }
    }
    const models: ShelfModel[] = [];
    for (const { file, picked } of found) {
      const facts = await this.#factsOf(file);
      if (facts === null || (!picked && isCopy(file, facts, models))) continue;
      models.push({
        modelId: uniqueId(file, models),
        name: path.basename(file, ".gguf"),
        path: file,
        picked,
        stamp: this.#facts.get(file)?.stamp ?? "",
        facts: localFacts(facts),
        abilities: abilitiesOf(facts, this.#options.settingsOf(file)),
      });
    }
    this.#models = models;
    return models;
  }

  /** The model in this file after a scan, or why the file contains none. */
  async check(file: string): Promise<Outcome<ShelfModel, ModelFailure>> {
    const facts = await readGguf(file);
    if (!facts.ok) return facts;
    await this.scan();
    const model = this.#models.find((item) => item.path === file);
    if (model !== undefined) return ok(model);
    return fail({ kind: "model-file-invalid", file: path.basename(file), detail: "not found" });
  }

  /** A model as of the last scan. */
  find(modelId: string): ShelfModel | null {
    return this.#models.find((model) => model.modelId === modelId) ?? null;
  }

  /** The model whose file has this name and size, as of the last scan. */
  findFile(name: string, bytes: number): ShelfModel | null {
    const isIt = (model: ShelfModel): boolean =>
      path.basename(model.path) === name && model.facts.bytes === bytes;
    return this.#models.find(isIt) ?? null;
  }

  async #factsOf(file: string): Promise<GgufFacts | null> {
    const info = await stat(file).catch(() => null);
    if (info === null || !info.isFile()) return null;
    const stamp = `${info.size} ${info.mtimeMs}`;
    const known = this.#facts.get(file);
    if (known?.stamp === stamp) return known.facts;
    const read = await readGguf(file);
    const facts = read.ok ? read.value : null;
    this.#facts.set(file, { stamp, facts });
    return facts;
  }
}

function localFacts(read: GgufFacts): LocalFacts {
  const { name: _name, license, chatTemplate, ...rest } = read;
  return {
    ...rest,
    licence: license,
    tools: chatTemplate !== undefined && mentionsTools(chatTemplate),
  };
}

function abilitiesOf(facts: GgufFacts, settings: LocalSettings): ModelAbilities {
  const local = localFacts(facts);
  return {
    images: false,
    audio: false,
    tools: local.tools,
    ...(local.contextTokens === undefined
      ? {}
      : { contextTokens: contextTokensOf(local, settings) }),
  };
}

/**
 * True if the template handles `tools` and the calls of earlier turns in its code, not in a text that it only prints.
 * Without a template llama.cpp uses a default one without tools. The final answer comes from llama.cpp when the model
 * is prepared.
 */
function mentionsTools(template: string): boolean {
  const code = [...template.matchAll(/\{[%{](.*?)[%}]\}/gs)].map(([, inside]) =>
    (inside ?? "").replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, ""),
  );
  return code.some((part) => /\btools\b/.test(part));
}

async function ggufFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.toLowerCase().endsWith(".gguf"))
    .sort()
    .map((name) => path.join(folder, name));
}

/** The same file in a second folder is listed once. */
function isCopy(file: string, facts: GgufFacts, models: readonly ShelfModel[]): boolean {
  const name = path.basename(file);
  return models.some(
    (model) => path.basename(model.path) === name && model.facts.bytes === facts.bytes,
  );
}

function uniqueId(file: string, models: readonly ShelfModel[]): string {
  const id = path.basename(file).replace(/\.gguf$/i, "");
  if (!models.some((model) => model.modelId === id)) return id;
  return `${id}-${createHash("sha256").update(file).digest("hex").slice(0, 6)}`;
}
