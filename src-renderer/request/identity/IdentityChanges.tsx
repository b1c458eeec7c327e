// What changed about a server since the user last approved it: both sides of each change, and the button that accepts
// them.
import { Fragment } from "react";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { useT } from "#words/index.ts";
import type { Failure } from "#shared/outcome.ts";
import type { IdentityChange } from "#shared/servers/identity/identity.ts";
import type { KnownView } from "#shared/servers/identity/known.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { shownTogether, sidesOf, thanWords } from "./identityWords.ts";
import type { Moved } from "./identityWords.ts";
import { Pair, Path } from "./IdentityFacts.tsx";
import s from "./Identity.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** Accepts the changes identified by the hash; resolves with the failure, or null. */
export type OnAccept = (token: DecisionToken, hash: string) => Promise<Failure | null>;

/** One bar per change; the last has "This is fine" where the changes can be accepted. */
export function IdentityChanges({
  onAccept,
  changes,
  known,
}: {
  onAccept: OnAccept;
  changes: readonly IdentityChange[];
  known: KnownView | undefined;
}) {
  const t = useT();
  const differs = thanWords(t, known?.knownAtMs);
  const said = shownTogether(changes);
  return said.map(({ change, moved }, index) => (
    <Bar
      key={index}
      tone="danger"
      quiet
      title={
        moved.length > 0
          ? t("identity.changed.commandMoved", { than: differs, count: moved.length })
          : t(`identity.changed.${change.kind}`, { than: differs })
      }
      actions={
        index === said.length - 1 && known !== undefined && known.changed.length > 0 ? (
          <Accept onAccept={onAccept} hash={known.hash} />
        ) : undefined
      }
    >
      <ChangeSides change={change} moved={moved} />
      {index === said.length - 1 && t("identity.held")}
    </Bar>
  ));
}

const NONE: readonly Moved[] = [];

/** Before and after, one below the other for comparison. */
export function ChangeSides({
  change,
  moved = NONE,
}: {
  change: IdentityChange;
  /** Scripts that moved, shown with this change. */
  moved?: readonly Moved[];
}) {
  const t = useT();
  // This change has only one side.
  if (change.kind === "forgotten") return null;
  if (change.kind === "moved") return <MovedSides moved={[change]} />;
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
      <MovedPairs moved={moved} />
    </dl>
  );
}

/** The old and new places of scripts whose content is the same. */
export function MovedSides({ moved }: { moved: readonly Moved[] }) {
  return (
    <dl className={`${s.pairs} ${s.change}`}>
      <MovedPairs moved={moved} />
    </dl>
  );
}

function MovedPairs({ moved }: { moved: readonly Moved[] }) {
  const t = useT();
  return moved.map(({ before, after, sha256 }) => (
    <Fragment key={before}>
      <Pair name={t("identity.scriptBefore")}>
        <Path>{before}</Path>
      </Pair>
      <Pair name={t("identity.scriptNow")}>
        <Path>{after}</Path>
      </Pair>
      <Pair name={t("identity.hash")}>
        <Path>{sha256}</Path>
      </Pair>
    </Fragment>
  ));
}

/** Accepts everything the hash covers. Disabled until it was visible for half a second. */
export function Accept({ onAccept, hash }: { onAccept: OnAccept; hash: string }) {
  const t = useT();
  const guard = useDecisionGuard(hash);
  const { failure, fail } = useAction();
  const say = (): void => {
    guard.run((token) => void onAccept(token, hash).then(fail));
  };
  return (
    <>
      <LinkButton disabled={!guard.isOn} onClick={say}>
        {t("identity.fine")}
      </LinkButton>
      <FailureBar failure={failure} />
    </>
  );
}
