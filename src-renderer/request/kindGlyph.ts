// The icon and the name of request kinds other than sampling, in lists and at the gate.
import type { Action } from "#shared/agents/agent.ts";
import { tableOf } from "#shared/agents/tables.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { KindName } from "#shared/request/kinds/names.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  BotIcon,
  CommandIcon,
  FileEditIcon,
  FileWriteIcon,
  FormIcon,
  GlobeIcon,
  OpenPageIcon,
  PlanIcon,
  QuestionIcon,
  SearchIcon,
  TextIcon,
  ToolIcon,
} from "#kit/controls/icons.ts";

export interface KindGlyph {
  icon: IconKind;
  name:
    | "elicitation.form"
    | "elicitation.link"
    | "common.toolCall"
    | `action.kind.${Action["kind"]}`;
  /** The agent's tool, beside its name. */
  tool?: string;
}

type OfRequest = Pick<HeldRequest, "requestKind" | "proposed">;

const OF_ACTION: Readonly<Record<Action["kind"], IconKind>> = {
  command: CommandIcon,
  edit: FileEditIcon,
  write: FileWriteIcon,
  read: TextIcon,
  fetch: GlobeIcon,
  search: SearchIcon,
  "mcp-call": ToolIcon,
  question: QuestionIcon,
  plan: PlanIcon,
  other: BotIcon,
};

const GLYPHS: Readonly<Record<KindName, ((of: OfRequest) => KindGlyph) | null>> = {
  sampling: null,
  completion: null,
  elicitation: ({ proposed }) =>
    proposed?.["mode"] === "url"
      ? { icon: OpenPageIcon, name: "elicitation.link" }
      : { icon: FormIcon, name: "elicitation.form" },
  action: ({ proposed }) => {
    const asked = proposed === null ? null : actionIn(proposed);
    if (asked === null) return { icon: BotIcon, name: "action.kind.other" };
    const { kind } = tableOf(asked.agent.id).actionOf(asked.tool, asked.input);
    return { icon: OF_ACTION[kind], name: `action.kind.${kind}`, tool: asked.tool };
  },
  "tool-call": () => ({ icon: ToolIcon, name: "common.toolCall" }),
};

/** Null for sampling and completions, which show their stage instead. */
export const kindGlyphOf = (request: OfRequest): KindGlyph | null =>
  (request.requestKind === undefined ? null : GLYPHS[request.requestKind])?.(request) ?? null;
