// The variables by which the providers' SDKs find the endpoint.
import type { EnvironmentLine } from "./program.ts";

/** OpenAI's SDKs expect the version in the base URL, Anthropic's do not. */
export const environmentLines = (baseUrl: string, token: string): EnvironmentLine[] => [
  { name: "OPENAI_BASE_URL", value: `${baseUrl}/v1`, secret: false },
  { name: "OPENAI_API_KEY", value: token, secret: true },
  { name: "ANTHROPIC_BASE_URL", value: baseUrl, secret: false },
  { name: "ANTHROPIC_API_KEY", value: token, secret: true },
];
