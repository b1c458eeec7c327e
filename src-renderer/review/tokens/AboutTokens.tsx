// `about 43 tokens`; updated once a large text has been counted.
import { useT } from "../../i18n/index.ts";
import { useLargeTexts } from "./largeTexts.ts";
import { tokensIn } from "./tokens.ts";

export function AboutTokens({ text }: { text: string }) {
  const t = useT();
  useLargeTexts();
  return t("review.aboutTokens", { count: tokensIn(text) });
}
