// The rows of a list argument, with buttons to add and remove them.
import type { ReactNode } from "react";
import type { Json } from "../../../src-shared/json.ts";
import { useT } from "../../i18n/index.ts";
import { Button, IconButton } from "../../ui/controls/Button.tsx";
import { CloseIcon, PlusIcon } from "../../ui/controls/icons.ts";
import { faultWords } from "./fieldWords.ts";
import type { Fault } from "../../../src-shared/inspect/arguments.ts";
import { FaultLine } from "./FaultLine.tsx";
import s from "./Form.module.css";

/**
 * @param fresh creates a new row
 * @param most how many rows the schema allows
 */
export function ListRows({
  name,
  rows,
  most,
  fresh,
  faultAt,
  renderRow,
  onRows,
}: {
  name: string;
  rows: readonly Json[];
  most: number | undefined;
  fresh: () => Json;
  faultAt: (index: number) => Fault | undefined;
  renderRow: (row: Json, index: number, label: string, onRow: (row: Json) => void) => ReactNode;
  onRows: (rows: Json[]) => void;
}) {
  const t = useT();
  const full = most !== undefined && rows.length >= most;
  return (
    <div className={s.fields}>
      {rows.map((row, index) => {
        const label = t("workbench.form.row", { name, number: index + 1 });
        const fault = faultAt(index);
        return (
          <div key={index} className={s.listRow}>
            <div className="grow">
              {renderRow(row, index, label, (next) =>
                onRows(rows.map((old, at) => (at === index ? next : old))),
              )}
              {fault !== undefined && <FaultLine text={faultWords(t, fault)} />}
            </div>
            <IconButton
              icon={CloseIcon}
              label={`${t("common.remove")}: ${label}`}
              onClick={() => onRows(rows.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <div className={s.wide}>
        <Button
          size="s"
          level="plain"
          icon={PlusIcon}
          disabled={full}
          onClick={() => onRows([...rows, fresh()])}
        >
          {t("workbench.form.addRow", { name })}
        </Button>
      </div>
    </div>
  );
}
