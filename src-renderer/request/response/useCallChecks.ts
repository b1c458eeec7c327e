// Checks the tool calls of a response against the tools' schemas.
import { createContext, useEffect, useMemo, useState } from "react";
import type { JsonObject } from "#shared/json.ts";
import type { Flag, Path } from "#shared/request/document/flag.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import { toolUsesOf } from "#shared/request/checks/toolCalls.ts";
import { startChecker } from "#forms/schema/check/argumentChecker.ts";
import type { ArgumentCheck } from "#forms/schema/check/argumentCheck.ts";
import { pathKey } from "../document/document.ts";

const checker = startChecker();

interface Checked {
  schema: JsonObject;
  check: ArgumentCheck;
}

/** Checks by identity of the arguments object. */
const known = new WeakMap<JsonObject, Checked>();
const NONE: ReadonlyMap<JsonObject, Checked> = new Map();

/** Delay after an edit before arguments are checked. */
const PAUSE_MS = 150;

export interface CallFact {
  number: number;
  count: number;
  path: Path;
  tool: string;
  /** Null: not checked yet. `no-tool`, `no-schema`: nothing to check against. */
  check: ArgumentCheck | "no-tool" | "no-schema" | null;
}

/** The facts of each tool call by the path key of its block. */
export const CallFactsContext = createContext<ReadonlyMap<string, CallFact>>(new Map());

export function useCallChecks(
  document: ResponseDocument,
  asked: RequestDocument,
): ReadonlyMap<string, CallFact> {
  /** Those that came while this is shown. */
  const [arrived, setArrived] = useState(NONE);
  const calls = useMemo(
    () =>
      toolUsesOf(document).map(({ block, path }) => {
        const tool = (asked.tools ?? []).find(({ name }) => name === block.name);
        return { block, path, tool, schema: tool?.inputSchema };
      }),
    [document, asked],
  );
  useEffect(() => {
    let left = false;
    const timer = setTimeout(() => {
      for (const { block, schema } of calls) {
        const { input } = block;
        if (schema === undefined || known.get(input)?.schema === schema) continue;
        void checker.check(schema, input).then((check) => {
          const checked = { schema, check };
          known.set(input, checked);
          if (!left) setArrived((before) => new Map(before).set(input, checked));
        });
      }
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [calls]);
  return useMemo(
    () =>
      new Map(
        calls.map(({ block, path, tool, schema }, at): [string, CallFact] => {
          const entry = arrived.get(block.input) ?? known.get(block.input);
          const check =
            tool === undefined
              ? "no-tool"
              : schema === undefined
                ? "no-schema"
                : entry?.schema === schema
                  ? entry.check
                  : null;
          const number = at + 1;
          return [pathKey(path), { number, count: calls.length, path, tool: block.name, check }];
        }),
      ),
    [calls, arrived],
  );
}

/** One flag per faulty call, and one for parallel calls that the request did not allow. */
export function callFlags(facts: ReadonlyMap<string, CallFact>, attempt: Attempt): Flag[] {
  const flags = [...facts.values()].flatMap(({ check, path }): Flag[] => {
    if (check === null || typeof check === "string") return [];
    if (check.kind === "unchecked" || (check.withoutPatterns && check.faults.length === 0)) {
      return [{ severity: "note", code: "tool-input-unchecked", path: [...path, "input"] }];
    }
    if (check.faults.length === 0) return [];
    const detail = check.faults.map(([place]) => jsonPathOf(place)).join(", ");
    return [{ severity: "note", code: "tool-input-invalid", path: [...path, "input"], detail }];
  });
  const [, second] = facts.values();
  const alone = attempt.options?.parallelToolCalls === false;
  return second === undefined || !alone
    ? flags
    : [...flags, { severity: "note", code: "tool-uses-parallel", path: second.path }];
}

/** `#/days/0/city` as `input.days[0].city`; names that are not identifiers are quoted. */
export const jsonPathOf = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (text, part) =>
        /^\d+$/.test(part)
          ? `${text}[${part}]`
          : /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)
            ? `${text}.${part}`
            : `${text}[${JSON.stringify(part)}]`,
      "input",
    );
