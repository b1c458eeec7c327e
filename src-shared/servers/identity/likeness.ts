// Detects server names that are easily confused.

/** Common look-alikes of Latin letters in other scripts and among signs (from Unicode TR 39). */
const LIKE: Readonly<Record<string, string>> = {
  а: "a",
  α: "a",
  е: "e",
  ε: "e",
  о: "o",
  ο: "o",
  р: "p",
  ρ: "p",
  с: "c",
  ϲ: "c",
  х: "x",
  χ: "x",
  у: "y",
  γ: "y",
  і: "i",
  ι: "i",
  ӏ: "l",
  ј: "j",
  ѕ: "s",
  к: "k",
  κ: "k",
  н: "h",
  т: "t",
  τ: "t",
  м: "m",
  в: "b",
  ѵ: "v",
  ν: "v",
  υ: "u",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  ɡ: "g",
  ı: "i",
  "0": "o",
  "1": "l",
  "|": "l",
  "5": "s",
  $: "s",
  "@": "a",
  "3": "e",
};

/** Reduces a name so that look-alikes become equal. */
function skeleton(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase().replaceAll(/\p{M}/gu, "");
  const latin = [...plain].map((letter) => LIKE[letter] ?? letter).join("");
  return latin
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("i", "l");
}

/** Whether two different names are easily confused. */
export function looksAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [skeleton(one), skeleton(other)];
  if (a === "" || b === "") return false;
  if (a === b) return true;
  // Long names that differ by one letter. A trailing digit is excluded, as users number their own servers.
  const counted = /\d$/.test(one) || /\d$/.test(other);
  return !counted && Math.min(a.length, b.length) >= 6 && isOneApart(a, b);
}

/** Whether one insertion, deletion, replacement or swap of neighbours turns `a` into `b`. */
function isOneApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length !== long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  const swapped = `${long[at + 1] ?? ""}${long[at] ?? ""}`;
  return short.slice(at, at + 2) === swapped && short.slice(at + 2) === long.slice(at + 2);
}

export interface Named {
  id: string;
  name: string;
  claims?: string | undefined;
}

/** Finds another server that this one could be confused with, by its own name or by the name that it claims. */
export function confusableServer(
  one: Named,
  all: readonly Named[],
): { name: string; by: "name" | "claim" } | null {
  const others = all.filter(({ id }) => id !== one.id);
  const alike = others.find(({ name }) => name === one.name || looksAlike(name, one.name));
  if (alike !== undefined) return { name: alike.name, by: "name" };
  const { claims } = one;
  if (claims === undefined || claims === one.name || looksAlike(claims, one.name)) return null;
  const claimed = others.find(({ name }) => name === claims || looksAlike(name, claims));
  return claimed === undefined ? null : { name: claimed.name, by: "claim" };
}
