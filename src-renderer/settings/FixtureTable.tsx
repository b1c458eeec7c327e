// The files of canned answers, in the order in which they are tried; and those that are of no use.
import type { FixtureFault } from "../../src-shared/fixtures/fixture.ts";
import type { FixtureRow, FixturesView } from "../../src-shared/fixtures/view.ts";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { Visible } from "../ui/Quote.tsx";
import { Cell, Row, Table } from "../ui/Table.tsx";
import { size, timeOfDay } from "../ui/time.ts";

export function FixtureTable({ files }: { files: readonly FixtureRow[] }) {
  const t = useT();
  return (
    <Table
      label={t("fixtures.title")}
      columns={[
        { id: "file", label: t("fixtures.file"), width: "34%" },
        { id: "fits", label: t("fixtures.fits") },
        { id: "given", label: t("fixtures.given"), width: "140px" },
      ]}
    >
      {files.map((row) => (
        <Row key={row.file}>
          <Cell strong title={row.file}>
            <Visible text={row.file} />
          </Cell>
          <Cell title={fitsWords(t, row)} className={isAmiss(row) ? "warn" : ""}>
            {fitsWords(t, row)}
          </Cell>
          <Cell>
            {row.used === null
              ? t("fixtures.notGiven")
              : t("fixtures.timesGiven", {
                  count: row.used.count,
                  time: timeOfDay(row.used.lastAtMs),
                })}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const isAmiss = ({ behind, unfit }: FixtureRow): boolean =>
  behind !== undefined || unfit !== undefined;

/** What is amiss comes first: the line may be cut. */
function fitsWords(t: T, { behind, unfit, ignore, server, call, changed }: FixtureRow): string {
  return [
    unfit !== undefined &&
      t("fixtures.unfit", { time: timeOfDay(unfit.atMs), codes: unfit.codes.join(", ") }),
    behind !== undefined && t("fixtures.behind", { file: behind }),
    ignore.length === 0
      ? t("fixtures.exact")
      : t("fixtures.ignoring", { names: ignore.join(", ") }),
    server !== undefined && t("fixtures.ofServer", { name: server }),
    call !== undefined && t("fixtures.ofCall", { name: call }),
    changed && t("fixtures.changed"),
  ]
    .filter((words) => words !== false)
    .join(" · ");
}

export function BrokenFixtures({ broken }: { broken: FixturesView["broken"] }) {
  const t = useT();
  return (
    <Table
      label={t("fixtures.broken")}
      columns={[
        { id: "file", label: t("fixtures.file"), width: "34%" },
        { id: "fault", label: t("fixtures.broken") },
      ]}
    >
      {broken.map(({ file, fault }) => (
        <Row key={file}>
          <Cell strong title={file}>
            <Visible text={file} />
          </Cell>
          <Cell className="warn" title={faultWords(t, fault)}>
            <Visible text={faultWords(t, fault)} />
          </Cell>
        </Row>
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
    case "member":
      return fault.path === ""
        ? t("fixtures.fault.whole", { detail: fault.detail })
        : t("fixtures.fault.member", { path: fault.path, detail: fault.detail });
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
