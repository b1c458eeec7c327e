// URI templates of resources (RFC 6570): lists their variables and expands them.

const expression = /\{([+#./;?&]?)([^{}]+)\}/g;
const operators: Record<string, { first: string; between: string; named: boolean; raw: boolean }> =
  {
    "": { first: "", between: ",", named: false, raw: false },
    "+": { first: "", between: ",", named: false, raw: true },
    "#": { first: "#", between: ",", named: false, raw: true },
    ".": { first: ".", between: ".", named: false, raw: false },
    "/": { first: "/", between: "/", named: false, raw: false },
    ";": { first: ";", between: ";", named: true, raw: false },
    "?": { first: "?", between: "&", named: true, raw: false },
    "&": { first: "&", between: "&", named: true, raw: false },
  };

/** The distinct variable names in order, without modifiers (`:3`, `*`). */
export function variablesOf(template: string): string[] {
  const names = [...template.matchAll(expression)].flatMap((match) => namesIn(match[2] ?? ""));
  return [...new Set(names.map(({ name }) => name))];
}

/** Expands a template, encoding each value as its operator requires. Undefined variables are left out. */
export function expand(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(expression, (_whole, sign: string, list: string) => {
    const operator = operators[sign];
    if (operator === undefined) return "";
    const parts = namesIn(list).flatMap(({ name, most }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return [];
      const text = encode(most === null ? value : [...value].slice(0, most).join(""), operator.raw);
      if (!operator.named) return [text];
      return [text === "" && sign === ";" ? name : `${name}=${text}`];
    });
    return parts.length === 0 ? "" : operator.first + parts.join(operator.between);
  });
}

function namesIn(list: string): { name: string; most: number | null }[] {
  return list.split(",").map((item) => {
    const [name = "", most] = item.trim().replace(/\*$/, "").split(":");
    return { name, most: most === undefined ? null : Number(most) };
  });
}

/** A lone surrogate: valid in a JavaScript string, but not encodable in a URI. */
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** With `+` and `#`, reserved characters and existing escapes such as `%41` are kept (RFC 6570, section 3.2.3). */
function encode(text: string, raw: boolean): string {
  const whole = text.replace(loneSurrogate, "\uFFFD");
  if (raw) return encodeURI(whole).replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
  return encodeURIComponent(whole).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
