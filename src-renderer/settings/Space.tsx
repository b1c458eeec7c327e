// What is free within the ledger's file, and giving it back to the disk.
import { useEffect, useState } from "react";
import type { LedgerSpace } from "../../src-shared/ledger/space.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { Button } from "../ui/Button.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { size } from "../ui/time.ts";
import s from "./Settings.module.css";

/** Less is used again soon. */
const WORTH_BYTES = 100_000;

export function Space() {
  const t = useT();
  const giving = useMirror((state) => state.givingBack);
  // What was forgotten meanwhile has left room.
  const applied = useMirror((state) => state.keeping.last?.atMs);
  const [space, setSpace] = useState<LedgerSpace | null>(null);
  const [given, setGiven] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let left = false;
    void send("space.look").then((looked) => {
      if (left) return;
      setSpace(looked.ok ? looked.value : null);
      setFailure(looked.ok ? null : looked.failure);
    });
    return () => {
      left = true;
    };
  }, [applied]);
  const give = async (): Promise<void> => {
    if (giving !== null) return;
    setGiven(null);
    const before = space?.fileBytes ?? 0;
    const done = await send("space.giveBack");
    setFailure(done.ok ? null : done.failure);
    if (!done.ok) return;
    setSpace(done.value);
    if (done.value.when === "now") setGiven(Math.max(0, before - done.value.fileBytes));
  };
  return (
    <>
      {failure !== null && <FailureBar failure={failure} />}
      {space === null && failure === null && (
        <p className={s.hint}>{t("retention.space.asking")}</p>
      )}
      {given !== null && (
        <p role="status">{t("retention.space.given", { given: size(t, given) })}</p>
      )}
      {giving !== null && (
        <p className={s.progress}>
          <progress
            max={giving.total}
            value={giving.done}
            aria-label={t("retention.space.label")}
          />
          <span className="xs ink2">
            {t("retention.space.giving", {
              done: size(t, giving.done),
              total: size(t, giving.total),
            })}
          </span>
          <Button size="m" onClick={() => void send("space.stop")}>
            {t("retention.space.stop")}
          </Button>
        </p>
      )}
      {giving?.held === true && <p className={s.hint}>{t("retention.space.held")}</p>}
      {space !== null && giving === null && <Offer space={space} onGive={() => void give()} />}
    </>
  );
}

function Offer({ space, onGive }: { space: LedgerSpace; onGive: () => void }) {
  const t = useT();
  const { fileBytes, freeBytes, when, asked } = space;
  const free = size(t, freeBytes);
  const stands = t("retention.space.stands", { file: size(t, fileBytes), free });
  if (freeBytes < WORTH_BYTES) {
    return (
      <p className={s.hint}>
        {stands} {t("retention.space.little")}
      </p>
    );
  }
  return (
    <>
      <p className={s.hint}>
        {stands} {t(when === "now" ? "retention.space.hint" : "retention.space.hintNext")}
      </p>
      {asked ? (
        <p role="status">{t("retention.space.asked", { free })}</p>
      ) : (
        <p className={s.keep}>
          <Button size="m" onClick={onGive}>
            {t(when === "now" ? "retention.space.give" : "retention.space.giveNext", { free })}
          </Button>
        </p>
      )}
    </>
  );
}
