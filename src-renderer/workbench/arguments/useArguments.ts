// The arguments of the selected item: as the user left them, as last called, or fresh; and their faults.
import { useEffect, useMemo, useState } from "react";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { JsonObject } from "../../../src-shared/json.ts";
import type { RunView } from "../../../src-shared/servers/server.ts";
import { hasFaults } from "../../components/arguments/argumentCheck.ts";
import type { ArgumentCheck } from "../../components/arguments/argumentCheck.ts";
import { useArgumentCheck } from "../../components/arguments/useArgumentCheck.ts";
import { setArgumentDraft, useArgumentDraft } from "../drafts.ts";
import type { ArgumentDraft } from "../drafts.ts";
import { itemKey } from "../items.ts";
import type { Item } from "../items.ts";
import { unfitPresets, withoutPresets, withoutValue } from "./presets.ts";
import { readForm } from "./schema.ts";
import { initialArguments } from "./values.ts";

export function useArguments(item: Item, run: RunView | undefined) {
  const key = itemKey(item);
  const read = useMemo(() => readForm(item.schema), [item.schema]);
  const [unfit, setUnfit] = useState<ReadonlySet<string>>(new Set());
  const fields = useMemo(() => read && withoutPresets(read, unfit), [read, unfit]);
  const fresh = useMemo(() => ({ args: initialArguments(fields ?? []), json: null }), [fields]);
  // Depends on which call is shown, not on its progress, as its arguments don't change.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const called = useMemo(() => calledWith(item, run), [item.kind, run?.id]);
  const draft = useArgumentDraft(key) ?? called ?? fresh;
  const { check, settled, settle } = useArgumentCheck(item.schema, draft.args);
  const leftOut = leaveOut(draft.args, unfit, check);

  /** The arguments without the defaults that a check found at fault; null if there are none. */
  function leaveOut(args: JsonObject, known: ReadonlySet<string>, of: ArgumentCheck | null) {
    if (read === null || draft.json !== null || of?.kind !== "checked") return null;
    const found = unfitPresets(withoutPresets(read, known), args, of.faults);
    if (found.length === 0) return null;
    const ids = new Set([...known, ...found.map(({ id }) => id)]);
    const isFresh = draft === fresh;
    const rest = isFresh
      ? initialArguments(withoutPresets(read, ids))
      : found.reduce((left, { place }) => withoutValue(left, place), args);
    return { ids, args: rest, isFresh };
  }
  const keep = (left: NonNullable<ReturnType<typeof leaveOut>>): void => {
    setUnfit(left.ids);
    if (!left.isFresh) setArgumentDraft(key, { args: left.args, json: null });
  };
  useEffect(() => {
    if (settled && leftOut !== null) keep(leftOut);
  });
  return {
    fields,
    draft,
    check,
    faulty: settled && hasFaults(check) && leftOut === null,
    setDraft: (next: ArgumentDraft) => setArgumentDraft(key, next),
    /** The arguments to be sent, checked now; null if they have faults. */
    settle: async (): Promise<JsonObject | null> => {
      let { args } = draft;
      let known = unfit;
      for (;;) {
        const of = await settle(args);
        if (!hasFaults(of)) return args;
        const left = leaveOut(args, known, of);
        if (left === null) return null;
        keep(left);
        known = left.ids;
        args = left.args;
      }
    },
  };
}

/** The arguments of the shown call, if they can be put into the form: "Run again" repeats them. */
function calledWith(item: Item, run: RunView | undefined): ArgumentDraft | null {
  // For a resource only the final address is known, not the template's variables.
  if (run === undefined || item.kind === "resource" || !isJsonObject(run.arguments)) return null;
  return { args: run.arguments, json: null };
}
