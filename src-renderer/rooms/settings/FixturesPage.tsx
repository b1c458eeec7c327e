// Fixtures: their folder, what each file matches and how often it was used, invalid files, and the servers that use
// them.
import type { FixtureFault } from "#shared/rules/fixtures/fixture.ts";
import type { FixtureRow, FixturesView } from "#shared/rules/fixtures/view.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { AgainIcon, FolderIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Head } from "#kit/layout/Section.tsx";
import { Cell, Table, TableRow } from "#kit/layout/Table.tsx";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { decimal, size, timeOfDay } from "#kit/text/time.ts";
import { FixtureSwitch } from "#request/FixtureSwitch.tsx";
import { FormActions, PageForm } from "#kit/layout/Room.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Note } from "#kit/text/Text.tsx";
import { SettingsPage, SettingsPart } from "./SettingsPage.tsx";

export function FixturesPage() {
  const t = useT();
  const fixtures = useMirror((state) => state.fixtures);
  const servers = Object.values(useMirror((state) => state.servers));
  const { failure, tell } = useAction();
  const { folder, files, broken, reading, on } = fixtures;
  return (
    <SettingsPage
      title={t("common.fixtures")}
      failure={failure}
      bars={
        <>
          <Changed
            pending={fixtures.pending}
            onAccept={(hash) => void send("fixtures.accept", hash).then(tell)}
          />
          {fixtures.fault !== null && (
            <Bar tone="danger" title={t("fixtures.folderFault")}>
              <Quote cut>{fixtures.fault}</Quote>
            </Bar>
          )}
        </>
      }
    >
      <PageForm>
        <p>{t("fixtures.intro")}</p>
        <SettingsPart id="common.folder">
          <Row as="p">
            {folder === null ? (
              <span className="ink2">{t("fixtures.noFolder")}</span>
            ) : (
              <Quote cut>{folder}</Quote>
            )}
          </Row>
          <FormActions>
            <Button
              size="m"
              icon={FolderIcon}
              onClick={() => void send("fixtures.pickFolder").then(tell)}
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
                  onClick={() => void send("fixtures.read").then(tell)}
                >
                  {t("fixtures.readAgain")}
                </Button>{" "}
                <LinkButton onClick={() => void send("fixtures.dropFolder").then(tell)}>
                  {t("fixtures.dropFolder")}
                </LinkButton>
              </>
            )}
          </FormActions>
        </SettingsPart>
        <SettingsPart id="fixtures.servers">
          {servers.length === 0 && <p className="ink2">{t("fixtures.noServers")}</p>}
          {servers.map(({ id, name }) => (
            <FixtureSwitch
              key={id}
              words={name}
              folder={folder}
              on={on.includes(id)}
              onSwitch={(to) => void send("fixtures.switch", id, to).then(tell)}
            />
          ))}
        </SettingsPart>
      </PageForm>
      {folder !== null && (
        <div>
          <Head apart title={t("common.fixtures")}>
            <span className="ink3">{decimal(files.length)}</span>
          </Head>
          {files.length > 0 && <FileTable files={files} />}
          <Note>
            {t(
              files.length > 0
                ? "fixtures.order"
                : reading
                  ? "fixtures.reading"
                  : "fixtures.noFiles",
            )}
          </Note>
        </div>
      )}
      {folder !== null && broken.length > 0 && (
        <div>
          <Head apart title={t("fixtures.broken")}>
            <span className="ink3">{decimal(broken.length)}</span>
          </Head>
          <BrokenTable broken={broken} />
        </div>
      )}
    </SettingsPage>
  );
}

/** The files were changed by another program: no fixture is used until the user accepts them. */
function Changed({
  pending,
  onAccept,
}: {
  pending: FixturesView["pending"] | undefined;
  onAccept: (hash: string) => void;
}) {
  const t = useT();
  if (pending === undefined) return null;
  return (
    <Bar
      tone="danger"
      title={t("fixtures.pending.title", { count: pending.files.length })}
      actions={
        <LinkButton onClick={() => onAccept(pending.hash)}>{t("common.accept.accept")}</LinkButton>
      }
    >
      {pending.files.map((file) => (
        <Quote key={file} cut>
          {file}
        </Quote>
      ))}{" "}
      {t("fixtures.pending.text")}
    </Bar>
  );
}

/** In the order in which they are tried. */
function FileTable({ files }: { files: readonly FixtureRow[] }) {
  const t = useT();
  return (
    <Table
      label={t("common.fixtures")}
      columns={[
        { id: "file", label: t("common.file"), width: "34%" },
        { id: "matches", label: t("fixtures.fits") },
        { id: "given", label: t("fixtures.given"), width: "140px" },
      ]}
    >
      {files.map((row) => (
        <TableRow key={row.file}>
          <Cell strong title={row.file}>
            <Visible text={row.file} />
          </Cell>
          <Cell
            title={matchWords(t, row)}
            className={row.behind !== undefined || row.unfit !== undefined ? "warn" : ""}
          >
            {matchWords(t, row)}
          </Cell>
          <Cell>
            {row.used === null
              ? t("fixtures.notGiven")
              : t("fixtures.timesGiven", {
                  count: row.used.count,
                  time: timeOfDay(row.used.lastAtMs),
                })}
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

/** Problems come first, as the line may be truncated. */
function matchWords(t: T, { behind, unfit, ignore, server, call }: FixtureRow): string {
  return [
    unfit !== undefined &&
      t("fixtures.unfit", { time: timeOfDay(unfit.atMs), codes: unfit.codes.join(", ") }),
    behind !== undefined && t("fixtures.behind", { file: behind }),
    ignore.length === 0
      ? t("fixtures.exact")
      : t("fixtures.ignoring", { names: ignore.join(", ") }),
    server !== undefined && t("fixtures.ofServer", { name: server }),
    call !== undefined && t("fixtures.ofCall", { name: call }),
  ]
    .filter((words) => words !== false)
    .join(" · ");
}

function BrokenTable({ broken }: { broken: FixturesView["broken"] }) {
  const t = useT();
  return (
    <Table
      label={t("fixtures.broken")}
      columns={[
        { id: "file", label: t("common.file"), width: "34%" },
        { id: "fault", label: t("fixtures.broken") },
      ]}
    >
      {broken.map(({ file, fault }) => (
        <TableRow key={file}>
          <Cell strong title={file}>
            <Visible text={file} />
          </Cell>
          <Cell className="warn" title={faultWords(t, fault)}>
            <Visible text={faultWords(t, fault)} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

function faultWords(t: T, fault: FixtureFault): string {
  switch (fault.kind) {
    case "too-large":
      return t("fixtures.fault.too-large", {
        size: size(t, fault.bytes),
        most: size(t, fault.most),
      });
    case "too-many":
    case "too-deep":
      return t(`fixtures.fault.${fault.kind}`, { most: fault.most });
    case "field":
      return fault.path === ""
        ? t("fixtures.fault.whole", { detail: fault.detail })
        : t("fixtures.fault.field", { path: fault.path, detail: fault.detail });
    case "version":
      return t("fixtures.fault.version", { found: fault.found });
    case "answer":
      return t("fixtures.fault.answer", { codes: fault.codes.join(", ") });
    case "request":
      return t("fixtures.fault.request");
    case "json":
    case "unreadable":
      return t(`fixtures.fault.${fault.kind}`, { detail: fault.detail });
  }
}
