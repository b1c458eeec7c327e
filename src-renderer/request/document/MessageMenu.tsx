// The menu of a message: move it, add to it, delete it.
import { useT } from "#words/index.ts";
import { textBlock } from "#shared/sampling/document/blocks.ts";
import type { Block } from "#shared/sampling/document/message.ts";
import { IconButton } from "#kit/controls/Button.tsx";
import {
  AudioIcon,
  DownIcon,
  ImageIcon,
  MoreIcon,
  PlusIcon,
  RemoveIcon,
  TextIcon,
  UpIcon,
} from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { addMessage, changeMessage, moveMessage, removeMessage, withPart } from "./document.ts";
import type { Change } from "./document.ts";
import { useOwnMedia } from "./ownMedia.ts";

export function MessageMenu({
  index,
  last,
  onChange,
}: {
  index: number;
  last: boolean;
  onChange: Change;
}) {
  const t = useT();
  const { pick } = useOwnMedia();
  const addPart = (part: Block): void =>
    onChange((now) => changeMessage(now, index, (before) => withPart(before, part)));
  const items: MenuItem[] = [
    {
      id: "up",
      label: t("review.moveUp"),
      icon: UpIcon,
      disabled: index === 0,
      onSelect: () => onChange((now) => moveMessage(now, index, -1)),
    },
    {
      id: "down",
      label: t("review.moveDown"),
      icon: DownIcon,
      disabled: last,
      onSelect: () => onChange((now) => moveMessage(now, index, 1)),
    },
    {
      id: "part",
      label: t("common.addText"),
      icon: TextIcon,
      cut: true,
      onSelect: () => addPart(textBlock("")),
    },
    {
      id: "image",
      label: t("common.addImage"),
      icon: ImageIcon,
      onSelect: () => pick("image", addPart),
    },
    {
      id: "sound",
      label: t("common.addAudio"),
      icon: AudioIcon,
      onSelect: () => pick("audio", addPart),
    },
    {
      id: "after",
      label: t("review.addAfter"),
      icon: PlusIcon,
      onSelect: () => onChange((now) => addMessage(now, index)),
    },
    {
      id: "remove",
      label: t("review.removeMessage"),
      icon: RemoveIcon,
      cut: true,
      onSelect: () => onChange((now) => removeMessage(now, index)),
    },
  ];
  return (
    <Menu items={items}>
      <IconButton
        icon={MoreIcon}
        label={`${t("common.more")}: ${t("review.messageLabel", { number: index + 1 })}`}
      />
    </Menu>
  );
}
