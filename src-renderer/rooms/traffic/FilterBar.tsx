// The bar above the list: text, direction and kind, and actions on the listed messages.
import { KEYS } from "#shared/shortcuts.ts";
import { useState } from "react";
import type { RefObject } from "react";
import type { ServerView } from "#shared/servers/server.ts";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { IconButton } from "#kit/controls/Button.tsx";
import { IconInput } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { CheckIcon, CopyIcon, FilterIcon, FollowIcon, RemoveIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { Select } from "#kit/controls/Select.tsx";
import type { Filter } from "./filter.ts";
import s from "./Traffic.module.css";

const KINDS = ["all", "request", "answer", "notification", "failed", "batch", "other"] as const;
const DIRECTIONS = ["both", "in", "out"] as const;

export function FilterBar({
  server,
  filter,
  filterRef,
  shown,
  all,
  searching,
  following,
  onFilter,
  onFollow,
  onClear,
  onList,
}: {
  server: ServerView;
  filter: Filter;
  filterRef: RefObject<HTMLInputElement | null>;
  shown: readonly TrafficRow[];
  all: number;
  searching: boolean;
  following: boolean;
  onFilter: (filter: Filter) => void;
  onFollow: () => void;
  onClear: () => void;
  /** Moves the focus to the list. */
  onList: () => void;
}) {
  const t = useT();
  return (
    <div className={s.bar} role="toolbar" aria-label={t("traffic.filter.bar")}>
      <IconInput
        ref={filterRef}
        small
        className={s.words}
        icon={<Icon of={FilterIcon} />}
        after={filter.text === "" ? <KeyCap of={KEYS.filter} /> : undefined}
        value={filter.text}
        maxLength={1000}
        placeholder={t("traffic.filter.text")}
        aria-label={t("traffic.filter.textLabel")}
        onValue={(text) => onFilter({ ...filter, text })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape") onFilter({ ...filter, text: "" });
          onList();
        }}
      />
      <Segmented
        label={t("traffic.filter.direction")}
        value={filter.direction}
        options={DIRECTIONS.map((value) => ({ value, label: t(`traffic.filter.${value}`) }))}
        onChange={(direction) => onFilter({ ...filter, direction })}
      />
      <Select
        size="s"
        aria-label={t("traffic.filter.kind")}
        value={filter.kind}
        options={KINDS.map((value) => ({ value, label: t(`traffic.kinds.${value}`) }))}
        onChange={(kind) => onFilter({ ...filter, kind })}
      />
      <span className="grow" />
      <span className={s.count} role="status">
        {searching
          ? t("traffic.filter.searching")
          : shown.length === all
            ? ""
            : t("traffic.filter.shown", { count: shown.length, all })}
      </span>
      <IconButton
        icon={FollowIcon}
        keys={KEYS.follow}
        label={t("traffic.follow")}
        aria-pressed={following}
        className={following ? s.on : undefined}
        onClick={onFollow}
      />
      <CopyAll serverId={server.id} shown={shown} />
      <IconButton
        icon={RemoveIcon}
        label={t("traffic.clear")}
        disabled={all === 0}
        onClick={onClear}
      />
    </div>
  );
}

const saidForMs = 4000;

/** Copies all listed rows as JSON lines and shows how many. */
function CopyAll({ serverId, shown }: { serverId: string; shown: readonly TrafficRow[] }) {
  const t = useT();
  const [said, setSaid] = useState<string | null>(null);
  const tell = (words: string): void => {
    setSaid(words);
    setTimeout(() => setSaid(null), saidForMs);
  };
  const copy = async (): Promise<void> => {
    const seqs = shown.map((row) => row.seq);
    const result = await send("servers.trafficLines", serverId, seqs);
    if (!result.ok) return tell(t("traffic.copy.failed"));
    const { text, left } = result.value;
    await navigator.clipboard.writeText(text);
    const count = seqs.length - left;
    tell(left === 0 ? t("traffic.copy.done", { count }) : t("traffic.copy.part", { count, left }));
  };
  return (
    <>
      <IconButton
        icon={said === null ? CopyIcon : CheckIcon}
        label={t("traffic.copy.all", { count: shown.length })}
        disabled={shown.length === 0}
        onClick={() => void copy().catch(() => tell(t("traffic.copy.failed")))}
      />
      <span className={said === null ? "sr" : s.count} role="status">
        {said}
      </span>
    </>
  );
}
