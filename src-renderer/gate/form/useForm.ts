// The state of a form: its content, faults and secret fields.
import { useMemo, useState } from "react";
import { ownValue } from "#shared/forms/field.ts";
import type { JsonObject } from "#shared/json.ts";
import { checkContent, patternSchema } from "#shared/request/kinds/elicitation/checkResponse.ts";
import type { FieldFaults } from "#shared/request/kinds/elicitation/checkResponse.ts";
import type { FormRequest } from "#shared/request/kinds/elicitation/request.ts";
import type { FormContent } from "#shared/request/kinds/elicitation/document.ts";
import { readForm } from "#shared/request/kinds/elicitation/readForm.ts";
import type { ArgumentCheck } from "#forms/schema/check/argumentCheck.ts";
import { useArgumentCheck } from "#forms/schema/check/useArgumentCheck.ts";
import { useTeamEdits } from "#data/team.ts";
import { initialContent, secretNames, withoutSecrets } from "./formEntries.ts";

/** Without patterns, nothing is left to the worker. */
const NO_PATTERNS: JsonObject = {};

export type Form = ReturnType<typeof useForm>;

/** @param onDraft called with the content without secrets; null after a reset */
export function useForm(
  id: string,
  { requestedSchema }: FormRequest,
  draft: FormContent | undefined,
  onDraft: (content: FormContent | null) => void,
) {
  const { fields, flags } = useMemo(() => readForm(requestedSchema), [requestedSchema]);
  const secrets = useMemo(() => secretNames(fields), [fields]);
  const patterns = useMemo(() => patternSchema(fields), [fields]);
  const initial = useMemo(() => initialContent(fields, secrets), [fields, secrets]);
  const [content, setContent] = useState(draft ?? initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // In a worker that can be stopped: a server's regular expression may never end.
  const patternCheck = useArgumentCheck(patterns ?? NO_PATTERNS, content);
  const check = patterns !== null && patternCheck.settled ? patternCheck.check : null;
  const faults = useMemo(
    () => withPatterns(checkContent(fields, content), check),
    [fields, content, check],
  );
  const secretsFilled = fields.filter(
    ({ name }) => secrets.has(name) && ownValue(content, name) !== undefined,
  );
  const names = fields.map(({ name }) => name);
  const change = useTeamEdits(id, (next: FormContent) => {
    setContent(next);
    setTouched(new Set(names.filter((name) => touched.has(name) || isOther(content, next, name))));
    onDraft(next === initial ? null : withoutSecrets(fields, next, secrets));
  });
  return {
    fields,
    flags,
    secrets,
    content,
    faults,
    touched,
    /** Patterns are still being checked for the current content. */
    checking: patterns !== null && check === null,
    unchecked: check?.kind === "unchecked" || (check?.kind === "checked" && check.withoutPatterns),
    secretsFilled,
    isInitial: content === initial,
    /** Undefined while another desk of the team edits the form. */
    change,
    reset: () => {
      change?.(initial);
      setTouched(new Set());
    },
  };
}

const isOther = (one: FormContent, other: FormContent, name: string): boolean =>
  ownValue(one, name) !== ownValue(other, name);

/** The built-in checks win over pattern faults, as they say more. */
function withPatterns(faults: FieldFaults, check: ArgumentCheck | null): FieldFaults {
  if (check?.kind !== "checked" || check.faults.length === 0) return faults;
  const all = new Map(faults);
  for (const [place, fault] of check.faults) {
    const name = place.slice(2).replaceAll("~1", "/").replaceAll("~0", "~");
    if (!all.has(name)) all.set(name, fault);
  }
  return all;
}
