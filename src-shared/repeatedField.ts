// Finds a field that an object has twice. RFC 8259, section 4: parsers differ on which one counts, so what was checked may
// not be what is read.

/** The name of the first field that an object in this valid JSON text has twice, at any depth; null if none has. */
export function repeatedField(text: string): string | null {
  /** Names of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{") open.push(new Set());
    else if (char === "[") open.push(null);
    else if (char === "}" || char === "]") open.pop();
    else if (char === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (names !== null && names !== undefined && isName(text, end)) {
        const name = JSON.parse(text.slice(at, end + 1)) as string;
        if (names.has(name)) return name;
        names.add(name);
      }
      at = end;
    }
  }
  return null;
}

function endOfString(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && text[end] !== '"') {
    const next = text.indexOf('"', end);
    const escape = text.indexOf("\\", end);
    if (next === -1) return text.length;
    end = escape === -1 || escape > next ? next : escape + 2;
  }
  return end;
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && " \t\n\r".includes(text[at] ?? "")) at += 1;
  return text[at] === ":";
}
