// Words for flags of an elicitation, with the number of the field they are about.
import type { Field } from "#shared/forms/field.ts";
import type { ElicitationFlag } from "#shared/request/kinds/elicitation/flag.ts";
import type { T } from "#words/index.ts";

export function flagWords(t: T, { code, path }: ElicitationFlag, fields: readonly Field[]): string {
  const words = t(`elicitation.flags.${code}`);
  const number = fields.findIndex(({ name }) => path[1] === "properties" && path[2] === name) + 1;
  return number === 0 ? words : t("elicitation.inField", { number, words });
}
