// The state of a server in a host's config: whether it can go through Countersign, and whether it does.
import { callLimitIn, hostServers, TOKEN_VARIABLE } from "#shared/agents/gateway/hostConfig.ts";
import { revertedText } from "#shared/agents/gateway/hostEntryText.ts";
import type {
  HostServerState,
  HostView,
  NotWrappable,
} from "#shared/agents/gateway/gatewayView.ts";
import { isFilledInElsewhere, isOnlyPlaceholder } from "#shared/agents/gateway/hostFilled.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ImportedServer } from "#shared/servers/config/importConfig.ts";
import type { NamedValueInput } from "#shared/servers/config/input.ts";
import type { Endpoint } from "#shared/servers/server.ts";
import type { HostFiles } from "../agentFiles.ts";
import type { Wrap } from "../wrapStore.ts";

/** Fields that have the host read values elsewhere: Codex's, VS Code's, Claude Code's, Gemini CLI's. */
const FILLED_IN: ReadonlySet<string> = new Set([
  "bearer_token_env_var",
  "env_http_headers",
  "envFile",
  "headersHelper",
  "authProviderType",
]);

/** Hides hosts without servers, but shows files that cannot be read. */
export const isShown = ({ servers, faults }: HostView): boolean =>
  servers.length > 0 || faults.length > 0;

/** Why an entry cannot be wrapped; null if it can. */
export function notWrappable(server: ImportedServer): NotWrappable | null {
  const { input, ignored } = server;
  if (
    input.endpoint.kind === "stdio" &&
    input.endpoint.env.some(({ name }) => name === TOKEN_VARIABLE)
  )
    return "wrapped";
  if (server.isForeign === true) return "foreign";
  const isFilledIn = isFilledInElsewhere(server) || ignored.some((name) => FILLED_IN.has(name));
  return isFilledIn ? "placeholders" : null;
}

export function stateOf(
  wrap: Wrap | undefined,
  endpoint: Endpoint<NamedValueInput>,
): HostServerState {
  if (wrap === undefined) return "direct";
  const leadsHere = JSON.stringify(endpoint).includes(wrap.id);
  if (!leadsHere) return "drifted";
  return wrap.isUsed ? "through" : "after-restart";
}

/** Masks the secrets in the entries of the file. */
export function hider(file: string, texts: readonly string[]): (text: string) => string {
  const values = texts.flatMap((text) => {
    const read = hostServers(file, text);
    if (!read.ok) return [];
    return read.value.inputs.flatMap(({ input: { endpoint } }) => {
      const named =
        endpoint.kind === "stdio" ? endpoint.env : "headers" in endpoint ? endpoint.headers : [];
      return named
        .filter(({ secret, name }) => secret || name === TOKEN_VARIABLE)
        .map(({ value }) => value ?? "")
        .filter((value) => !isOnlyPlaceholder(value));
    });
  });
  const secrets = [...new Set(values)].filter((value) => value !== "");
  return (text) =>
    secrets.reduce(
      (shown, secret) => shown.replaceAll(JSON.stringify(secret).slice(1, -1), "••••••"),
      text,
    );
}

/**
 * The file as it was before wrapping (newest wrap first), or with the original entries.
 * @param isAll no other entry of the file is wrapped
 */
export async function undoneText(
  files: Pick<HostFiles, "read">,
  { file, before, hash }: { file: string; before: string; hash: string },
  wraps: readonly Wrap[],
  isAll: boolean,
): Promise<Outcome<string, Failure>> {
  let text = before;
  for (const { path, backup } of wraps) {
    const original = await files.read(backup);
    if (!original.ok) return original;
    const isOnly = isAll && wraps.every((one) => one.backup === backup);
    if (isOnly && wraps[0]?.writtenHash === hash) return ok(original.value.text);
    // An entry that was deleted from the file is not restored.
    text = revertedText(file, text, original.value.text, path) ?? text;
  }
  return ok(text);
}

/** How long the host waits for a call, by its config as it is now. */
export async function callLimitOf(
  files: Pick<HostFiles, "read">,
  { file, path }: Pick<Wrap, "file" | "path">,
): Promise<number | undefined> {
  const read = file === "" ? null : await files.read(file);
  return read?.ok === true ? callLimitIn(file, read.value.text, path) : undefined;
}
