// What of a server is another one than when a person last approved: each change with both sides, and the word that
// takes it as known.
import { useState } from "react";
import type { Leave } from "../hand/arm.ts";
import { useArm } from "../hand/useArm.ts";
import { useT } from "../i18n/index.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { IdentityChange } from "../../src-shared/servers/identity.ts";
import type { KnownView } from "../../src-shared/servers/known.ts";
import { Bar } from "./Bar.tsx";
import { LinkButton } from "./Button.tsx";
import { FailureBar } from "./FailureBar.tsx";
import { sidesOf, than } from "./identityWords.ts";
import { Pair, Path } from "./IdentityFacts.tsx";
import s from "./Identity.module.css";

/** Takes as known what the hash stands for; gives why that was not taken. */
export type OnFine = (leave: Leave, hash: string) => Promise<Failure | null>;

/** One bar for each change; the last one carries "This is fine", where there is something to say it to. */
export function IdentityChanges({
  onFine,
  changes,
  known,
}: {
  onFine: OnFine;
  changes: readonly IdentityChange[];
  known: KnownView | undefined;
}) {
  const t = useT();
  const differs = than(t, known?.knownAtMs);
  return changes.map((change, index) => (
    <Bar
      key={index}
      tone="danger"
      quiet
      title={t(`identity.changed.${change.kind}`, { than: differs })}
      actions={
        index === changes.length - 1 && known !== undefined && known.changed.length > 0 ? (
          <Fine onFine={onFine} hash={known.hash} />
        ) : undefined
      }
    >
      <ChangeSides change={change} />
      {index === changes.length - 1 && t("identity.held")}
    </Bar>
  ));
}

/** Then and now, one under the other, so that they can be compared. */
export function ChangeSides({ change }: { change: IdentityChange }) {
  const t = useT();
  // There is only one side of it.
  if (change.kind === "forgotten") return null;
  const { before, after } = sidesOf(t, change);
  return (
    <dl className={`${s.pairs} ${s.change}`}>
      {"path" in change && (
        <Pair name={t(change.kind === "script" ? "identity.script" : "identity.file")}>
          <Path>{change.path}</Path>
        </Pair>
      )}
      <Pair name={t("identity.before")}>
        <Path>{before}</Path>
      </Pair>
      <Pair name={t("identity.now")}>
        <Path>{after}</Path>
      </Pair>
    </dl>
  );
}

/** Takes all that the hash stands for as known. Off until it was in sight for half a second. */
export function Fine({ onFine, hash }: { onFine: OnFine; hash: string }) {
  const t = useT();
  const arm = useArm(hash);
  const [failure, setFailure] = useState<Failure | null>(null);
  const say = (): void => {
    arm.by((leave) => void onFine(leave, hash).then(setFailure));
  };
  return (
    <>
      <LinkButton disabled={!arm.isOn} onClick={say}>
        {t("identity.fine")}
      </LinkButton>
      {failure !== null && <FailureBar failure={failure} />}
    </>
  );
}
