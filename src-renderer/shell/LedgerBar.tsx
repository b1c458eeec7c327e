// While nothing can be recorded: said on every screen, because nothing is sent until it can, with what to do.
import { useState } from "react";
import { useT } from "../i18n/index.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { LedgerMoved } from "../../src-shared/ledger/trouble.ts";
import { send, sendDecision } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { isOpen, openNames } from "../state/select.ts";
import { Bar } from "../ui/layout/Bar.tsx";
import { LinkButton } from "../ui/controls/Button.tsx";
import { GuardedQuestion } from "../components/requests/GuardedQuestion.tsx";
import { FailureBar } from "../components/requests/FailureBar.tsx";
import { DiskIcon } from "../ui/controls/icons.ts";

export function LedgerBar() {
  const t = useT();
  const trouble = useMirror((state) => state.desk.ledgerTrouble);
  const open = useMirror((state) => Object.values(state.samples).filter(isOpen).length);
  const [asking, setAsking] = useState(false);
  const refuses = useMirror(({ samples }) =>
    asking ? openNames({ samples, elicitations: {} }) : "",
  );
  const [moved, setMoved] = useState<LedgerMoved | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [moving, setMoving] = useState(false);
  const elsewhere = async (): Promise<void> => {
    setMoving(true);
    const result = await send("ledger.saveElsewhere");
    setMoving(false);
    setFailure(result.ok ? null : result.failure);
    if (result.ok && result.value !== null) setMoved(result.value);
  };
  if (trouble === null) return moved && <Moved moved={moved} onRead={() => setMoved(null)} />;
  return (
    <>
      <Bar
        tone="danger"
        icon={DiskIcon}
        title={t(`ledger.what.${trouble.reason}`)}
        actions={
          <>
            <LinkButton onClick={() => void send("ledger.retry")}>{t("ledger.retry")}</LinkButton>
            <LinkButton disabled={moving} onClick={() => void elsewhere()}>
              {t("ledger.elsewhere")}
            </LinkButton>
            {open > 0 && (
              <LinkButton onClick={() => setAsking(true)}>
                {t("ledger.refuse", { count: open })}
              </LinkButton>
            )}
          </>
        }
      >
        {t("ledger.holds")}{" "}
        {trouble.unrecorded > 0 && `${t("ledger.unrecorded", { count: trouble.unrecorded })} `}
        {t(`ledger.next.${trouble.reason}`)} <span className="wire">{trouble.detail}</span>
      </Bar>
      {failure !== null && <FailureBar failure={failure} />}
      {asking && (
        <GuardedQuestion
          what={refuses}
          title={t("ledger.refuseTitle", { count: open })}
          body={t("ledger.refuseBody")}
          confirm={t("ledger.refuse", { count: open })}
          onCancel={() => setAsking(false)}
          onConfirm={(leave) => {
            setAsking(false);
            void sendDecision(leave, "desk.refuseUnrecorded");
          }}
        />
      )}
    </>
  );
}

function Moved({ moved, onRead }: { moved: LedgerMoved; onRead: () => void }) {
  const t = useT();
  return (
    <Bar
      tone={moved.kept ? "info" : "warn"}
      icon={DiskIcon}
      title={t(moved.whole ? "ledger.moved.whole" : "ledger.moved.anew")}
      actions={<LinkButton onClick={onRead}>{t("common.close")}</LinkButton>}
    >
      <span className="wire">{moved.file}</span> {!moved.kept && t("ledger.moved.thisRun")}
    </Bar>
  );
}
