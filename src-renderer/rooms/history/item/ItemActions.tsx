// Actions on the open request: repeat its call, save it to a file, delete its content.
import { useT } from "#words/index.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import { withAnswer } from "#shared/policy/judge/atGate.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import {
  DownloadIcon,
  FixtureIcon,
  MoreIcon,
  RemoveIcon,
  ReplayIcon,
  SavedIcon,
  ToolIcon,
} from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";

export interface ItemHandlers {
  /** Disabled: another request is selected and still loading. */
  off: boolean;
  /** Calls the same tool, prompt or resource again; null if the call is uncertain or its server was removed. */
  callAgain: (() => void) | null;
  /** Sends the request to gate 1 again, for a model or a response by hand; null if that is impossible. */
  replay: (() => void) | null;
  /** Makes a rule for similar requests or responses; null if none can be derived. */
  always: ((gate: RuleGate) => void) | null;
  report: () => void;
  /** Null if it got no response, or comes from a file. */
  saveFixture: (() => void) | null;
  /** Null for a request from a file. */
  exportLines: (() => void) | null;
  /** Null if there is nothing left to delete, or it comes from a file. */
  forget: ((mediaOnly: boolean) => void) | null;
}

/** Disables a menu that was already open when another request was selected. */
export const enabledItems = (items: readonly MenuItem[], off: boolean): readonly MenuItem[] =>
  off ? items.map((item) => ({ ...item, disabled: true })) : items;

/** Those that are possible for this request. */
const possible = (
  items: readonly (Omit<MenuItem, "onSelect"> & { onSelect: (() => void) | null })[],
): MenuItem[] =>
  items.flatMap(({ onSelect, ...item }) => (onSelect === null ? [] : [{ ...item, onSelect }]));

export function ItemActions({ item, doing }: { item: HistoryItem; doing: ItemHandlers }) {
  const t = useT();
  const { forget, always, off } = doing;
  const again = possible([
    { id: "replay", label: t("history.do.replay"), icon: ReplayIcon, onSelect: doing.replay },
    { id: "call", label: t("history.do.callAgain"), icon: ToolIcon, onSelect: doing.callAgain },
  ]);
  const hasMedia = item.sample.media.length > 0 && item.forgotten === null;
  const more = possible([
    {
      id: "always",
      label: t("common.createRuleFromRequest"),
      icon: SavedIcon,
      onSelect: always && (() => always("request")),
    },
    {
      id: "always-answers",
      label: t("rules.always.openAnswers"),
      icon: SavedIcon,
      onSelect: always && withAnswer(item.sample) && (() => always("response")),
    },
    { id: "report", label: t("history.do.report"), icon: DownloadIcon, onSelect: doing.report },
    {
      id: "lines",
      label: t("history.do.lines"),
      icon: DownloadIcon,
      onSelect: doing.exportLines,
    },
    {
      id: "fixture",
      label: t("fixtures.save"),
      icon: FixtureIcon,
      onSelect: doing.saveFixture,
    },
    {
      id: "forget-media",
      label: t("history.do.forgetMedia"),
      icon: RemoveIcon,
      cut: true,
      onSelect: forget && hasMedia ? () => forget(true) : null,
    },
    {
      id: "forget",
      label: t("history.do.forget"),
      icon: RemoveIcon,
      danger: true,
      cut: !hasMedia,
      onSelect: forget && (() => forget(false)),
    },
  ]);
  return (
    <>
      {again.length > 0 && (
        <Menu items={enabledItems(again, off)}>
          <Button size="m" icon={ReplayIcon} disabled={off}>
            {t("common.runAgain")}
          </Button>
        </Menu>
      )}
      <Menu items={enabledItems(more, off)}>
        <IconButton icon={MoreIcon} label={t("common.more")} size="m" disabled={off} />
      </Menu>
    </>
  );
}
