// The server's name in the identity band, with a shield if something changed. Opened: files or address, hashes,
// transport, and what the server claims.
import { useT } from "#words/index.ts";
import type { Requester } from "#shared/request/life/heldRequest.ts";
import type { KnownView } from "#shared/servers/identity/known.ts";
import { useMirror } from "#data/mirror.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { ChangedIcon } from "#kit/controls/icons.ts";
import { Claims } from "#request/identity/Claims.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { CallerFacts, HookFacts, IdentityFacts, Pair } from "#request/identity/IdentityFacts.tsx";
import { day, identityText } from "#request/identity/identityWords.ts";
import { Popover } from "#kit/overlays/Popover.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import s from "./IdentityBand.module.css";

export function IdentityCard({ requester }: { requester: Requester }) {
  const t = useT();
  const known = useMirror((state) => state.servers[requester.serverId]?.known);
  const { claims, identity = null } = requester;
  const changed = hasChanged(requester, known);
  const isProgram = requester.transport === "endpoint";
  const isAgent = requester.transport === "hook";
  const title = t(isAgent ? "identity.agent" : isProgram ? "common.program" : "identity.title");
  const pairs = (
    <>
      {claims !== undefined && (
        <Pair name={t("common.callsItself")}>
          <Claims className={s.claim} claims={claims} />{" "}
          <span className="ink3">{t("identity.claimsWhy")}</span>
        </Pair>
      )}
      <Pair name={t("common.transport")}>
        {t(`review.transport.${requester.transport}`)}
        {typeof requester.encrypted === "boolean" &&
          ` · ${t(requester.encrypted ? "review.encrypted" : "review.notEncrypted")}`}
      </Pair>
      {requester.host?.folder !== undefined && (
        <Pair name={t("review.hostFolderHint")}>
          <Quote>{requester.host.folder}</Quote>
        </Pair>
      )}
      {requester.protocolVersion !== "" && (
        <Pair name={t("common.protocolVersion")}>
          <span className="wire">{requester.protocolVersion}</span>
        </Pair>
      )}
    </>
  );
  return (
    <Popover
      label={title}
      trigger={
        <button type="button" title={title}>
          <span className="cut">{requester.name}</span>
          {changed && (
            <span className="danger" role="img" aria-label={t("identity.hasChanged")}>
              <Icon of={ChangedIcon} size="m" />
            </span>
          )}
        </button>
      }
    >
      <div className={s.card}>
        <div className={s.cardHead}>
          <b className="cut">{requester.name}</b>
          {identity !== null && (
            <CopyButton
              what={t("identity.copy")}
              text={() => identityText(requester.name, requester.where, identity, claims)}
            />
          )}
        </div>
        {isAgent ? (
          <HookFacts file={requester.where}>{pairs}</HookFacts>
        ) : isProgram ? (
          <CallerFacts caller={requester.caller}>{pairs}</CallerFacts>
        ) : (
          <>
            <IdentityFacts identity={identity} renewed={known?.renewed}>
              {pairs}
            </IdentityFacts>
            <p className="xs ink2">
              {known?.knownAtMs === undefined
                ? t("identity.unknown")
                : t("identity.known", { date: day(known.knownAtMs) })}
            </p>
          </>
        )}
      </div>
    </Popover>
  );
}

/** The server or its tools changed, and the user has not accepted that. */
function hasChanged(requester: Requester, known: KnownView | undefined): boolean {
  if (known === undefined) return (requester.identityChanged ?? []).length > 0;
  return known.changed.length > 0 || known.tools.changed.length > 0;
}
