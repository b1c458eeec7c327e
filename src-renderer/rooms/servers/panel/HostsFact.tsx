// What hosts do with a server: the entries of their configs that use it, and their open sessions.
import type { GatewayView } from "#shared/agents/gateway/gatewayView.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { dayTime, timeOfDay } from "#kit/text/time.ts";
import { Hint } from "#kit/text/Text.tsx";
import { AlsoDirect } from "#request/identity/AlsoDirect.tsx";
import { Fact } from "#kit/layout/Section.tsx";
import s from "./Panel.module.css";

/** The entries that use a server. */
export const entriesOf = (view: GatewayView | null, serverId: string) => ({
  wrapped: (view?.hosts ?? []).flatMap((host) =>
    host.servers.filter((entry) => entry.serverId === serverId).map((entry) => ({ host, entry })),
  ),
  others: (view?.others ?? []).filter((entry) => entry.serverId === serverId),
});

/** Shows nothing for a server that no host uses. */
export function HostsFact({ server, hosts }: { server: ServerView; hosts: GatewayView | null }) {
  const t = useT();
  const { wrapped, others } = entriesOf(hosts, server.id);
  const { hostSessions = [] } = server;
  return (
    <>
      {wrapped.length + others.length > 0 && (
        <Fact label={t("hosts.usedBy.title")}>
          <ul className={s.uses}>
            {wrapped.map(({ host: { program, file }, entry }) => (
              <li key={`${file} ${JSON.stringify(entry.path)}`}>
                <b>{program}</b> › <Quote cut>{entry.name}</Quote>{" "}
                <span className="ink2">{t(`hosts.state.${entry.state}`)}</span>
                <div className="ink2">
                  <Quote bare cut>
                    {file}
                  </Quote>
                </div>
                <AlsoDirect places={entry.alsoDirect} />
              </li>
            ))}
            {others.map(({ id, atMs }) => (
              <li key={id}>
                <b>{t("hosts.other.title")}</b>{" "}
                <span className="ink2">{t("hosts.other.made", { when: dayTime(atMs) })}</span>
              </li>
            ))}
          </ul>
          <Hint below>{t("hosts.usedBy.unseen")}</Hint>
        </Fact>
      )}
      {hostSessions.length > 0 && (
        <Fact label={t("hosts.sessions", { count: hostSessions.length })}>
          <ul className={s.uses}>
            {hostSessions.map(({ id, host, folder, sinceMs }) => (
              <li key={id}>
                {host === null || host === "" ? (
                  <span className="ink2">{t("hosts.session.unnamed")}</span>
                ) : (
                  <Quote cut>{host}</Quote>
                )}{" "}
                <span className="ink2">{t("hosts.session.since", { at: timeOfDay(sinceMs) })}</span>
                {folder !== undefined && (
                  <div className="ink2">
                    <Quote bare cut>
                      {folder}
                    </Quote>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}
