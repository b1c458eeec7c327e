// Types for the two untyped parts of Monaco's JSON mode (monaco-editor 0.57).

declare module "monaco-editor/languages/features/common/lspLanguageFeatures" {
  import type { IDisposable, languages, Uri } from "monaco-editor/editor/editor.api";

  type Proxy = (...uris: Uri[]) => Promise<object>;
  export const CompletionAdapter: new (
    worker: Proxy,
    triggerCharacters: string[],
  ) => languages.CompletionItemProvider;
  export const HoverAdapter: new (worker: Proxy) => languages.HoverProvider;
  export const DiagnosticsAdapter: new (
    languageId: string,
    worker: (uri: Uri) => Promise<object>,
    onDidChange: (listener: () => void) => IDisposable,
  ) => IDisposable;
}

declare module "monaco-editor/languages/features/json/tokenization" {
  import type { languages } from "monaco-editor/editor/editor.api";

  export function createTokenizationSupport(supportComments: boolean): languages.TokensProvider;
}
