// The hosts of this computer, each with its servers and whether these go through Countersign.
import { useCallback, useEffect, useState } from "react";
import type {
  GatewayView,
  HostServerView,
  HostView,
} from "../../../src-shared/gateway/gatewayView.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";
import { openServer } from "../../state/view.ts";
import { Button, LinkButton } from "../../ui/controls/Button.tsx";
import { Dot } from "../../ui/layout/Badge.tsx";
import { Empty } from "../../ui/layout/Empty.tsx";
import { LoadingBars } from "../../ui/layout/LoadingBars.tsx";
import { Quote } from "../../ui/text/Quote.tsx";
import { canWrap } from "./canWrap.ts";
import { UndoDialog, WrapDialog } from "./HostDialogs.tsx";
import s from "./Hosts.module.css";

/** Null while it is read for the first time. Read again whenever main says that it is old. */
export function useHosts(): {
  view: GatewayView | null;
  failure: Failure | null;
  pick: () => Promise<void>;
} {
  const revision = useMirror((state) => state.hostsRevision);
  const [view, setView] = useState<GatewayView | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let current = true;
    void send("hosts.look").then((result) => {
      if (!current) return;
      if (result.ok) setView(result.value);
      else setFailure(result.failure);
    });
    return () => {
      current = false;
    };
  }, [revision]);
  const pick = useCallback(async () => {
    const picked = await send("hosts.pick");
    if (!picked.ok) setFailure(picked.failure);
    else if (picked.value !== null) setView(picked.value);
  }, []);
  return { view, failure, pick };
}

type Asked = { host: HostView; what: "wrap" | "undo" };

export function HostsPage({
  view,
  failure,
}: {
  view: GatewayView | null;
  failure: Failure | null;
}) {
  const t = useT();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (view === null && failure === null) return <LoadingBars rows={3} />;
  const hosts = view?.hosts ?? [];
  return (
    <div className={s.page}>
      <p className={s.intro}>{t("hosts.intro")}</p>
      {failure !== null && <FailureBar failure={failure} />}
      {hosts.length === 0 && <Empty title={t("hosts.empty.title")}>{t("hosts.empty.text")}</Empty>}
      {hosts.map((host) => (
        <Host key={host.file} host={host} onAsk={(what) => setAsked({ host, what })} />
      ))}
      {asked?.what === "wrap" && <WrapDialog host={asked.host} onClose={() => setAsked(null)} />}
      {asked?.what === "undo" && <UndoDialog host={asked.host} onClose={() => setAsked(null)} />}
    </div>
  );
}

function Host({ host, onAsk }: { host: HostView; onAsk: (what: Asked["what"]) => void }) {
  const t = useT();
  const { program, file, servers, faults } = host;
  const isChanged = servers.some(({ serverId }) => serverId !== undefined);
  return (
    <section className={s.host} aria-label={t("hosts.list", { program })}>
      <header className={s.head}>
        <div className={s.names}>
          <h2>{program}</h2>
          <span className="xs ink2">{t("hosts.where", { file, count: servers.length })}</span>
        </div>
        {isChanged && <Button onClick={() => onAsk("undo")}>{t("hosts.undo")}</Button>}
        {servers.some(canWrap) && <Button onClick={() => onAsk("wrap")}>{t("hosts.wrap")}</Button>}
      </header>
      {faults.map((failure, index) => (
        <FailureBar key={index} failure={failure} tone="warn" quiet />
      ))}
      <ul className={s.servers}>
        {servers.map((server) => (
          <Server key={JSON.stringify(server.path)} server={server} />
        ))}
      </ul>
    </section>
  );
}

function Server({ server }: { server: HostServerView }) {
  const t = useT();
  const { name, where, state, sessions, serverId, notWrappable } = server;
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
      <span className={s.state} title={t(`hosts.stateHint.${state}`)}>
        {t(`hosts.state.${state}`)}
        {sessions > 0 && ` · ${t("hosts.sessions", { count: sessions })}`}
      </span>
      {notWrappable !== undefined && (
        <span className={s.why}>{t(`hosts.not.${notWrappable}`)}</span>
      )}
    </li>
  );
}
