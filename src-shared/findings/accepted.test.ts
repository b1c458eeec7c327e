// Accepted system texts and tools, with what real agents sent: nothing else is accepted with them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../dialects/registry.ts";
import { jsonIn } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { RECORDED } from "../request/parts/testing.ts";
import { linesOfPart, ownPartsOf, placeOf, withAccepted } from "./accepted.ts";
import type { OwnPart } from "./accepted.ts";
import { withoutDisabledKinds } from "./disabledKinds.ts";
import { findingsOf } from "./findings.ts";
import type { Finding } from "./findings.ts";
import { textsOf } from "./text/walk.ts";

const key = (part: OwnPart): string => `${placeOf(part)} ${part.text}`;
/** What is found once the parts of `first` are accepted. */
function foundIn(document: JsonObject, first: JsonObject): Finding[] {
  const accepted = new Set(ownPartsOf(first).map(key));
  const inspection = { findings: findingsOf(document), more: 0, tookMs: 0 };
  const parts = ownPartsOf(document);
  const looked = withAccepted(inspection, parts, (part) => accepted.has(key(part)));
  return withoutDisabledKinds(looked, []).findings;
}

/** The document with an invisible character in each of its texts that is long enough to be words. */
const marked = (value: Json): Json =>
  JSON.parse(JSON.stringify(value), (name, one: unknown) =>
    typeof one === "string" && one.length > 60 && name !== "url" ? `${one}\u200B` : one,
  ) as Json;

function read(agent: (typeof RECORDED)[number], name: string): JsonObject {
  const body = jsonIn(agent.requests[name]?.body ?? "") ?? null;
  const document = DIALECTS[agent.dialect].read(body);
  if (!document.ok) throw new Error(`${agent.agent} ${name}`);
  return marked(document.document as unknown as Json) as JsonObject;
}

const isOwn = ({ path }: { path: readonly unknown[] }): boolean =>
  path[0] === "systemPrompt" || path[0] === "tools";
const kindsIn = (findings: readonly Finding[]): Set<string> =>
  new Set(findings.map(({ kind }) => kind));

describe.each(RECORDED)("what $agent says in each turn", (agent) => {
  const first = read(agent, "turn1");

  it("is found in no later turn, and what its messages say is", () => {
    expect(findingsOf(first).filter(isOwn).length).toBeGreaterThan(3);
    for (const name of ["turn1", "turn2", "turn3"]) {
      const document = read(agent, name);
      const found = foundIn(document, first);
      expect(found.filter(isOwn)).toEqual([]);
      expect(kindsIn(found)).not.toContain("accepted-changed");
      const said = findingsOf(document).filter(({ path }) => path[0] === "messages");
      expect(found.filter(({ path }) => path[0] === "messages")).toEqual(said);
    }
  });

  it("is a finding again, with all that is in it, once a character changes", () => {
    const texts = [...textsOf(first)].filter((text) => isOwn(text) && text.text.length > 0);
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.double({ min: 0, max: 0.99 }), (text, at) => {
        if (text.inName === true || text.path.includes("cache_control")) return;
        const cut = Math.floor(text.text.length * at);
        const other = `${text.text.slice(0, cut)}§${text.text.slice(cut + 1)}`;
        const changed = replaced(first, text.path, other);
        const path = text.path.slice(0, text.path[0] === "tools" ? 2 : 1);
        const inPart = (finding: Finding): boolean =>
          path.every((step, i) => finding.path[i] === step);
        // What stands before a prompt and tells the turn is no part of it.
        if (text.path[0] === "systemPrompt" && cut < (ownPartsOf(first)[0]?.lifted ?? 0)) return;
        const found = foundIn(changed, first).filter(isOwn);
        expect(found.filter(({ kind }) => kind === "accepted-changed")).toMatchObject([{ path }]);
        expect(found.slice(1)).toEqual(findingsOf(changed).filter(isOwn).filter(inPart));
      }),
      { numRuns: 60 },
    );
  });

  it("is found elsewhere: in a message, or as a tool of another place", () => {
    const [prompt] = ownPartsOf(first);
    const said = {
      role: "user",
      content: { type: "text", text: jsonIn(prompt?.text ?? "") ?? "" },
    };
    for (const role of ["user", "system", "developer"]) {
      const document = { ...first, messages: [{ ...said, role }] };
      expect(foundIn(document, first).filter(({ path }) => path[0] === "messages")).not.toEqual([]);
    }
    const { tools = [] } = first;
    const document = { completion: { fields: { tools } }, messages: [] };
    expect(kindsIn(foundIn(document, first))).toEqual(new Set(["accepted-changed", "zero-width"]));
  });
});

function replaced(
  document: JsonObject,
  path: readonly (string | number)[],
  text: string,
): JsonObject {
  const copy = structuredClone(document);
  let at = copy as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path.at(-1) ?? ""] = text;
  return copy;
}

it("what stands before a prompt and tells the turn is never accepted with it", () => {
  const header = "x-anthropic-billing-header: cc_version=2.1.332.cd4; cc_entrypoint=cli;\n\n";
  const document = { systemPrompt: `${header}Be exact.` };
  const [part] = ownPartsOf(document);
  expect(part).toMatchObject({ text: '"Be exact."', lifted: header.length });
  const at = (offset: number): Finding => ({
    kind: "access-key",
    severity: "high",
    path: ["systemPrompt"],
    offset,
    length: 3,
    line: 1,
  });
  const inspection = { findings: [at(30), at(header.length)], more: 0, tookMs: 0 };
  const looked = withAccepted(inspection, ownPartsOf(document), () => true);
  expect(looked.findings.map(({ accepted }) => accepted)).toEqual([undefined, true]);
});

it("redaction covers what is found in accepted texts", () => {
  const secret: Finding = {
    kind: "access-key",
    severity: "high",
    path: ["systemPrompt"],
    offset: 0,
    length: 3,
    line: 1,
    accepted: true,
  };
  const inspection = { findings: [secret], more: 0, tookMs: 0 };
  expect(withoutDisabledKinds(inspection, []).findings).toEqual([]);
  expect(withoutDisabledKinds(inspection, [], ["secrets"]).findings).toEqual([secret]);
});

it("a part is read as lines, and no two parts as the same", () => {
  expect(linesOfPart('"a\\nb"')).toBe("a\nb");
  expect(linesOfPart('{"name":"Bash","description":"Runs\\na command"}')).toBe(
    '{\n  "name": "Bash"\n}\n\nRuns\na command',
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("description", "text", "name"), fc.jsonValue()),
      fc.dictionary(fc.constantFrom("description", "text", "name"), fc.jsonValue()),
      (one, other) => {
        const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
        if (linesOfPart(a) === linesOfPart(b)) expect(JSON.parse(a)).toEqual(JSON.parse(b));
      },
    ),
  );
});
