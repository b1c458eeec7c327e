// Evaluates arithmetic with a parser of its own: the text comes from a model and must never run as code.

/** A finite number, or why the text is not a valid expression. */
export type Calculation = { readonly value: number } | { readonly problem: string };

const MAX_LENGTH = 200;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([-+*/()]))/y;

class NotArithmetic extends Error {}

/** Evaluates `expression`: at most 200 characters of numbers, + - * / and brackets. */
export function calculate(expression: string): Calculation {
  if (expression.length > MAX_LENGTH) {
    return { problem: `the expression is longer than ${MAX_LENGTH} characters` };
  }
  try {
    const tokens = readTokens(expression);
    const value = sum(tokens);
    if (tokens.length > 0) throw new NotArithmetic(`unexpected "${tokens[0]}"`);
    if (!Number.isFinite(value)) throw new NotArithmetic("the result is not a finite number");
    return { value };
  } catch (error) {
    if (error instanceof NotArithmetic) return { problem: error.message };
    throw error;
  }
}

function readTokens(expression: string): string[] {
  const text = expression.trimEnd();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new NotArithmetic(`"${text.slice(at).trim()}" is not arithmetic`);
    tokens.push(match[1] ?? match[2] ?? "");
  }
  return tokens;
}

function sum(tokens: string[]): number {
  let value = product(tokens);
  while (tokens[0] === "+" || tokens[0] === "-") {
    value = tokens.shift() === "+" ? value + product(tokens) : value - product(tokens);
  }
  return value;
}

function product(tokens: string[]): number {
  let value = operand(tokens);
  while (tokens[0] === "*" || tokens[0] === "/") {
    value = tokens.shift() === "*" ? value * operand(tokens) : value / operand(tokens);
  }
  return value;
}

function operand(tokens: string[]): number {
  const token = tokens.shift();
  if (token === undefined) throw new NotArithmetic("the expression ends too early");
  if (token === "-") return -operand(tokens);
  if (token === "(") {
    const value = sum(tokens);
    if (tokens.shift() !== ")") throw new NotArithmetic("a bracket is not closed");
    return value;
  }
  const value = Number(token);
  if (Number.isNaN(value)) throw new NotArithmetic(`unexpected "${token}"`);
  return value;
}
