// Which server really asks, in one line of the band: file or address with the beginning of its hash; all of it, and
// its own claim, one click away.
import { useT } from "../../i18n/index.ts";
import type { Asker } from "../../../src-shared/sampling/life/sample.ts";
import type { ServerIdentity } from "../../../src-shared/servers/identity/identity.ts";
import { useMirror } from "../../state/mirror.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Claims } from "../../components/identity/Claims.tsx";
import { CopyButton } from "../../ui/controls/CopyButton.tsx";
import { IdentityFacts, Pair } from "../../components/identity/IdentityFacts.tsx";
import { day, identityText, shortHash } from "../../components/identity/identityWords.ts";
import { Popover } from "../../ui/layout/Popover.tsx";
import s from "./Band.module.css";

export function IdentityCard({ asker }: { asker: Asker }) {
  const t = useT();
  const known = useMirror((state) => state.servers[asker.serverId]?.known);
  const identity = asker.identity ?? null;
  if (identity === null) return null;
  const claims = asker.claims;
  const sha256 = hashOf(identity);
  return (
    <Popover
      label={t("identity.details")}
      trigger={
        <LinkButton title={t("identity.details")}>
          {sha256 === null
            ? t("identity.title")
            : t("identity.shortHash", { hash: shortHash(sha256) })}
        </LinkButton>
      }
    >
      <div className={s.card}>
        <div className={s.cardHead}>
          <b className="cut">{asker.name}</b>
          <CopyButton
            what={t("identity.copy")}
            text={() => identityText(asker.name, asker.where, identity, claims)}
          />
        </div>
        <IdentityFacts identity={identity} renewed={known?.renewed}>
          {claims !== undefined && (
            <Pair name={t("identity.claims")}>
              <Claims className={s.claim} claims={claims} />{" "}
              <span className="ink3">{t("identity.claimsWhy")}</span>
            </Pair>
          )}
        </IdentityFacts>
        <p className="xs ink2">
          {known?.knownAtMs === undefined
            ? t("identity.unknown")
            : t("identity.known", { date: day(known.knownAtMs) })}
        </p>
      </div>
    </Popover>
  );
}

function hashOf(identity: ServerIdentity): string | null {
  switch (identity.kind) {
    case "program":
      return identity.files?.[0]?.sha256 ?? identity.sha256;
    case "address":
      return identity.certificate?.sha256 ?? null;
    case "demo":
      return null;
  }
}
