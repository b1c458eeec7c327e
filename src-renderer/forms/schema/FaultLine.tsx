// A fault at a value: an icon, a sentence, and untrusted text in a quote.
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import s from "./Form.module.css";

export function FaultLine({ text, quote }: { text: string; quote?: string | undefined }) {
  return (
    <p className={s.wrong} role="alert">
      <Icon of={AttentionIcon} />
      <span>
        {text} {quote !== undefined && quote !== "" && <Quote cut>{quote}</Quote>}
      </span>
    </p>
  );
}
