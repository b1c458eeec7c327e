// JSON as a language of the editor: highlighting everywhere, validation and completion where a schema is given.
// Monaco's own mode is not used: its worker manager loads every contribution of the editor after the services have
// started, which breaks them and doubles the download. Only its worker and its adapters are used.
import { editor, Emitter, languages } from "monaco-editor/editor/editor.api";
import type { IDisposable, Uri } from "monaco-editor/editor/editor.api";
import {
  CompletionAdapter,
  DiagnosticsAdapter,
  HoverAdapter,
} from "monaco-editor/languages/features/common/lspLanguageFeatures";
import { createTokenizationSupport } from "monaco-editor/languages/features/json/tokenization";

const language = "json";
const schemas = new Map<string, unknown>();
const changed = new Emitter<void>();
let client: editor.MonacoWebWorker<object> | null = null;

/** Settings of vscode-json-languageservice, which the worker runs. */
const settings = (): object => ({
  validate: true,
  allowComments: false,
  comments: "error",
  trailingCommas: "error",
  schemaValidation: "error",
  enableSchemaRequest: false,
  schemas: [...schemas].map(([key, schema]) => ({
    uri: `countersign:/schemas/${key}.json`,
    fileMatch: [`*/${key}/*.json`],
    schema,
  })),
});

/** Starts the worker with the first document that has a schema, and restarts it when schemas change. */
function workerFor(makeWorker: () => Worker): editor.MonacoWebWorker<object> {
  if (client !== null) return client;
  const worker = makeWorker();
  worker.postMessage("ignore"); // the worker's first message only wakes it (monaco json.worker.js)
  worker.postMessage({
    languageSettings: settings(),
    languageId: language,
    enableSchemaRequest: false,
  });
  client = editor.createWebWorker({ worker });
  return client;
}

/** Validates JSON models under `countersign:/<name>/…` against `schema` (JSON Schema, draft 7). */
export function setSchema(name: string, schema: unknown): void {
  if (schemas.get(name) === schema) return;
  schemas.set(name, schema);
  client?.dispose();
  client = null;
  changed.fire();
}

/** Registers the language. Only models with a schema are sent to the worker. */
export function registerJson(makeWorker: () => Worker): IDisposable {
  languages.register({ id: language, mimetypes: ["application/json"] });
  languages.setTokensProvider(language, createTokenizationSupport(false));
  languages.setLanguageConfiguration(language, {
    brackets: [
      ["{", "}"],
      ["[", "]"],
    ],
    wordPattern: /(-?\d*\.\d\w*)|([^[{\]}:",\s]+)/g,
  });
  const proxy = async (...uris: Uri[]): Promise<object> => {
    const worker = workerFor(makeWorker);
    return worker.withSyncedResources(uris);
  };
  const checked = { language, scheme: "countersign" };
  languages.registerCompletionItemProvider(checked, new CompletionAdapter(proxy, [" ", ":", '"']));
  languages.registerHoverProvider(checked, new HoverAdapter(proxy));
  return new DiagnosticsAdapter(
    language,
    async (uri: Uri) =>
      uri.scheme === "countersign" ? proxy(uri) : { doValidation: async () => [] },
    (listener) => changed.event(listener),
  );
}
