// The programs that call models through Countersign: their modes, budgets and tokens. A page beside servers and hosts,
// which send requests as well.
import { useCallback, useState } from "react";
import { BUDGET_WINDOWS } from "#shared/policy/limits/windows.ts";
import { PROGRAM_MODES } from "#shared/programs/program.ts";
import type {
  ProgramInput,
  ProgramMode,
  ProgramToken,
  ProgramView,
} from "#shared/programs/program.ts";
import type { Failure } from "#shared/outcome.ts";
import { BudgetBars } from "#forms/limits/BudgetBars.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useAmount } from "#data/budgetText.ts";
import { useMirror } from "#data/mirror.ts";
import { useView, view } from "#data/view.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { dayTime } from "#kit/text/time.ts";
import { NewProgramDialog, ProgramDialog } from "./ProgramDialog.tsx";
import { inputOf } from "./programForm.ts";
import { ConfirmDialog, TokenDialog } from "./ProgramDialogs.tsx";
import s from "./Programs.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** A dialog about a program. */
interface Opened {
  what: "edit" | "renew" | "remove" | "watch";
  program: ProgramView;
}
interface Made {
  name: string;
  made: ProgramToken;
}

async function change({ id }: ProgramView, input: ProgramInput): Promise<Failure | null> {
  const done = await send("programs.update", id, input);
  return done.ok ? null : done.failure;
}

export function ProgramsPage({
  adding,
  onAdded,
}: {
  /** The dialog for a new program is open. */
  adding: boolean;
  onAdded: () => void;
}) {
  const t = useT();
  const programs = Object.values(useMirror((state) => state.programs));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [token, setToken] = useState<Made | null>(null);
  const { failure, fail } = useAction();
  const close = useCallback(() => setOpened(null), []);
  const shownId = useView((state) => state.programId);
  const shown = programs.find(({ id }) => id === shownId);
  const setMode = async (program: ProgramView, mode: ProgramMode): Promise<void> => {
    if (mode === "watch") setOpened({ what: "watch", program });
    else fail(await change(program, { ...inputOf(program), mode }));
  };
  return (
    <div className={s.page}>
      <p className={s.intro}>{t("programs.intro")}</p>
      <FailureBar failure={failure} />
      {programs.length === 0 ? (
        <Empty title={t("programs.empty.title")}>{t("programs.empty.text")}</Empty>
      ) : (
        <>
          <dl className={s.modes}>
            {PROGRAM_MODES.map((mode) => (
              <div key={mode}>
                <dt>{t(`programs.mode.${mode}`)}</dt>
                <dd>{t(`programs.modeHint.${mode}`)}</dd>
              </div>
            ))}
          </dl>
          <ul aria-label={t("programs.list")}>
            {programs.map((program) => (
              <Row
                key={program.id}
                program={program}
                onMode={(mode) => void setMode(program, mode)}
                onOpen={(what) => setOpened({ what, program })}
              />
            ))}
          </ul>
        </>
      )}
      {adding && <NewProgramDialog onClose={onAdded} />}
      {opened !== null && <OpenedDialog {...opened} onClose={close} onMade={setToken} />}
      {shown !== undefined && (
        <OpenedDialog what="edit" program={shown} onClose={closeShown} onMade={setToken} />
      )}
      {token !== null && <TokenDialog {...token} onClose={() => setToken(null)} />}
    </div>
  );
}

const closeShown = (): void => view.setState({ programId: null });

/** The dialog for the selected action. */
function OpenedDialog({
  what,
  program,
  onClose,
  onMade,
}: Opened & { onClose: () => void; onMade: (made: Made) => void }) {
  const closeAfter = async (changing: Promise<Failure | null>): Promise<Failure | null> => {
    const failed = await changing;
    if (failed === null) onClose();
    return failed;
  };
  const confirm = async (): Promise<Failure | null> => {
    const { id, name } = program;
    if (what === "watch") return change(program, { ...inputOf(program), mode: "watch" });
    const done = await (what === "renew"
      ? send("programs.renew", id)
      : send("programs.remove", id));
    if (!done.ok) return done.failure;
    if (done.value !== null) onMade({ name, made: done.value });
    return null;
  };
  return what === "edit" ? (
    <ProgramDialog
      program={program}
      onSave={(input) => closeAfter(change(program, input))}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog
      what={what}
      name={program.name}
      onClose={onClose}
      onConfirm={() => closeAfter(confirm())}
    />
  );
}

function Row({
  program,
  onMode,
  onOpen,
}: {
  program: ProgramView;
  onMode: (mode: ProgramMode) => void;
  onOpen: (what: "edit" | "renew" | "remove") => void;
}) {
  const t = useT();
  const { name, mode, requests, usedAtMs, expiresAtMs, serverId } = program;
  const own = useMirror((state) => state.limits.servers[program.id]);
  const amount = useAmount();
  const server = useMirror((state) => (serverId === null ? undefined : state.servers[serverId]));
  return (
    <li className={s.row}>
      <div className={s.names}>
        <b className="cut">{name}</b>
        <span className="xs ink2">
          {[
            server === undefined ? "" : t("programs.ofServer", { name: server.name }),
            t("programs.requests", { count: requests }),
            usedAtMs === null
              ? t("programs.unused")
              : t("programs.used", { when: dayTime(usedAtMs) }),
            expiresAtMs === null ? "" : expiryWords(t, expiresAtMs),
            own === undefined ? budgetWords(t, program) : "",
          ]
            .filter((part) => part !== "")
            .join(" · ")}
        </span>
        {own !== undefined && (
          <div className={s.budgets}>
            <BudgetBars uses={own} amount={amount} />
          </div>
        )}
      </div>
      <span className={s.mode}>
        <Select
          size="s"
          aria-label={t("programs.modeOf", { name })}
          value={mode}
          options={PROGRAM_MODES.map((one) => ({ value: one, label: t(`programs.mode.${one}`) }))}
          onChange={onMode}
        />
      </span>
      <Button size="s" onClick={() => onOpen("edit")}>
        {t("common.edit")}
      </Button>
      <Button size="s" onClick={() => onOpen("renew")}>
        {t("programs.renew")}
      </Button>
      <Button size="s" onClick={() => onOpen("remove")}>
        {t("programs.remove")}
      </Button>
    </li>
  );
}

/** An expired token stays in the list: it is refused until the program is edited. */
const expiryWords = (t: T, atMs: number): string =>
  t(atMs <= Date.now() ? "programs.expired" : "programs.expires", { when: dayTime(atMs) });

function budgetWords(t: T, { policy }: ProgramView): string {
  const { usd } = policy.limits.budgets;
  return BUDGET_WINDOWS.flatMap((window) => {
    const most = usd[window];
    return most === null ? [] : [t(`programs.budget.${window}`, { usd: String(most) })];
  }).join(", ");
}
