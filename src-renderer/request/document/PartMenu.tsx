// Menus to move and delete a block, and to add blocks.
import { useT } from "#words/index.ts";
import { textBlock, toolUseBlock } from "#shared/request/document/blocks.ts";
import type { Block, Tool } from "#shared/request/document/message.ts";
import { IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import {
  AudioIcon,
  DownIcon,
  ImageIcon,
  MoreIcon,
  PlusIcon,
  RemoveIcon,
  TextIcon,
  ToolIcon,
  UpIcon,
} from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { useOwnMedia } from "../media/ownMedia.ts";

export function PartMenu({
  at,
  count,
  label,
  onMove,
  onRemove,
}: {
  at: number;
  count: number;
  /** The block's name for screen readers. */
  label: string;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const items: MenuItem[] = [
    {
      id: "up",
      label: t("content.up"),
      icon: UpIcon,
      disabled: at === 0,
      onSelect: () => onMove(-1),
    },
    {
      id: "down",
      label: t("content.down"),
      icon: DownIcon,
      disabled: at === count - 1,
      onSelect: () => onMove(1),
    },
    { id: "remove", label: t("content.remove"), icon: RemoveIcon, cut: true, onSelect: onRemove },
  ];
  return (
    <Menu items={items}>
      <IconButton icon={MoreIcon} label={`${t("common.more")}: ${label}`} />
    </Menu>
  );
}

/** The required arguments of a tool, as nulls for the user to fill in. */
function emptyArguments(tool: Tool) {
  const properties = tool.inputSchema?.["properties"];
  const required = tool.inputSchema?.["required"];
  if (!Array.isArray(required) || typeof properties !== "object" || properties === null) return {};
  const names = required.filter((name) => typeof name === "string");
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Ids must be unique only within a conversation, and servers treat them as opaque. */
const newCallId = (): string => `call_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;

/** Adds a block at the end: text, an image or audio from a file, a call of one of the request's tools. */
export function AddParts({
  onAdd,
  tools,
}: {
  onAdd: (part: Block) => void;
  /** Tools that may be called; if empty, tool calls are not offered. */
  tools: readonly Tool[];
}) {
  const t = useT();
  const { pick } = useOwnMedia();
  return (
    <>
      <LinkButton onClick={() => onAdd(textBlock(""))}>
        <Icon of={TextIcon} />
        {t("common.addText")}
      </LinkButton>
      <LinkButton onClick={() => pick("image", onAdd)}>
        <Icon of={ImageIcon} />
        {t("common.addImage")}
      </LinkButton>
      <LinkButton onClick={() => pick("audio", onAdd)}>
        <Icon of={AudioIcon} />
        {t("common.addAudio")}
      </LinkButton>
      {tools.length > 0 && (
        <Menu
          align="start"
          items={tools.map((tool, index) => ({
            id: String(index),
            label: (
              <>
                {t("common.toolCall")} <Quote bare>{tool.name}</Quote>
              </>
            ),
            icon: ToolIcon,
            onSelect: () => onAdd(toolUseBlock(newCallId(), tool.name, emptyArguments(tool))),
          }))}
        >
          <LinkButton>
            <Icon of={PlusIcon} />
            {t("content.addToolUse")}
          </LinkButton>
        </Menu>
      )}
    </>
  );
}
