// Marks a server whose connection is not encrypted, wherever its name is shown.
import { isEncrypted } from "../../../src-shared/servers/encryption.ts";
import type { Endpoint } from "../../../src-shared/servers/server.ts";
import { useT } from "../../i18n/index.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import { WarnIcon } from "../../ui/controls/icons.ts";
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
