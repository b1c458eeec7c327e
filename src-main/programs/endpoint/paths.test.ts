// However a program spells the endpoint's address, it names the same route; nothing else names one.
import { expect, it } from "vitest";
import { DIALECTS } from "#shared/dialects/registry.ts";
import { isEndpoint, routeOf } from "./paths.ts";

const POSTS = [
  ...Object.values(DIALECTS).map(({ name, path }) => ["ask", name, path.slice(3)] as const),
  ["count", "anthropic-messages", "/messages/count_tokens"] as const,
];

/** The route in short. */
function named(url: string): unknown {
  const route = routeOf(url);
  if (route === null) return null;
  if (!("dialect" in route)) return route.kind === "models" ? ["models"] : ["model", route.model];
  return [route.kind, route.dialect.name, route.model];
}

it.each(POSTS)("serves %s of %s however its address is spelt", (kind, dialect, path) => {
  for (const base of [
    "/v1",
    "",
    "/",
    "//v1",
    "/v1/",
    "/v1/v1",
    "/openai",
    "/openai/v1",
    "/v1/openai",
  ])
    for (const end of ["", "/", "//", "?api-version=2024-10-21", "/?beta=true", "?a=/v1/models"]) {
      expect(named(`${base}${path}${end}`), `${base}${path}${end}`).toEqual([kind, dialect, null]);
      expect(isEndpoint(`${base}${path}${end}`)).toBe(true);
    }
  for (const base of ["/openai", "//openai/", "/v1/openai", "/v1", ""])
    for (const [written, model] of [
      ["gpt-4o", "gpt-4o"],
      ["vendor/model", "vendor/model"],
      ["vendor%2Fmodel%3A1", "vendor/model:1"],
      ["chat/completions", "chat/completions"],
      ["%2576", "%76"],
      ["models", "models"],
      ["v1", "v1"],
    ])
      expect(named(`${base}/deployments/${written}${path}/?api-version=1`)).toEqual([
        kind,
        dialect,
        model,
      ]);
});

it.each([
  ["/v1/models", ["models"]],
  ["//models//?limit=1000", ["models"]],
  ["/openai/models?api-version=2024-10-21", ["models"]],
  ["/v1/models/m", ["model", "m"]],
  ["/models/m/", ["model", "m"]],
  ["/v1/models/vendor/model:free?x", ["model", "vendor/model:free"]],
  ["/v1/models/vendor%2Fmodel%20%C3%BC%3F", ["model", "vendor/model ü?"]],
  ["/v1/models/a%2F%2Fb", ["model", "a//b"]],
  ["/v1/models/v1/models", ["model", "v1/models"]],
  ["/v1/models/chat/completions", ["model", "chat/completions"]],
  ["/v1/models/%252e%252e", ["model", "%2e%2e"]],
])("%s names %j", (url, route) => {
  expect(named(url)).toEqual(route);
});

it.each([
  "/",
  "",
  "/v1",
  "/v1/",
  "/openai",
  "/openai/deployments",
  "/v1/completions",
  "/v1/embeddings",
  "/v1/chat",
  "/v1/chat/completions/x",
  "/x/v1/chat/completions",
  "/chat/completionsx",
  "/v1/Chat/Completions",
  "/V1/models",
  "/v1/messages/batches",
  "/v1/responses/resp_1",
  // Neither an encoding nor a step names a route.
  "/v1/chat%2Fcompletions",
  "/v1%2Fmodels",
  "/%76%31/x",
  "/v1/m%6Fdels",
  "/v1/models%3F",
  "/v1/../v1/models/..",
  "/v1/models/../messages",
  "/v1/models/%2e%2e",
  "/v1/models/a/../b",
  "/./models",
  "/v1/messages/../models",
  "/v1/chat/./completions",
  "/v1\\models",
  "/v1/models#x",
  "/v1/messages#",
  "http://127.0.0.1:1/v1/models",
  "/mcp/../v1/models",
  "/v1/models/%",
  "/v1/models/%ff",
  "/mcp/v1/models",
  "//mcp/models",
  "/mcp/models",
  "/openai/deployments/chat/completions",
  "/openai/deployments//chat/completions",
  "/openai/deployments/../chat/completions",
  "/openai/deployments/%2E/chat/completions",
  "/openai/deployments/%FF/responses",
  "/openai/deployments/m/models",
  "/deployments/m",
  "/deployments/m/embeddings",
  "/deployments/m/chat%2Fcompletions",
])("%s names no route", (url) => {
  expect(routeOf(url)).toBeNull();
});

it("leaves every address of hosts to the gateway", () => {
  for (const url of ["/mcp/x", "/mcp", "//mcp/v1/models", "/", "/favicon.ico"])
    expect(isEndpoint(url)).toBe(false);
  for (const url of ["/v1/x", "/openai/x", "//v1/mcp/"]) expect(isEndpoint(url)).toBe(true);
});
