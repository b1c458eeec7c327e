// What a second language owes the first: every key, nothing more, plural forms as its grammar has them.

type Plural<K> = K extends `${string}_one` ? K : never;

/**
 * The shape a translation of the catalogue `T` must have: the same keys with any text. The singular
 * form (`_one`) may be left out, because Chinese has one form only; every other key must be there.
 */
export type Translation<T> = {
  readonly [K in keyof T as Exclude<K, Plural<K>>]: T[K] extends string
    ? string
    : Translation<T[K]>;
} & {
  readonly [K in keyof T as Plural<K>]?: string;
};
