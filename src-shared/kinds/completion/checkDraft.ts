// What stands against sending a completion, as far as it shows without schemas.
import type { Kind } from "../kind.ts";
import { shapeFlags } from "../../sampling/checks/depth.ts";
import type { Flag } from "../../sampling/document/flag.ts";
import { completionIn } from "./document.ts";

const error = (code: Flag["code"], path: Flag["path"], detail?: string): Flag => ({
  ...{ severity: "error", code, path },
  ...(detail === undefined ? {} : { detail }),
});

export const checkDraft: Kind["checkRequest"] = (document, proposed) => {
  const shape = shapeFlags(document);
  if (shape.length > 0) return shape;
  const held = completionIn(document);
  if (held === null) return [error("field-wrong-type", ["completion"])];
  if (held.messages.length === 0) return [error("no-messages", ["messages"])];
  const asked = proposed?.maxTokens ?? Number.POSITIVE_INFINITY;
  return (held.maxTokens ?? 0) > asked
    ? [error("max-tokens-above-asked", ["maxTokens"], String(asked))]
    : [];
};
