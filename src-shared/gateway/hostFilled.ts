// What a host fills in when it starts a server: `${V}`, `${env:V}`, `${input:v}`, opencode's `{env:V}`, and `$V` in the
// environment (Gemini CLI, Qwen Code, Copilot CLI). The relay gets such variables filled in, and hands over their values.
import type { ImportedServer } from "../servers/config/importConfig.ts";
import { HOST_ENV_MAX } from "../servers/config/input.ts";
import type { ServerInput } from "../servers/server.ts";

const FILLED_IN = /\$\{|\{(?:env|file):/;
/** A host without such a form hands over the value as it is written. */
const FILLED_IN_VARIABLE = /\$\{|\{(?:env|file):|\$[A-Za-z_]/;

/** A value without any text of its own that could be a secret. */
const ONLY_NAMES = /^(?:\$\{[\w.:]+\}|\{env:\w+\}|\$\w+)$/;
export const isOnlyPlaceholder = (value: string): boolean => ONLY_NAMES.test(value);

/** The server with the variables that the host fills in by name alone. */
export function withoutFilledIn({ input, forwarded = [] }: ImportedServer): ServerInput {
  const { endpoint } = input;
  if (endpoint.kind !== "stdio") return input;
  const isFilled = (value: string | null): boolean => FILLED_IN_VARIABLE.test(value ?? "");
  const filled = endpoint.env.filter(({ value }) => isFilled(value)).map(({ name }) => name);
  const hostEnv = [...new Set([...filled, ...forwarded])].toSorted();
  if (hostEnv.length === 0) return input;
  const env = endpoint.env.filter(({ name }) => !hostEnv.includes(name));
  return { ...input, endpoint: { ...endpoint, env, hostEnv } };
}

/** True if the host fills in more than whole variables, or more of them than can be handed over. */
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
    case "sse":
      return [endpoint.url, ...endpoint.headers.map(({ value }) => value ?? "")].some((text) =>
        FILLED_IN_VARIABLE.test(text),
      );
    case "demo":
      return false;
  }
}
