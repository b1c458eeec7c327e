// Number fields for the schemas of forms.
import { z } from "zod";
import { parseNumber } from "../controls/Field.tsx";

/** A number as text; an empty field is undefined. */
export const typedNumber = <S extends z.ZodType<unknown, number>>(schema: S) =>
  z
    .string()
    .transform((text) => (text.trim() === "" ? undefined : (parseNumber(text) ?? Number.NaN)))
    .pipe(schema.optional());
