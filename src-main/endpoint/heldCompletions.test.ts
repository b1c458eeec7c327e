import { expect, it } from "vitest";
import { DIALECTS } from "../../src-shared/dialects/registry.ts";
import { keyFor } from "./heldCompletions.ts";

const program = { id: "p", name: "agent", serverId: null };
const keyOf = (body: string, key: string | null = null): string =>
  keyFor({ program, dialect: DIALECTS["openai-responses"], key, body, stream: true });

it("takes a body for the same one whatever the order of its fields", () => {
  const body = '{"model":"m","client_metadata":{"a":1,"b":[2,3]}}';
  expect(keyOf('{ "client_metadata": {"b":[2,3],"a":1}, "model": "m" }')).toBe(keyOf(body));
  expect(keyOf('{"model":"m","client_metadata":{"a":1,"b":[3,2]}}')).not.toBe(keyOf(body));
  expect(keyOf('{"other":1}', "k")).toBe(keyOf(body, "k"));
});

it("tells bodies apart that are nested too deep to be sorted", () => {
  const deep = (inner: string): string => "[".repeat(50_000) + inner + "]".repeat(50_000);
  expect(keyOf(deep("1"))).toBe(keyOf(deep("1")));
  expect(keyOf(deep("1"))).not.toBe(keyOf(deep("2")));
});
