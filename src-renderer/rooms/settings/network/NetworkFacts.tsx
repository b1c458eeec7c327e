// The current route to each provider, and trusted certificates.
import type { CertificateView, RouteView } from "#shared/settings/network.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { FolderIcon } from "#kit/controls/icons.ts";
import { Visible } from "#kit/text/Quote.tsx";
import { Cell, Table, TableRow } from "#kit/layout/Table.tsx";
import { hostOf } from "../providers/providerWords.ts";
import { Note } from "#kit/text/Text.tsx";
import { Head } from "#kit/layout/Section.tsx";
import s from "./Network.module.css";

export function Routes({ routes }: { routes: readonly RouteView[] }) {
  const t = useT();
  return (
    <>
      <Head apart title={t("network.routes")} />
      {routes.length === 0 ? (
        <Note>{t("network.noRoutes")}</Note>
      ) : (
        <ul className={s.facts}>
          {routes.map((route) => (
            <li key={route.address}>
              <span className="wire cut">{hostOf(route.address)}</span>
              <span className="cut">{routeWords(t, route)}</span>
              <span className="ink3">{sourceWords(t, route)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function routeWords(t: T, { proxy, unreadable }: RouteView): string {
  if (unreadable === true) return t("network.unreadable");
  return proxy === null ? t("network.straight") : t("network.by", { proxy });
}

const sourceWords = (t: T, { from }: RouteView): string =>
  from.kind === "variable"
    ? t("network.from.variable", { name: from.name })
    : t(`network.from.${from.kind}`);

export function Certificates({
  certificates,
  onAdd,
  onDrop,
}: {
  certificates: readonly CertificateView[];
  onAdd: () => void;
  onDrop: (file: string) => void;
}) {
  const t = useT();
  return (
    <>
      <Head apart title={t("common.certificates")}>
        <span className="xs ink3 cut">{t("network.certificatesIntro")}</span>
        <span className="grow" />
        <Button size="s" icon={FolderIcon} onClick={onAdd}>
          {t("network.add")}
        </Button>
      </Head>
      {certificates.length === 0 ? (
        <Note>{t("network.noCertificates")}</Note>
      ) : (
        <Table
          label={t("common.certificates")}
          columns={[
            { id: "file", label: t("common.file"), width: "38%" },
            { id: "what", label: t("network.holds") },
            { id: "from", label: t("network.whose"), width: "20%" },
            {
              id: "drop",
              label: <span className="sr">{t("common.remove")}</span>,
              width: "116px",
              number: true,
            },
          ]}
        >
          {certificates.map((certificate) => (
            <TableRow key={`${certificate.file} ${certificate.from.kind}`}>
              <Cell strong title={certificate.file}>
                <Visible text={certificate.file} />
              </Cell>
              <Cell className={cx(certificate.fault !== null && "danger")}>
                <Visible text={holdsWords(t, certificate)} />
              </Cell>
              <Cell>
                {certificate.from.kind === "variable"
                  ? t("network.from.variable", { name: certificate.from.name })
                  : t(`network.source.${certificate.from.kind}`)}
              </Cell>
              <Cell number>
                {certificate.from.kind === "person" && (
                  <LinkButton
                    aria-label={`${t("common.remove")}: ${certificate.file}`}
                    onClick={() => onDrop(certificate.file)}
                  >
                    {t("common.remove")}
                  </LinkButton>
                )}
              </Cell>
            </TableRow>
          ))}
        </Table>
      )}
    </>
  );
}

function holdsWords(t: T, { fault, count, subject, expiresAtMs }: CertificateView): string {
  if (fault !== null) return t(`network.fault.${fault}`);
  if (count > 1 || expiresAtMs === null) return t("network.count", { count });
  const day = new Date(expiresAtMs).toISOString().slice(0, 10);
  return `${subject}, ${t("network.until", { day })}`;
}
