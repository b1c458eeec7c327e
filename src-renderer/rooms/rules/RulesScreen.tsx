// The Rules room: the list, the selected rule, problems with the file.
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useView, view } from "#data/view.ts";
import type { RulesView } from "#shared/ipc/rules.ts";
import type { Known } from "#shared/filter/complete.ts";
import type { Failure } from "#shared/outcome.ts";
import { shadowsOf } from "#shared/policy/rules/shadow.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button, IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
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
import { TitleBar } from "#kit/layout/Section.tsx";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { dropRemoved, useEditing } from "./form/drafts.ts";
import { InactiveRulesBar } from "./InactiveRulesBar.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { useFilterCompletions } from "./useFilterCompletions.ts";
import { ruleConflictOf } from "./RuleConflictBar.tsx";
import { RuleList } from "./RuleList.tsx";
import { RulePanel } from "./RulePanel.tsx";
import { addRemoved, rowsOf } from "./rows.ts";
import type { RuleRow } from "./rows.ts";
import type { Rule } from "#shared/policy/rules/rule.ts";
import { SwitchBar } from "./SwitchBar.tsx";
import { DryRunPrompt } from "./DryRunPrompt.tsx";
import { useRuleActions } from "./useRuleActions.tsx";
import type { RuleActions } from "./useRuleActions.tsx";
import { useRulesKeys } from "./useRulesKeys.ts";
import { Room, RoomList } from "#kit/layout/Room.tsx";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import s from "./Rules.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** The rows with unsaved edits, including edited rules that were removed elsewhere. */
function useRows(rules: readonly Rule[]): RuleRow[] {
  const drafts = useEditing((state) => state.drafts);
  return useMemo(() => addRemoved(rowsOf(rules, drafts), drafts), [rules, drafts]);
}

export function RulesScreen() {
  const rules = useMirror((state) => state.rules);
  const chosen = useView((state) => state.ruleId);
  const [importing, setImporting] = useState(false);
  const known = useFilterCompletions();
  const rows = useRows(rules.rules);
  const row = rows.find(({ key }) => key === chosen) ?? rows[0];
  const locked = rules.faults.length > 0;
  const shadows = useMemo(() => shadowsOf(rules.rules), [rules.rules]);
  const acts = useRuleActions(rules);
  const { failure, fail, clear } = useAction();
  const listRef = useRef<VirtualListHandle>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const begin = (): void => {
    acts.begin();
    requestAnimationFrame(() => nameRef.current?.focus());
  };
  useRulesKeys({
    row,
    locked,
    begin,
    acts,
    onImport: () => setImporting(true),
    onFailure: fail,
  });
  return (
    <Room alone={row === undefined}>
      <RoomList>
        <Head locked={locked} onNew={begin} onImport={() => setImporting(true)} onFailure={fail} />
        <InactiveRulesBar rules={rules} onFailure={fail} />
        {failure !== null && (
          <FailureBar failure={failure} actions={<Close onClose={() => clear()} />} />
        )}
        <SwitchBar />
        <Removed onUndo={() => void acts.undo()} />
        {rows.length === 0 ? (
          !locked && <Nothing onNew={begin} />
        ) : (
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
      </RoomList>
      {row !== undefined && (
        <ChosenRule
          key={row.key}
          row={row}
          rules={rules}
          shadows={shadows}
          acts={acts}
          known={known}
          nameRef={nameRef}
          onDiscarded={() => listRef.current?.focus()}
        />
      )}
      {acts.asked !== null && <DryRunPrompt asked={acts.asked} onClose={acts.answer} />}
      {importing && <ImportDialog rules={rules.rules} onClose={() => setImporting(false)} />}
      {row !== undefined && <PaneEdge pane="panel" side="right" />}
    </Room>
  );
}

function ChosenRule({
  row,
  rules,
  shadows,
  acts,
  known,
  nameRef,
  onDiscarded,
}: {
  row: RuleRow;
  rules: RulesView;
  shadows: ReturnType<typeof shadowsOf>;
  acts: RuleActions;
  known: () => Known;
  nameRef: RefObject<HTMLInputElement | null>;
  onDiscarded: () => void;
}) {
  const { rule } = row;
  return (
    <RulePanel
      row={row}
      shadow={rule === null ? undefined : shadows.get(rule.id)}
      used={rule === null ? undefined : rules.used[rule.id]}
      locked={rules.faults.length > 0}
      known={known}
      failure={acts.failure}
      conflict={ruleConflictOf(row)}
      nameRef={nameRef}
      shown={acts.shown === row.key}
      onTyped={(typed) => acts.type(row, typed)}
      onSave={() => acts.save(row)}
      onDiscard={() => {
        acts.discard(row);
        onDiscarded();
      }}
      onRemove={() => void acts.remove(row)}
      onCloseFailure={acts.clearFailure}
      onKeep={() => acts.asNew(row.key)}
    />
  );
}

function Head({
  locked,
  onNew,
  onImport,
  onFailure,
}: {
  locked: boolean;
  onNew: () => void;
  onImport: () => void;
  onFailure: (failure: Failure | null) => void;
}) {
  const t = useT();
  const tell = (result: { ok: true } | { ok: false; failure: Failure }): void =>
    onFailure(result.ok || result.failure.kind === "cancelled" ? null : result.failure);
  return (
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
            onSelect: onImport,
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
      <Button size="m" icon={PlusIcon} keys={KEYS.newRule} disabled={locked} onClick={onNew}>
        {t("common.newRule")}
      </Button>
    </TitleBar>
  );
}

/** The rule removed last, with undo. */
function Removed({ onUndo }: { onUndo: () => void }) {
  const t = useT();
  const last = useEditing((state) => state.removed[0]);
  if (last === undefined) return null;
  return (
    <Bar
      tone="info"
      icon={RemoveIcon}
      title={t("rules.removed", { name: last.rule.name })}
      actions={
        <>
          <LinkButton onClick={onUndo} aria-keyshortcuts={ariaKeys(KEYS.bringBack)}>
            {t("common.undo")}
          </LinkButton>
          <KeyCap of={KEYS.bringBack} />
          <Close onClose={() => dropRemoved(true)} />
        </>
      }
    />
  );
}

function Close({ onClose }: { onClose: () => void }) {
  return <LinkButton onClick={onClose}>{useT()("common.close")}</LinkButton>;
}

function Nothing({ onNew }: { onNew: () => void }) {
  const t = useT();
  return (
    <>
      <Empty
        title={t("rules.empty.title")}
        action={
          <Button level="primary" icon={PlusIcon} onClick={onNew}>
            {t("common.newRule")}
          </Button>
        }
      >
        {t("rules.empty.text")}
      </Empty>
    </>
  );
}
