// A server's verified identity: files and their hashes, or address and certificate. What it claims comes last.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { Certificate, ServerIdentity } from "#shared/servers/identity/identity.ts";
import type { CallerProgram } from "#shared/request/life/heldRequest.ts";
import { certificateLine, day } from "./identityWords.ts";
import { cx } from "#kit/cx.ts";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import s from "./Identity.module.css";

export function IdentityFacts({
  identity,
  renewed,
  children,
}: {
  identity: ServerIdentity | null;
  renewed?: Certificate | undefined;
  /** Further pairs: the server's own claims. */
  children?: ReactNode;
}) {
  const t = useT();
  if (identity === null) return <p className={s.note}>{t("identity.noLook")}</p>;
  return (
    <>
      <dl className={s.pairs}>
        {pairsOf(t, identity).map(({ name, value }, index) => (
          <Pair key={index} name={name}>
            {value}
          </Pair>
        ))}
        {children}
      </dl>
      {identity.kind === "program" && <p className={s.note}>{limits(t, identity)}</p>}
      {identity.kind === "address" && renewed !== undefined && (
        <p className={s.note}>{t("identity.renewed", { date: day(renewed.validToMs) })}</p>
      )}
      {identity.kind === "demo" && <p className={s.note}>{t("identity.inside")}</p>}
    </>
  );
}

/** A path or address from outside, wrapped over as many lines as it needs: its end matters as much as its start. */
export function Path({ children }: { children: string }) {
  return (
    <bdi className={cx("wire", s.path)}>
      <Visible text={children} limit={4000} />
    </bdi>
  );
}

export function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function pairsOf(t: T, identity: ServerIdentity): { name: string; value: ReactNode }[] {
  if (identity.kind === "program") {
    const { path, sha256, files = [], command } = identity;
    return [
      {
        name: t("identity.file"),
        value: path === null ? absent(t, command) : <Path>{path}</Path>,
      },
      ...(path === null ? [] : [hash(t, sha256)]),
      ...files.flatMap((file) => [
        { name: t("identity.script"), value: <Path>{file.path}</Path> },
        hash(t, file.sha256),
      ]),
    ];
  }
  if (identity.kind === "demo") return [];
  const { origin, pathname = "", certificate } = identity;
  const none = origin.startsWith("https:") ? "certificateLater" : "noCertificate";
  return [
    { name: t("common.address"), value: <Path>{`${origin}${pathname}`}</Path> },
    {
      name: t("identity.certificate"),
      value:
        certificate === undefined ? (
          t(`identity.${none}`)
        ) : (
          <span className={cx("wire", s.hash)}>{certificateLine(t, certificate)}</span>
        ),
    },
  ];
}

const absent = (t: T, command: string): ReactNode => (
  <span className="warn">
    <Quote>{command}</Quote> {t("identity.notFound")}
  </span>
);

const hash = (t: T, sha256: string | null): { name: string; value: ReactNode } => ({
  name: t("identity.hash"),
  value: <span className={cx("wire", s.hash)}>{sha256 ?? t("identity.unread")}</span>,
});

/** What the hash of a program does not cover. */
function limits(
  t: T,
  { runner, command }: Extract<ServerIdentity, { kind: "program" }>,
): ReactNode {
  if (runner === undefined) return t("identity.loads");
  const { kind, what, pinned } = runner;
  const name = command.split(/[\\/]/).at(-1) ?? command;
  const hasVersion = kind === "package" || kind === "container";
  return (
    <>
      {t(`identity.runner.${kind}`, { command: name })} {what !== null && <Quote>{what}</Quote>}{" "}
      {pinned ? t("identity.pinned") : hasVersion && t(`identity.unpinned.${kind}`)}
    </>
  );
}

/** Where an agent's hook stands. */
export function HookFacts({ file, children }: { file: string; children?: ReactNode }) {
  const t = useT();
  return (
    <dl className={s.pairs}>
      <Pair name={t("identity.hookFile")}>
        <Path>{file}</Path>
      </Pair>
      {children}
    </dl>
  );
}

/** What runs behind a program's connection; it decides nothing. */
export function CallerFacts({
  caller,
  children,
}: {
  caller: CallerProgram | null | undefined;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <>
      <dl className={s.pairs}>
        {caller !== undefined && (
          <Pair name={t("identity.file")}>
            {caller === null ? t("common.unknown") : <Path>{caller.path}</Path>}
          </Pair>
        )}
        {caller?.sha256 !== undefined && (
          <Pair name={t("identity.hash")}>
            <span className={cx("wire", s.hash)}>{caller.sha256}</span>
          </Pair>
        )}
        {children}
      </dl>
      <p className={s.note}>
        {t(caller === undefined ? "identity.callerAbsent" : "identity.callerWhy")}
      </p>
    </>
  );
}
