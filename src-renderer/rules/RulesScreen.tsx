// The room of the rules: the list in its order, the rule that is looked at, what is wrong with their file.
import { KEYS } from "../../src-shared/shortcuts.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useT } from "../i18n/index.ts";
import { useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { useView, view } from "../state/view.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { shadowsOf } from "../../src-shared/policy/rules/shadow.ts";
import { Bar } from "../ui/layout/Bar.tsx";
import { Button, IconButton, LinkButton } from "../ui/controls/Button.tsx";
import { Empty } from "../ui/layout/Empty.tsx";
import { FailureBar } from "../components/requests/FailureBar.tsx";
import {
  DownloadIcon,
  FolderIcon,
  ImportIcon,
  MoreIcon,
  PlusIcon,
  RemoveIcon,
} from "../ui/controls/icons.ts";
import { ariaKeys } from "../ui/controls/keys.ts";
import { KeyCap } from "../ui/controls/KeyCap.tsx";
import { Menu } from "../ui/controls/Menu.tsx";
import { TitleBar } from "../ui/layout/Section.tsx";
import type { VirtualListHandle } from "../ui/layout/VirtualList.tsx";
import { dropRemoved, isNew, useEditing } from "./form/drafts.ts";
import { NoRuleHolds } from "./BrokenFile.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { useKnown } from "./known.ts";
import type { Meanwhile } from "./MeanwhileBar.tsx";
import { changedMembers, merged, typedOf } from "./form/ruleDraft.ts";
import { RuleList } from "./RuleList.tsx";
import { RulePanel } from "./RulePanel.tsx";
import { rowsOf, sameRule } from "./rows.ts";
import type { RuleRow } from "./rows.ts";
import { SwitchBar } from "./SwitchBar.tsx";
import { TryFirst } from "./TryFirst.tsx";
import { tryRule } from "./tryRule.ts";
import { useRuleActions } from "./useRuleActions.tsx";
import { Room, RoomList } from "../ui/layout/Room.tsx";
import s from "./Rules.module.css";

export function RulesScreen() {
  const rules = useMirror((state) => state.rules);
  const drafts = useEditing((state) => state.drafts);
  const chosen = useView((state) => state.ruleId);
  const [importing, setImporting] = useState(false);
  const known = useKnown();
  const rows = useMemo(() => withGone(rowsOf(rules.rules, drafts), drafts), [rules.rules, drafts]);
  const row = rows.find(({ key }) => key === chosen) ?? rows[0];
  const locked = rules.faults.length > 0;
  const shadows = useMemo(() => shadowsOf(rules.rules), [rules.rules]);
  const acts = useRuleActions(rules);
  const [failure, setFailure] = useState<Failure | null>(null);
  const listRef = useRef<VirtualListHandle>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const begin = (): void => {
    acts.begin();
    requestAnimationFrame(() => nameRef.current?.focus());
  };
  useRoomActions({
    row,
    locked,
    begin,
    acts,
    onImport: () => setImporting(true),
    onFailure: setFailure,
  });
  return (
    <Room alone={row === undefined}>
      <RoomList>
        <Head
          locked={locked}
          onNew={begin}
          onImport={() => setImporting(true)}
          onFailure={setFailure}
        />
        <NoRuleHolds rules={rules} onFailure={setFailure} />
        {failure !== null && (
          <FailureBar failure={failure} actions={<Close onClose={() => setFailure(null)} />} />
        )}
        <SwitchBar />
        <Removed onUndo={() => void acts.undo()} />
        {rows.length === 0 ? (
          !locked && <Nothing onNew={begin} onImport={() => setImporting(true)} />
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
        <RulePanel
          key={row.key}
          row={row}
          shadow={row.rule === null ? undefined : shadows.get(row.rule.id)}
          used={row.rule === null ? undefined : rules.used[row.rule.id]}
          locked={locked}
          known={known}
          failure={acts.failure}
          meanwhile={meanwhileOf(row)}
          nameRef={nameRef}
          shown={acts.shown === row.key}
          onTyped={(typed) => acts.type(row, typed)}
          onSave={() => acts.save(row)}
          onDiscard={() => {
            acts.discard(row);
            listRef.current?.focus();
          }}
          onRemove={() => void acts.remove(row)}
          onCloseFailure={acts.clearFailure}
          onMerge={() => (row.rule === null ? acts.asNew(row.key) : acts.merge(row))}
        />
      )}
      {acts.asked !== null && <TryFirst asked={acts.asked} onClose={acts.answer} />}
      {importing && <ImportDialog rules={rules.rules} onClose={() => setImporting(false)} />}
    </Room>
  );
}

type Acts = ReturnType<typeof useRuleActions>;

/** Rules that were removed elsewhere while they are being edited stand at the end: what was typed is not lost. */
function withGone(rows: RuleRow[], drafts: Parameters<typeof rowsOf>[1]): RuleRow[] {
  const here = new Set(rows.map(({ key }) => key));
  const gone = Object.entries(drafts).filter(([key]) => !here.has(key) && !isNew(key));
  return [...rows, ...gone.map(([key, draft]) => ({ key, number: null, rule: null, draft }))];
}

/** What happened to the rule since its editing began. */
function meanwhileOf({ rule, draft }: RuleRow): Meanwhile | null {
  if (draft === undefined || draft.from === null) return null;
  if (rule === null) return { kind: "removed" };
  if (sameRule(rule, draft.from)) return null;
  const [from, theirs] = [typedOf(draft.from), typedOf(rule)];
  return {
    kind: "changed",
    members: changedMembers(from, theirs),
    both: merged(from, draft.typed, theirs).both,
  };
}

function useRoomActions({
  row,
  locked,
  begin,
  acts,
  onImport,
  onFailure,
}: {
  row: RuleRow | undefined;
  locked: boolean;
  begin: () => void;
  acts: Acts;
  onImport: () => void;
  onFailure: (failure: Failure) => void;
}): void {
  const t = useT();
  const latest = useRef({ begin, acts, onImport, onFailure });
  useEffect(() => {
    latest.current = { begin, acts, onImport, onFailure };
  });
  const actions = useMemo((): Action[] => {
    const now = () => latest.current;
    const canSave = row?.draft !== undefined && !locked && meanwhileOf(row) === null;
    return [
      {
        id: "new-rule",
        group: "app",
        label: t("rules.create"),
        keys: KEYS.newRule,
        disabled: locked,
        run: () => now().begin(),
      },
      {
        id: "save-rule",
        group: "app",
        label: t("rules.save"),
        keys: KEYS.saveRule,
        disabled: !canSave,
        run: () => row !== undefined && now().acts.save(row),
      },
      {
        id: "try-rule",
        group: "app",
        label: t("rules.dry.title"),
        keys: KEYS.tryRule,
        disabled: row === undefined || locked,
        run: () =>
          row !== undefined &&
          void tryRule(row.key).then((done) => {
            if (!done.ok && done.failure.kind !== "cancelled") now().onFailure(done.failure);
          }),
      },
      {
        id: "undo-rule",
        group: "app",
        label: t("rules.undo"),
        keys: KEYS.bringBack,
        run: () => void now().acts.undo(),
      },
      {
        id: "import-rules",
        group: "app",
        label: t("rules.import.title"),
        disabled: locked,
        run: () => now().onImport(),
      },
    ];
  }, [t, row, locked]);
  useActions("rules", actions);
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
    <TitleBar title={t("rules.title")}>
      <span className={s.lead}>{t("rules.lead")}</span>
      <span className="grow" />
      <Menu
        items={[
          {
            id: "import",
            label: t("rules.import.open"),
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
        {t("rules.create")}
      </Button>
    </TitleBar>
  );
}

/** What was just removed, and the way back. */
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
            {t("rules.undo")}
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

function Nothing({ onNew, onImport }: { onNew: () => void; onImport: () => void }) {
  const t = useT();
  return (
    <>
      <Empty
        title={t("rules.empty.title")}
        action={
          <span className="row">
            <Button level="primary" icon={PlusIcon} onClick={onNew}>
              {t("rules.create")}
            </Button>
            <Button icon={ImportIcon} onClick={onImport}>
              {t("rules.import.open")}
            </Button>
          </span>
        }
      >
        {t("rules.empty.text")}
      </Empty>
    </>
  );
}
