// Verifies the ledger: progress, and what was found, down to the first row that does not match.
import { useEffect } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { LedgerFault, Verification } from "#shared/ledger/verification.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { DoneIcon, WarnIcon } from "#kit/controls/icons.ts";
import { FactList } from "#kit/layout/Section.tsx";
import { decimal } from "#kit/text/time.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";

export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const asked = useAsked("once", () => send("history.verify"));
  useEffect(() => () => void send("history.stopVerifying"), []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("history.verify.title")}
      intro={t("history.verify.intro")}
      foot={
        <Button onClick={onClose}>{t(asked === null ? "common.cancel" : "common.close")}</Button>
      }
    >
      {asked === null && <Progress />}
      {asked?.ok === false && <FailureBar failure={asked.failure} />}
      {asked?.ok === true && <Result result={asked.value} />}
    </Dialog>
  );
}

function Progress() {
  const t = useT();
  const verifying = useMirror((state) => state.verifying);
  return (
    <p role="status" className="ink2">
      {verifying === null
        ? t("history.verify.begins")
        : t(`history.verify.stage.${verifying.stage}`, {
            done: decimal(verifying.done),
            total: decimal(verifying.total),
          })}
    </p>
  );
}

function Result({ result }: { result: Verification }) {
  const t = useT();
  const { fault, contents, signedSeq, key, head, ledger, unvouched } = result;
  return (
    <>
      {fault === null ? (
        <Bar tone="info" icon={DoneIcon} title={t("history.verify.whole", { count: result.rows })}>
          {wholeWords(t, result)}
        </Bar>
      ) : (
        <Bar tone="danger" icon={WarnIcon} title={faultWords(t, fault)}>
          {t("history.verify.before", { count: result.rows })}{" "}
          <span className="wire">{fault.kind}</span>
        </Bar>
      )}
      {unvouched.length > 0 && (
        <Bar tone="warn" icon={WarnIcon} title={t("history.verify.unvouched.title")}>
          {t("history.verify.unvouched.why")}
          <ul>
            {unvouched.map(({ first, last }) => (
              <li key={`${first} ${last}`}>
                {t("history.verify.unvouched.one", { first: decimal(first), last: decimal(last) })}
              </li>
            ))}
          </ul>
        </Bar>
      )}
      <FactList
        rows={[
          { name: t("history.verify.rowsName"), value: decimal(result.rows) },
          {
            name: t("history.verify.contentsName"),
            value: t("history.verify.contentsText", {
              kept: decimal(contents.kept),
              forgotten: decimal(contents.forgotten),
            }),
          },
          {
            name: t("history.verify.signedName"),
            value:
              key === null
                ? t("history.verify.unsigned")
                : t("history.rowNumber", { row: decimal(signedSeq) }),
          },
          key !== null && { name: t("common.key"), value: <Hash hash={key} /> },
          head !== null && { name: t("history.verify.headName"), value: <Hash hash={head.hash} /> },
          ledger !== null && {
            name: t("history.verify.ledgerName"),
            value: <span className="wire">{ledger}</span>,
          },
        ]}
      />
    </>
  );
}

/** What was verified, and what a chain that is not signed to its end cannot prove. */
function wholeWords(t: T, { key, signedSeq, head }: Verification): string {
  if (key === null) return t("history.verify.wholeUnsigned");
  return head !== null && head.seq > signedSeq
    ? t("history.verify.wholePartly", { row: decimal(signedSeq) })
    : t("history.verify.wholeText");
}

function Hash({ hash }: { hash: string }) {
  const t = useT();
  return (
    <span className="row">
      <span className="wire cut" title={hash}>
        {hash.slice(0, 16)}…
      </span>
      <CopyButton what={t("history.verify.hash")} text={() => hash} />
    </span>
  );
}

/** The mismatch, by the row where it was detected; its exact kind is shown beside it. */
export function faultWords(t: T, fault: LedgerFault): string {
  const { seq } = fault;
  if (fault.kind === "end-missing") {
    return t("history.verify.fault.end", { row: decimal(fault.seq), last: decimal(fault.found) });
  }
  if (fault.kind.startsWith("checkpoint") && seq !== null) {
    return t("history.verify.fault.checkpoint", { row: decimal(seq) });
  }
  if (fault.kind.startsWith("content") && seq !== null) {
    return t("history.verify.fault.content", { row: decimal(seq) });
  }
  return seq === null
    ? t("history.verify.fault.file")
    : t("history.verify.fault.row", { row: decimal(seq) });
}
