// The table of servers: state, name, transport, command or address, protocol version, number of requests.
import { whereOf } from "#shared/servers/config/masking.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { needsApproval, reviewServers } from "#data/approval.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Dot } from "#kit/layout/Badge.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { WarnIcon } from "#kit/controls/icons.ts";
import { NotEncrypted } from "#request/identity/NotEncrypted.tsx";
import { Visible } from "#kit/text/Quote.tsx";
import { Cell, moveByArrows, Table, TableRow } from "#kit/layout/Table.tsx";
import { decimal } from "#kit/text/time.ts";
import { stateWords } from "./panel/stateWords.ts";
import s from "./Servers.module.css";

export function ServerTable({
  servers,
  selected,
  onSelect,
  narrow,
}: {
  servers: readonly ServerView[];
  selected: string | null;
  onSelect: (id: string) => void;
  /** Omits columns that the panel shows. */
  narrow: boolean;
}) {
  const t = useT();
  const columns = [
    { id: "name", label: t("common.name"), width: narrow ? "152px" : "156px" },
    { id: "state", label: t("common.state"), width: narrow ? "128px" : "152px" },
    { id: "transport", label: t("common.transport"), width: "76px" },
    { id: "where", label: t("servers.column.where") },
    ...(narrow
      ? []
      : [
          { id: "protocol", label: t("servers.column.protocol"), width: "96px" },
          { id: "requests", label: t("servers.column.asked"), width: "76px", number: true },
        ]),
  ];
  return (
    <Table label={t("common.servers")} columns={columns}>
      {servers.map((server) => (
        <TableRow
          key={server.id}
          selected={server.id === selected}
          onClick={() => onSelect(server.id)}
          onKeyDown={moveByArrows}
        >
          <Cells server={server} narrow={narrow} current={server.id === selected} />
        </TableRow>
      ))}
    </Table>
  );
}

function Cells({
  server,
  narrow,
  current,
}: {
  server: ServerView;
  narrow: boolean;
  current: boolean;
}) {
  const t = useT();
  const { dot, words: state, tone } = stateWords(t, server);
  const { control } = server.policy;
  // The server's own mode; the global one is shown above.
  const words = control === "as-set" ? state : `${state} · ${t(`shell.master.${control}`)}`;
  const where = whereOf(server.endpoint);
  return (
    <>
      <Cell strong>
        <button type="button" className={s.name} aria-pressed={current} title={server.name}>
          <Dot state={dot} />
          <b className="cut">{server.name}</b>
          <NotEncrypted endpoint={server.endpoint} brief />
        </button>
      </Cell>
      <Cell title={words}>
        <span className={cx(s.state, tone !== "quiet" && tone)}>
          {tone !== "quiet" && <Icon of={WarnIcon} />}
          {needsApproval(server) ? (
            <LinkButton
              className="cut"
              aria-label={t("servers.rowReview", { name: server.name })}
              onClick={() => reviewServers([server.id])}
            >
              {words}
            </LinkButton>
          ) : (
            <span className="cut">{words}</span>
          )}
        </span>
      </Cell>
      <Cell>{t(`servers.transport.${server.endpoint.kind}`)}</Cell>
      <Cell title={where}>
        {server.endpoint.kind === "demo" ? (
          <span className="ink3">{t("servers.bundled")}</span>
        ) : (
          <bdi className="wire">
            <Visible text={where} />
          </bdi>
        )}
      </Cell>
      {!narrow && <Cell>{server.negotiated?.protocolVersion}</Cell>}
      {!narrow && <Cell number>{decimal(server.asked)}</Cell>}
    </>
  );
}
