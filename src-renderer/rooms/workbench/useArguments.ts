// The arguments of the selected item: as the user left them, as last called, or fresh; and their faults.
import { useMemo } from "react";
import type { ArgumentDraft } from "#shared/forms/argumentDraft.ts";
import { readFields } from "#shared/forms/readFields.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { RunView } from "#shared/servers/server.ts";
import { hasFaults } from "#forms/schema/check/argumentCheck.ts";
import { useArgumentCheck } from "#forms/schema/check/useArgumentCheck.ts";
import { initialArguments, isFormSized } from "#forms/schema/values.ts";
import { setArgumentDraft, useArgumentDraft } from "./drafts.ts";
import { itemKey } from "./items.ts";
import type { Item } from "./items.ts";

export function useArguments(item: Item, call: RunView | undefined) {
  const key = itemKey(item);
  const { fields } = useMemo(() => readFields(item.schema), [item.schema]);
  const fresh = useMemo(() => ({ args: initialArguments(fields ?? []), json: null }), [fields]);
  const { kind } = item;
  // The mirror keeps the same object while a call makes progress.
  const sent = call?.arguments;
  const called = useMemo(() => calledWith(kind, sent), [kind, sent]);
  const draft = useArgumentDraft(key) ?? called ?? fresh;
  const { check, settled, settle } = useArgumentCheck(item.schema, draft.args);
  return {
    fields: isFormSized(draft.args) ? fields : null,
    draft,
    check,
    faulty: settled && hasFaults(check),
    setDraft: (next: ArgumentDraft) => setArgumentDraft(key, next),
    /** The arguments to be sent, checked now; null if they have faults. */
    settle: async (): Promise<JsonObject | null> =>
      hasFaults(await settle(draft.args)) ? null : draft.args,
  };
}

/** The arguments of the shown call, if they can be put into the form: "Run again" repeats them. */
function calledWith(kind: Item["kind"], sent: RunView["arguments"] | undefined) {
  // For a resource only the final address is known, not the template's variables.
  return kind === "resource" || !isJsonObject(sent) ? null : { args: sent, json: null };
}
