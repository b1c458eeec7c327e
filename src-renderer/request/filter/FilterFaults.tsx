// The errors of a filter, with a button that applies the suggested fix.
import { fixOf } from "#shared/filter/typed.ts";
import type { Fix } from "#shared/filter/typed.ts";
import type { FilterFault } from "#shared/filter/query.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { faultWords } from "./filterWords.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { WarnIcon } from "#kit/controls/icons.ts";
import s from "./FilterField.module.css";

/**
 * Shows the first error, and how many more there are.
 * @param id id of the line, which describes the field
 * @param onFix called with the whole text after the fix
 */
export function FilterFaults({
  id,
  text,
  faults,
  onFix,
}: {
  id: string;
  text: string;
  faults: readonly FilterFault[];
  onFix: (text: string) => void;
}) {
  const t = useT();
  const [first, ...others] = faults;
  const fix = first === undefined ? null : fixOf(text, first);
  return (
    <div id={id} role="status" className={first === undefined ? undefined : s.faults}>
      {first !== undefined && (
        <>
          <Icon of={WarnIcon} />
          <span>
            {faultWords(t, first)}
            {fix !== null && (
              <>
                {" "}
                <LinkButton onClick={() => onFix(fixed(text, fix))}>
                  {fix.insert === "" ? (
                    t("filter.leaveOut")
                  ) : (
                    <>
                      {t("filter.write")} <span className="wire">{shown(text, fix)}</span>
                    </>
                  )}
                </LinkButton>
              </>
            )}
            {others.length > 0 && ` · ${t("filter.more", { count: others.length })}`}
          </span>
        </>
      )}
    </div>
  );
}

const fixed = (text: string, { start, end, insert }: Fix): string =>
  text.slice(0, start) + insert + text.slice(end);

/** The whole term after the fix: the inserted text alone may be only a quotation mark. */
function shown(text: string, fix: Fix): string {
  const whole = fixed(text, fix);
  const end = fix.start + fix.insert.length;
  const from = whole.slice(0, fix.start).search(/[^\s(（]*$/u);
  const term = whole.slice(from, end);
  return /[\p{L}\p{N}]/u.test(term) ? term : whole.slice(Math.max(0, end - 24), end);
}
