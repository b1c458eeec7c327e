// Canned answers: their folder, what each file fits and how often it was given, what is of no use and why, and which
// servers have them.
import { useState } from "react";
import type { FixturesView } from "../../src-shared/fixtures/view.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { AcceptDialog } from "../editor/index.ts";
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { Bar } from "../ui/Bar.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { FixtureSwitch } from "../ui/FixtureSwitch.tsx";
import { AgainIcon, FolderIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import { TitleBar } from "../ui/Section.tsx";
import { decimal } from "../ui/time.ts";
import { BrokenFixtures, FixtureTable } from "./FixtureTable.tsx";
import s from "./Settings.module.css";

export function FixturesPage() {
  const t = useT();
  const fixtures = useMirror((state) => state.fixtures);
  const [failure, setFailure] = useState<Failure | null>(null);
  const said = (result: { ok: true } | { ok: false; failure: Failure }): void =>
    setFailure(result.ok ? null : result.failure);
  return (
    <section className={s.page} aria-label={t("fixtures.title")}>
      <TitleBar title={t("fixtures.title")} />
      {failure !== null && <FailureBar failure={failure} />}
      <Changed pending={fixtures.pending} />
      {fixtures.fault !== null && (
        <Bar tone="danger" title={t("fixtures.folderFault")}>
          <Quote cut>{fixtures.fault}</Quote>
        </Bar>
      )}
      <div className={s.body}>
        <div className={s.form}>
          <p>{t("fixtures.intro")}</p>
          <section>
            <h2 className={s.label}>{t("fixtures.folder")}</h2>
            <Folder fixtures={fixtures} said={said} />
          </section>
          <Servers fixtures={fixtures} said={said} />
        </div>
        <Files fixtures={fixtures} />
      </div>
    </section>
  );
}

const difference = (file: string) => send("fixtures.difference", file);

/** Another program has changed the files, or which they are: nothing is answered until that is accepted. */
function Changed({ pending }: { pending: FixturesView["pending"] | undefined }) {
  const t = useT();
  const [shown, setShown] = useState<NonNullable<typeof pending> | null>(null);
  return (
    <>
      {pending !== undefined && (
        <Bar
          tone="danger"
          title={t("fixtures.pending.title", { count: pending.files.length })}
          actions={
            <LinkButton onClick={() => setShown(pending)}>{t("fixtures.pending.look")}</LinkButton>
          }
        >
          {t("fixtures.pending.text")}
        </Bar>
      )}
      {shown !== null && (
        <AcceptDialog
          intro={t("fixtures.pending.intro")}
          files={shown.files}
          load={difference}
          accept={() => send("fixtures.accept", shown.hash)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

interface Part {
  fixtures: FixturesView;
  said: (result: { ok: true } | { ok: false; failure: Failure }) => void;
}

function Folder({ fixtures: { folder, reading }, said }: Part) {
  const t = useT();
  return (
    <>
      <p className={s.path}>
        {folder === null ? (
          <span className="ink2">{t("fixtures.noFolder")}</span>
        ) : (
          <Quote cut>{folder}</Quote>
        )}
      </p>
      <p className={s.keep}>
        <Button
          size="m"
          icon={FolderIcon}
          onClick={() => void send("fixtures.pickFolder").then(said)}
        >
          {t(folder === null ? "fixtures.pickFolder" : "fixtures.otherFolder")}
        </Button>{" "}
        {folder !== null && (
          <>
            <Button
              size="m"
              level="plain"
              icon={AgainIcon}
              disabled={reading}
              onClick={() => void send("fixtures.read").then(said)}
            >
              {t("fixtures.readAgain")}
            </Button>{" "}
            <LinkButton onClick={() => void send("fixtures.dropFolder").then(said)}>
              {t("fixtures.dropFolder")}
            </LinkButton>
          </>
        )}
      </p>
    </>
  );
}

function Servers({ fixtures: { folder, on, atStart }, said }: Part) {
  const t = useT();
  const servers = useMirror((state) => state.servers);
  const all = Object.values(servers);
  return (
    <section>
      <h2 className={s.label}>{t("fixtures.servers")}</h2>
      {all.length === 0 && <p className="ink2">{t("fixtures.noServers")}</p>}
      {all.map(({ id, name }) => (
        <FixtureSwitch
          key={id}
          words={name}
          folder={folder}
          on={on.includes(id)}
          atStart={atStart.includes(id)}
          onSwitch={(to) => void send("fixtures.switch", id, to).then(said)}
          onAtStart={(to) => void send("fixtures.atStart", id, to).then(said)}
        />
      ))}
    </section>
  );
}

function Heading({ count, children }: { count: number; children: string }) {
  return (
    <div className={s.sub}>
      <h2>{children}</h2>
      <span className="ink3">{decimal(count)}</span>
    </div>
  );
}

function Files({ fixtures }: Pick<Part, "fixtures">) {
  const t = useT();
  const { folder, files, broken, reading } = fixtures;
  if (folder === null) return null;
  return (
    <>
      <div className={s.next}>
        <Heading count={files.length}>{t("fixtures.title")}</Heading>
        {files.length > 0 ? (
          <>
            <FixtureTable files={files} />
            <p className={s.quiet}>{t("fixtures.order")}</p>
          </>
        ) : (
          <p className={s.quiet}>{t(reading ? "fixtures.reading" : "fixtures.noFiles")}</p>
        )}
      </div>
      {broken.length > 0 && (
        <div className={s.next}>
          <Heading count={broken.length}>{t("fixtures.broken")}</Heading>
          <BrokenFixtures broken={broken} />
        </div>
      )}
    </>
  );
}
