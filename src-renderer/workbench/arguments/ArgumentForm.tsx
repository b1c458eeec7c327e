// A form generated from an input schema. Optional fields left empty are not sent.
import { useCallback, useRef } from "react";
import type { JsonObject } from "../../../src-shared/json.ts";
import { useT } from "../../i18n/index.ts";
import { FieldList } from "./FieldInput.tsx";
import type { FormField } from "./schema.ts";
import { UnreadableContext } from "./unreadable.ts";
import type { Faults } from "../../../src-shared/inspect/arguments.ts";

/**
 * @param identity changes with the item: fields then drop their typed text
 * @param onUnreadable told whether a field holds text that is not a value
 */
export function ArgumentForm({
  identity,
  fields,
  args,
  faults,
  onArgs,
  onUnreadable,
}: {
  identity: string;
  fields: readonly FormField[];
  args: JsonObject;
  faults: Faults;
  onArgs: (args: JsonObject) => void;
  onUnreadable: (unreadable: boolean) => void;
}) {
  const t = useT();
  const bad = useRef(new Set<string>());
  const tell = useRef(onUnreadable);
  tell.current = onUnreadable;
  const report = useCallback((id: string, on: boolean): void => {
    if (on) bad.current.add(id);
    else bad.current.delete(id);
    tell.current(bad.current.size > 0);
  }, []);
  if (fields.length === 0) return <p className="xs ink3">{t("workbench.noArguments")}</p>;
  return (
    <UnreadableContext value={report}>
      <FieldList
        key={identity}
        fields={fields}
        value={args}
        place={[]}
        faults={faults}
        onValue={onArgs}
      />
    </UnreadableContext>
  );
}
