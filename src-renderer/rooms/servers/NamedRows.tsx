// Rows for environment variables or headers: name, value, whether it is secret.
import { useT } from "#words/index.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Input } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { CloseIcon, PlusIcon, WarnIcon } from "#kit/controls/icons.ts";
import { newRow } from "./serverDraft.ts";
import type { DraftFault, DraftRow } from "./serverDraft.ts";
import s from "./Servers.module.css";

export function NamedRows({
  kind,
  rows,
  faults,
  onRows,
}: {
  kind: "environment" | "headers";
  rows: readonly DraftRow[];
  faults: readonly DraftFault[];
  onRows: (rows: DraftRow[]) => void;
}) {
  const t = useT();
  const change = (id: number, part: Partial<DraftRow>): void =>
    onRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const label = t(`servers.fact.${kind}`);
  return (
    <fieldset className={s.named}>
      <legend className={s.label}>
        {label} <span className="ink3">{t("common.optional")}</span>
      </legend>
      {rows.map((row, index) => (
        <div key={row.id}>
          <div className={s.namedRow}>
            <Input
              wire
              aria-label={t("servers.form.rowName", { list: label, number: index + 1 })}
              placeholder={kind === "environment" ? "API_KEY" : "Authorization"}
              value={row.name}
              onValue={(name) => change(row.id, { name })}
            />
            <Input
              wire
              type={row.secret ? "password" : "text"}
              aria-label={t("servers.form.rowValue", { list: label, number: index + 1 })}
              placeholder={row.kept ? t("servers.form.kept") : t("servers.form.value")}
              value={row.value}
              onValue={(value) => change(row.id, { value, kept: false })}
            />
            <Checkbox
              checked={row.secret}
              // A stored secret is never shown: to make it public, it must be entered again.
              onChange={(secret) => change(row.id, { secret, kept: false })}
            >
              {t("servers.form.secret")}
            </Checkbox>
            <IconButton
              icon={CloseIcon}
              label={t("servers.form.removeRow", { number: index + 1 })}
              onClick={() => onRows(rows.filter((other) => other.id !== row.id))}
            />
          </div>
          <RowFault fault={faults.find((f) => f.field === "row" && f.row === row.id)} />
        </div>
      ))}
      <div>
        <Button size="s" level="plain" icon={PlusIcon} onClick={() => onRows([...rows, newRow()])}>
          {t(`servers.form.add.${kind}`)}
        </Button>
      </div>
    </fieldset>
  );
}

function RowFault({ fault }: { fault: DraftFault | undefined }) {
  const t = useT();
  if (fault === undefined || fault.field !== "row") return null;
  return (
    <p className={s.rowFault} role="alert">
      <Icon of={WarnIcon} />
      {t(`servers.form.rowFault.${fault.why}`)}
    </p>
  );
}
