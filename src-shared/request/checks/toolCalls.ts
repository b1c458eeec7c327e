// The rules that tie a response's tool uses to the tools of the request (2025-11-25, client/sampling, "Tool Choice
// Modes", "Tool Use"; unchanged in 2026-07-28). What a server's parser would reject is an error; anything else odd is
// a note, as the user may intend it.
import type { Spoken } from "../../servers/protocol.ts";
import { blocksOf, isToolUse } from "../document/blocks.ts";
import type { Flag, FlagCode, Path } from "../document/flag.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import { acceptsOneBlock } from "./wire.ts";

/** The values of `toolChoice.mode`. */
export const TOOL_CHOICES = ["auto", "required", "none"] as const;

const note = (code: FlagCode, path: Path, detail?: string): Flag => ({
  severity: "note",
  code,
  path,
  ...(detail === undefined ? {} : { detail }),
});

/** The tool uses of a response, each with its path; malformed ones are flagged by `content.ts`. */
export function toolUsesOf(document: ResponseDocument) {
  const list = Array.isArray(document.content);
  return blocksOf(document.content).flatMap((block, i) =>
    isToolUse(block) ? [{ block, path: ["content", ...(list ? [i] : [])] as Path }] : [],
  );
}

/** Flags on a response's tool uses. `request` is the request as the server sent it. */
export function toolUseFlags(
  document: ResponseDocument,
  request: RequestDocument | null,
  spoken: Spoken,
): Flag[] {
  const uses = toolUsesOf(document);
  const offered = new Set((request?.tools ?? []).map((tool) => tool.name));
  const unparsable = acceptsOneBlock(request, spoken);
  const seen = new Set<string>();
  return [
    ...uses.flatMap(({ block, path }) => {
      const twice = seen.has(block.id);
      seen.add(block.id);
      return [
        ...(offered.has(block.name)
          ? []
          : [
              {
                ...note("tool-undeclared", path, block.name),
                // The SDKs parse such a response by a schema without tool uses, and reject all of it.
                severity: unparsable ? ("error" as const) : ("note" as const),
              },
            ]),
        ...(twice ? [note("tool-use-id-twice", [...path, "id"], block.id)] : []),
      ];
    }),
    ...choiceFlags(
      uses.map(({ path }) => path),
      request?.toolChoice?.mode,
    ),
    ...stopReasonFlags(document.stopReason, blocksOf(document.content).some(isUse)),
  ];
}

const isUse = (block: { type: string }): boolean => block.type === "tool_use";

function choiceFlags(uses: Path[], mode: string | undefined): Flag[] {
  if (mode === "required" && uses.length === 0) return [note("tool-use-required", ["content"])];
  return mode === "none" ? uses.map((path) => note("tool-use-under-none", path)) : [];
}

/** Servers decide by `stopReason` whether they run tools (schema.ts, "CreateMessageResult"). */
function stopReasonFlags(reason: string | undefined, uses: boolean): Flag[] {
  if (reason === undefined || (reason === "toolUse") === uses) return [];
  return [note("stop-reason-mismatch", ["stopReason"], reason)];
}

/** Errors that keep a request's tools from being offered to a model, and notes on what is odd in them. */
export function offeredToolFlags(document: RequestDocument): Flag[] {
  const seen = new Set<string>();
  const twice = (document.tools ?? []).flatMap((tool, i): Flag[] => {
    const again = seen.has(tool.name);
    seen.add(tool.name);
    return again
      ? [{ ...note("tool-name-twice", ["tools", i, "name"], tool.name), severity: "error" }]
      : [];
  });
  const mode = document.toolChoice?.mode;
  const known = mode === undefined || TOOL_CHOICES.some((choice) => choice === mode);
  const idle = (document.tools ?? []).length === 0 && mode === "required";
  return [
    ...twice,
    ...(known
      ? []
      : [
          {
            ...note("tool-choice-unknown", ["toolChoice", "mode"], mode),
            severity: "error" as const,
          },
        ]),
    ...(idle ? [note("tool-choice-without-tools", ["toolChoice", "mode"], mode)] : []),
  ];
}
