// A notice on every screen while the ledger cannot be written, because nothing is sent until it can, and what to do
// about it.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { send, sendDecision } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { isOpen, openItemsKey } from "#data/select.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { GuardedQuestion } from "../GuardedQuestion.tsx";
import { DiskIcon } from "#kit/controls/icons.ts";

export function LedgerBar() {
  const t = useT();
  const trouble = useMirror((state) => state.desk.ledgerTrouble);
  const open = useMirror((state) => Object.values(state.requests).filter(isOpen).length);
  const [asking, setAsking] = useState(false);
  const refuses = useMirror(({ requests }) => (asking ? openItemsKey(requests) : ""));
  if (trouble === null) return null;
  return (
    <>
      <Bar
        tone="danger"
        icon={DiskIcon}
        title={t(`ledger.what.${trouble.reason}`)}
        actions={
          <>
            <LinkButton onClick={() => void send("ledger.retry")}>{t("ledger.retry")}</LinkButton>
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
      {asking && (
        <GuardedQuestion
          what={refuses}
          title={t("ledger.refuseTitle", { count: open })}
          body={t("ledger.refuseBody")}
          confirm={t("ledger.refuse", { count: open })}
          onCancel={() => setAsking(false)}
          onConfirm={(token) => {
            setAsking(false);
            void sendDecision(token, "desk.refuseUnrecorded");
          }}
        />
      )}
    </>
  );
}
