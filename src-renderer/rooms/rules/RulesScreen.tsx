// The Rules room: the list, the selected rule, problems with the file.
import { useMemo, useRef, useState } from "react";
import { shadowsOf } from "#shared/rules/shadow.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useDrafts } from "#data/drafts.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useView, view } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { Button, IconButton, LinkButton } from "#kit/controls/Button.tsx";
import {
  DownloadIcon,
  FolderIcon,
  ImportIcon,
  MoreIcon,
  PlusIcon,
  RemoveIcon,
} from "#kit/controls/icons.ts";
import { ariaKeys } from "#kit/controls/keys.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { Menu } from "#kit/controls/Menu.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Room, RoomList } from "#kit/layout/Room.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import { dropRemoved } from "./drafts.ts";
import { DryRunPrompt } from "./DryRun.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { InactiveRulesBar } from "./InactiveRulesBar.tsx";
import { addRemoved, rowsOf } from "./rows.ts";
import { RuleList } from "./RuleList.tsx";
import { RulePanel } from "./RulePanel.tsx";
import { SwitchBar } from "./SwitchBar.tsx";
import { useFilterCompletions } from "./useFilterCompletions.ts";
import { useRuleActions } from "./useRuleActions.ts";
import { useRulesKeys } from "./useRulesKeys.ts";
import s from "./Rules.module.css";

export function RulesScreen() {
  const t = useT();
  const rules = useMirror((state) => state.rules);
  const chosen = useView((state) => state.ruleId);
  const drafts = useDrafts((state) => state.rules);
  /** The rule removed last, which can be restored. */
  const removed = useDrafts((state) => state.removedRules[0]);
  const [importing, setImporting] = useState(false);
  const known = useFilterCompletions();
  const rows = useMemo(
    () => addRemoved(rowsOf(rules.rules, drafts), drafts),
    [rules.rules, drafts],
  );
  const row = rows.find(({ key }) => key === chosen) ?? rows[0];
  const locked = rules.faults.length > 0;
  const shadows = useMemo(() => shadowsOf(rules.rules), [rules.rules]);
  const acts = useRuleActions(rules);
  const { failure, tell, clear } = useAction();
  const listRef = useRef<VirtualListHandle>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const saveRef = useRef<() => void>(null);
  const begin = (): void => {
    acts.begin();
    requestAnimationFrame(() => nameRef.current?.focus());
  };
  useRulesKeys({
    row,
    locked,
    begin,
    save: () => saveRef.current?.(),
    undo: () => void acts.undo(),
    onImport: () => setImporting(true),
    tell,
  });
  return (
    <Room alone={row === undefined}>
      <RoomList>
        <TitleBar title={t("common.rulesTitle")}>
          <span className={s.lead}>{t("rules.lead")}</span>
          <span className="grow" />
          <Menu
            items={[
              {
                id: "import",
                label: t("common.import"),
                icon: ImportIcon,
                disabled: locked,
                onSelect: () => setImporting(true),
              },
              {
                id: "export",
                label: t("rules.export"),
                icon: DownloadIcon,
                disabled: locked,
                onSelect: () => void send("rules.export").then(tell),
              },
              {
                id: "reveal",
                label: t("rules.reveal"),
                icon: FolderIcon,
                onSelect: () => void send("rules.reveal").then(tell),
              },
            ]}
          >
            <IconButton icon={MoreIcon} label={t("common.more")} size="m" />
          </Menu>
          <Button size="m" icon={PlusIcon} keys={KEYS.newRule} disabled={locked} onClick={begin}>
            {t("common.newRule")}
          </Button>
        </TitleBar>
        <InactiveRulesBar rules={rules} tell={tell} />
        {failure !== null && (
          <FailureBar
            failure={failure}
            actions={<LinkButton onClick={clear}>{t("common.close")}</LinkButton>}
          />
        )}
        <SwitchBar />
        {removed !== undefined && (
          <Bar
            tone="info"
            icon={RemoveIcon}
            title={t("rules.removed", { name: removed.rule.name })}
            actions={
              <>
                <LinkButton
                  onClick={() => void acts.undo()}
                  aria-keyshortcuts={ariaKeys(KEYS.bringBack)}
                >
                  {t("common.undo")}
                </LinkButton>
                <KeyCap of={KEYS.bringBack} />
                <LinkButton onClick={() => dropRemoved(true)}>{t("common.close")}</LinkButton>
              </>
            }
          />
        )}
        {rows.length > 0 && (
          <RuleList
            rows={rows}
            used={rules.used}
            shadows={shadows}
            selected={row?.key ?? null}
            listRef={listRef}
            locked={locked}
            onSelect={(ruleId) => view.setState({ ruleId })}
            onOpen={() => nameRef.current?.focus()}
            onMove={acts.move}
            onDrop={acts.drop}
            onSwitch={acts.toggle}
            onRemove={(of) => void acts.remove(of)}
          />
        )}
        {rows.length === 0 && !locked && (
          <Empty
            title={t("rules.empty.title")}
            action={
              <Button level="primary" icon={PlusIcon} onClick={begin}>
                {t("common.newRule")}
              </Button>
            }
          >
            {t("rules.empty.text")}
          </Empty>
        )}
      </RoomList>
      {row !== undefined && (
        <RulePanel
          key={row.key}
          row={row}
          used={row.rule === null ? undefined : rules.used[row.key]}
          shadow={shadows.get(row.key)}
          locked={locked}
          acts={acts}
          known={known}
          nameRef={nameRef}
          saveRef={saveRef}
          onDiscarded={() => listRef.current?.focus()}
        />
      )}
      {acts.asked !== null && <DryRunPrompt asked={acts.asked} onClose={acts.closePrompt} />}
      {importing && <ImportDialog rules={rules.rules} onClose={() => setImporting(false)} />}
      {row !== undefined && <PaneEdge pane="panel" side="right" />}
    </Room>
  );
}
