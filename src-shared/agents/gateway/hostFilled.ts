// What a host fills in when it starts a server: `${V}`, `${env:V}`, `${input:v}`, opencode's `{env:V}`, and `$V` in the
// environment (Gemini CLI, Qwen Code, Copilot CLI). The relay gets such variables and headers filled in, and hands over
// their values.
import type { ImportedServer } from "../../servers/config/importConfig.ts";
import { HOST_ENV_MAX, HOST_HEADER } from "../../servers/config/input.ts";
import { providedByHost } from "../../servers/server.ts";
import type { ServerInput } from "../../servers/config/input.ts";
import type { Endpoint } from "../../servers/server.ts";

const FILLED_IN = /\$\{|\{(?:env|file):/;
/** A host without such a form hands over the value as it is written. */
const FILLED_IN_VARIABLE = /\$\{|\{(?:env|file):|\$[A-Za-z_]/;

/** A value without any text of its own that could be a secret. */
const ONLY_NAMES = /^(?:\$\{[\w.:]+\}|\{env:\w+\}|\$\w+)$/;
export const isOnlyPlaceholder = (value: string): boolean => ONLY_NAMES.test(value);

/** The variable in which the relay gets a header. */
export const headerVariable = (header: string): string =>
  `COUNTERSIGN_HEADER_${header.toUpperCase().replaceAll("-", "_")}`;

/** The variable of the relay for a name of `providedByHost`. */
export const relayVariable = (endpoint: Endpoint<unknown>, name: string): string =>
  endpoint.kind === "stdio" ? name : headerVariable(name);

/** The variables that the host fills in for the relay. */
export const relayVariables = (endpoint: Endpoint<unknown>): string[] =>
  providedByHost(endpoint).map((name) => relayVariable(endpoint, name));

const isFilled = (value: string | null): boolean => FILLED_IN_VARIABLE.test(value ?? "");

/** The server with the variables and headers that the host fills in by name alone. */
export function withoutFilledIn({ input, forwarded = [] }: ImportedServer): ServerInput {
  const { endpoint } = input;
  if (endpoint.kind === "demo") return input;
  if (endpoint.kind !== "stdio") {
    const hostHeaders = endpoint.headers.flatMap(({ name, value }) =>
      isFilled(value) ? [name] : [],
    );
    if (hostHeaders.length === 0) return input;
    const headers = endpoint.headers.filter(({ value }) => !isFilled(value));
    return { ...input, endpoint: { ...endpoint, headers, hostHeaders: hostHeaders.toSorted() } };
  }
  const filled = endpoint.env.filter(({ value }) => isFilled(value)).map(({ name }) => name);
  const hostEnv = [...new Set([...filled, ...forwarded])].toSorted();
  if (hostEnv.length === 0) return input;
  const env = endpoint.env.filter(({ name }) => !hostEnv.includes(name));
  return { ...input, endpoint: { ...endpoint, env, hostEnv } };
}

/** True if the host fills in more than variables and headers, or more of them than can be handed over. */
export function isFilledInElsewhere(server: ImportedServer): boolean {
  const { endpoint } = withoutFilledIn(server);
  switch (endpoint.kind) {
    case "stdio": {
      const { command, args, cwd, hostEnv = [] } = endpoint;
      return (
        [command, ...args, cwd ?? ""].some((text) => FILLED_IN.test(text)) ||
        hostEnv.length > HOST_ENV_MAX ||
        hostEnv.some((name) => /[=\0]/.test(name))
      );
    }
    case "http":
    case "sse": {
      const { url, headers, hostHeaders = [] } = endpoint;
      const names = [...headers.map(({ name }) => name), ...hostHeaders].map(headerVariable);
      return (
        FILLED_IN_VARIABLE.test(url) ||
        hostHeaders.length > HOST_ENV_MAX ||
        hostHeaders.some((name) => !HOST_HEADER.test(name)) ||
        (hostHeaders.length > 0 && new Set(names).size < names.length)
      );
    }
    case "demo":
      return false;
  }
}
