// Tells the user about servers found in host configs. They are never imported automatically.
import type { FoundServer } from "#shared/servers/server.ts";
import { currentLanguage, useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import s from "./Servers.module.css";

export function FoundBar({
  servers,
  onLook,
  onPutOff,
}: {
  servers: readonly FoundServer[];
  onLook: () => void;
  onPutOff: () => void;
}) {
  const t = useT();
  const programs = [...new Set(servers.map((server) => server.program))];
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(programs);
  return (
    <div className={s.found}>
      <Bar
        tone="info"
        title={t("servers.found.count", { count: servers.length })}
        quiet
        actions={
          <>
            <LinkButton onClick={onLook}>{t("servers.found.look")}</LinkButton>
            <LinkButton onClick={onPutOff}>{t("common.notNow")}</LinkButton>
          </>
        }
      >
        {t("servers.found.where", { programs: list })}
      </Bar>
    </div>
  );
}
