// What is wrong with a value, at its place: an icon, a sentence, and foreign words apart in a quote.
import { Icon } from "../ui/Icon.tsx";
import { WarnIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import s from "./Form.module.css";

export function Wrong({ text, quote }: { text: string; quote?: string | undefined }) {
  return (
    <p className={s.wrong} role="alert">
      <Icon of={WarnIcon} />
      <span>
        {text} {quote !== undefined && quote !== "" && <Quote cut>{quote}</Quote>}
      </span>
    </p>
  );
}
