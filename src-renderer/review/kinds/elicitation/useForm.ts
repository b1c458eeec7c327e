// The state of a form: its content, faults and secret fields.
import { useMemo, useState } from "react";
import {
  checkContent,
  patternSchema,
} from "../../../../src-shared/kinds/elicitation/checkResponse.ts";
import type { FieldFaults } from "../../../../src-shared/kinds/elicitation/checkResponse.ts";
import type { FormRequest } from "../../../../src-shared/kinds/elicitation/request.ts";
import type { FieldValue, FormContent } from "../../../../src-shared/kinds/elicitation/document.ts";
import { readForm } from "../../../../src-shared/kinds/elicitation/readForm.ts";
import type { ArgumentCheck } from "../../../components/arguments/argumentCheck.ts";
import { useTeamEdits } from "../../../state/team.ts";
import { initialContent, secretNames, valueIn, withField, withoutSecrets } from "./formEntries.ts";

/** A pattern check with the content it is about. */
export interface PatternCheck {
  content: FormContent;
  check: ArgumentCheck;
}

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
  const [patternCheck, setPatternCheck] = useState<PatternCheck | null>(null);
  const check = patternCheck?.content === content ? patternCheck.check : null;
  const faults = useMemo(
    () => withPatterns(checkContent(fields, content), check),
    [fields, content, check],
  );
  const secretsFilled = fields.filter(
    ({ name }) => secrets.has(name) && valueIn(content, name) !== undefined,
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
    patterns,
    onPatternCheck: setPatternCheck,
    /** Patterns are still being checked for the current content. */
    checking: patterns !== null && check === null,
    unchecked: check?.kind === "unchecked" || (check?.kind === "checked" && check.withoutPatterns),
    secretsFilled,
    isInitial: content === initial,
    /** Undefined while another desk of the team edits the form. */
    change,
    set: (name: string, value: FieldValue | undefined) =>
      change?.(withField(fields, content, name, value)),
    reset: () => {
      change?.(initial);
      setTouched(new Set());
    },
  };
}

const isOther = (one: FormContent, other: FormContent, name: string): boolean =>
  valueIn(one, name) !== valueIn(other, name);

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
