// review 的文字。
import type { Translation } from "../translation.ts";
import type { review as source } from "../en/review.ts";

export const review: Translation<typeof source> = {
  title: "审阅",
};
