// Marks a server whose connection is not encrypted, wherever its name is shown.
import { isEncrypted } from "#shared/servers/encryption.ts";
import type { Endpoint } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { WarnIcon } from "#kit/controls/icons.ts";
import s from "./NotEncrypted.module.css";

/** @param brief shows only the icon; the text is its name and tooltip */
export function NotEncrypted({
  endpoint,
  brief = false,
}: {
  endpoint: Endpoint<unknown>;
  brief?: boolean;
}) {
  const remote = endpoint.kind === "http" || endpoint.kind === "sse";
  if (!remote || isEncrypted(endpoint.url) !== false) return null;
  return <Unencrypted brief={brief} />;
}

/** The mark itself, for callers that have already checked. */
export function Unencrypted({ brief = false }: { brief?: boolean }) {
  const t = useT();
  const words = t("review.notEncrypted");
  return (
    <span className={s.mark} title={t("servers.fact.notEncrypted")}>
      <Icon of={WarnIcon} />
      <span className={brief ? "sr" : undefined}>{words}</span>
    </span>
  );
}
