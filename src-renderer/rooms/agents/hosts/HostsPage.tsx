// The hosts of this computer, each with its servers and whether these go through Countersign.
import { useState } from "react";
import type { HostServerView, HostView, OtherHostView } from "#shared/gateway/gatewayView.ts";
import { useT } from "#words/index.ts";
import { useLooked } from "#data/agents.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { notify } from "#data/notice.ts";
import { openServer } from "#data/view.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { Dot } from "#kit/layout/Badge.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { dayTime } from "#kit/text/time.ts";
import { AlsoDirect } from "#request/identity/AlsoDirect.tsx";
import { BuiltInTools } from "./BuiltInTools.tsx";
import { canWrap } from "./entries.ts";
import { UndoDialog, WrapDialog } from "./HostDialogs.tsx";
import s from "./Hosts.module.css";

type Opened = { host: HostView; what: "wrap" | "undo" };

export function HostsPage() {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  const looked = useLooked("hosts.look");
  const found = useLooked("agents.look");
  const view = looked?.ok === true ? looked.value : null;
  const failure = looked?.ok === false ? looked.failure : null;
  const agents = found?.ok === true ? found.value : [];
  if (view === null && failure === null) return <LoadingBars rows={3} />;
  const hosts = view?.hosts ?? [];
  const unlisted = agents.filter(({ name }) => hosts.every(({ program }) => program !== name));
  return (
    <div className={s.page}>
      <p className={s.intro}>{t("hosts.intro")}</p>
      <FailureBar failure={failure} />
      {hosts.length + agents.length === 0 && (
        <Empty title={t("hosts.empty.title")}>{t("hosts.empty.text")}</Empty>
      )}
      {hosts.map((host, at) => {
        const { program, file, servers, faults } = host;
        // A host with several files has its tools beneath the first.
        const isFirst = hosts.findIndex((one) => one.program === program) === at;
        const agent = isFirst ? agents.find(({ name }) => name === program) : undefined;
        return (
          <section key={file} className={s.host} aria-label={t("hosts.list", { program })}>
            <header className={s.head}>
              <div className={s.names}>
                <h2>{program}</h2>
                <span className="xs ink2">{t("hosts.where", { file, count: servers.length })}</span>
              </div>
              {servers.some(({ serverId }) => serverId !== undefined) && (
                <Button onClick={() => setOpened({ host, what: "undo" })}>{t("hosts.undo")}</Button>
              )}
              {servers.some(canWrap) && (
                <Button onClick={() => setOpened({ host, what: "wrap" })}>{t("hosts.wrap")}</Button>
              )}
            </header>
            {faults.map((failure, index) => (
              <FailureBar key={index} failure={failure} tone="warn" quiet />
            ))}
            <ul>
              {servers.map((server) => (
                <Server key={JSON.stringify(server.path)} server={server} />
              ))}
            </ul>
            {agent !== undefined && <BuiltInTools agent={agent} />}
          </section>
        );
      })}
      {unlisted.map((agent) => (
        <section key={agent.agent} className={s.host} aria-label={agent.name}>
          <header className={s.head}>
            <div className={s.names}>
              <h2>{agent.name}</h2>
              <span className="xs ink2">{agent.file}</span>
            </div>
          </header>
          <BuiltInTools agent={agent} />
        </section>
      ))}
      {(view?.others.length ?? 0) > 0 && <OtherHosts entries={view?.others ?? []} />}
      {opened?.what === "wrap" && <WrapDialog host={opened.host} onClose={() => setOpened(null)} />}
      {opened?.what === "undo" && <UndoDialog host={opened.host} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** Entries for hosts whose config the user edited. */
function OtherHosts({ entries }: { entries: OtherHostView[] }) {
  const t = useT();
  const { failure, tell } = useAction();
  const remove = async ({ id, name }: OtherHostView): Promise<void> => {
    const removed = await send("hosts.disconnect", id);
    tell(removed);
    if (removed.ok) notify({ says: t("hosts.other.removed", { name }), keysIn: "agents" });
  };
  return (
    <section className={s.host} aria-label={t("hosts.other.list")}>
      <header className={s.head}>
        <div className={s.names}>
          <h2>{t("hosts.other.title")}</h2>
        </div>
      </header>
      <FailureBar failure={failure} />
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className={s.server}>
            <Dot state={entry.isUsed ? "on" : "busy"} />
            <LinkButton className="cut" onClick={() => openServer(entry.serverId)}>
              {entry.name}
            </LinkButton>
            <span className="ink2 cut">{t("hosts.other.made", { when: dayTime(entry.atMs) })}</span>
            <span className={s.state}>
              {t(entry.isUsed ? "hosts.other.used" : "hosts.other.unused")}
              {entry.sessions > 0 && ` · ${t("hosts.sessions", { count: entry.sessions })}`}
              <Button
                size="s"
                title={t("hosts.other.removeHint", { name: entry.name })}
                onClick={() => void remove(entry)}
              >
                {t("common.remove")}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Server({ server }: { server: HostServerView }) {
  const t = useT();
  const used = useMirror(({ servers }) =>
    server.serverId === undefined ? undefined : servers[server.serverId]?.name,
  );
  const { name, where, state, sessions, serverId, notWrappable, isOff } = server;
  return (
    <li className={s.server}>
      <Dot state={state === "through" ? "on" : state === "direct" ? "off" : "busy"} />
      {serverId === undefined ? (
        <b className="cut">{name}</b>
      ) : (
        <LinkButton className="cut" onClick={() => openServer(serverId)}>
          {name}
        </LinkButton>
      )}
      <Quote bare cut>
        {where}
      </Quote>
      {used !== undefined && used !== name && (
        <span className="ink2 cut">{t("hosts.uses", { name: used })}</span>
      )}
      <span className={s.state} title={t(`hosts.stateHint.${state}`)}>
        {t(`hosts.state.${state}`)}
        {isOff && ` · ${t("hosts.state.off")}`}
        {sessions > 0 && ` · ${t("hosts.sessions", { count: sessions })}`}
      </span>
      {notWrappable !== undefined && (
        <span className={s.why}>{t(`hosts.not.${notWrappable}`)}</span>
      )}
      {server.alsoDirect !== undefined && (
        <span className={s.why}>
          <AlsoDirect places={server.alsoDirect} />
        </span>
      )}
    </li>
  );
}
