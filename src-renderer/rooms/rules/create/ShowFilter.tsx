// The filter behind the conditions, collapsed. Once edited, it applies instead of them.
import { useEffect, useState } from "react";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { ClosedIcon, OpenIcon } from "#kit/controls/icons.ts";
import type { FormPart } from "../form/formPart.ts";
import { gatesIn } from "../form/ruleDraft.ts";
import { WhenField } from "../form/WhenField.tsx";
import { useFilterCompletions } from "../useFilterCompletions.ts";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { Hint } from "#kit/text/Text.tsx";
import a from "./CreateRule.module.css";

export function ShowFilter({
  typed,
  faults,
  exactly,
  edited,
  onTyped,
  onReset,
  onFurther,
}: FormPart & {
  /** Hash of this request. */
  exactly: string;
  edited: boolean;
  /** Discards the edits and returns to the conditions. */
  onReset: () => void;
  /** Opens the full form of the rule. */
  onFurther: () => void;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const known = useFilterCompletions();
  // A fault that prevents creating the rule must be visible.
  useEffect(() => {
    if (faults.when !== undefined) setOpen(true);
  }, [faults]);
  return (
    <Stack gap={4}>
      <span>
        <LinkButton className={a.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon of={open ? OpenIcon : ClosedIcon} />
          {t(open ? "rules.always.hideFilter" : "rules.always.showFilter")}
        </LinkButton>
      </span>
      {open && (
        <Stack gap={8}>
          <WhenField
            text={typed.when}
            gates={gatesIn(typed)}
            faulty={faults.when !== undefined}
            known={known}
            onText={(when) => onTyped({ when })}
          />
          {edited && (
            <Row as="p" gap={16} wrap={4}>
              <Hint as="span">{t("rules.always.edited")}</Hint>
              <LinkButton onClick={onReset}>{t("rules.always.reset")}</LinkButton>
            </Row>
          )}
          {typed.server && <Hint>{t("rules.form.server", { name: typed.server.name })}</Hint>}
          <Checkbox
            checked={typed.exactly !== null}
            onChange={(on) => onTyped({ exactly: on ? exactly : null })}
          >
            {t("rules.always.exactly")}
          </Checkbox>
          <span>
            <LinkButton onClick={onFurther}>{t("rules.always.further")}</LinkButton>
          </span>
        </Stack>
      )}
    </Stack>
  );
}
