// A coding agent's conversation: 40 turns that grow from 90 to 292 kB, with 25 tools, as they were recorded from agents
// (docs/parts.md). Its texts are made up, and the same in every run.

export const TURNS = 40;
const [FIRST_BYTES, LAST_BYTES] = [90_000, 292_000];
const TOOLS = 25;
const SYSTEM_BYTES = 26_000;
const TOOL_BYTES = 2200;

const SYLLABLES = [
  "ba",
  "con",
  "de",
  "fi",
  "gra",
  "ker",
  "lo",
  "mi",
  "nex",
  "po",
  "ra",
  "se",
  "tu",
];

/** Words as often as in code: few of them much, and names that stand once. */
class Texts {
  #state = 44;

  #next(below: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  #word(): string {
    const rare = this.#next(12) === 0;
    let place = rare ? this.#next(28_000) : Math.floor(this.#next(1000) ** 2 / 600);
    let word = "";
    do {
      word += SYLLABLES[place % SYLLABLES.length];
      place = Math.floor(place / SYLLABLES.length);
    } while (place > 0);
    return word;
  }

  /** Lines of this many characters together. */
  of(length: number): string {
    const lines: string[] = [];
    for (let have = 0; have < length;) {
      const words = Array.from({ length: 3 + this.#next(9) }, () => this.#word());
      const line = `${"  ".repeat(this.#next(4))}${words.join(this.#next(4) === 0 ? "." : " ")};`;
      lines.push(line);
      have += line.length + 1;
    }
    return lines.join("\n").slice(0, length);
  }
}

interface Call {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** The text in the newest message of a turn. */
export const tokenOf = (turn: number): string => `turn-${turn}-end`;

export class Conversation {
  readonly #texts = new Texts();
  readonly #tools: object[];
  readonly #messages: object[];
  readonly #session: string;
  #turns = 1;

  /** @param session equal for the turns of one conversation */
  constructor(session: string) {
    this.#session = session;
    const texts = this.#texts;
    this.#tools = Array.from({ length: TOOLS }, (_, tool) => ({
      type: "function",
      function: {
        name: `tool_${tool}`,
        description: `See https://docs.tool-${tool}.dev/use\n${texts.of(TOOL_BYTES)}`,
        parameters: {
          type: "object",
          properties: {
            file: { type: "string", description: texts.of(80) },
            from: { type: "number", description: texts.of(60) },
          },
          required: ["file"],
        },
      },
    }));
    this.#messages = [{ role: "system", content: texts.of(SYSTEM_BYTES) }];
    const left = FIRST_BYTES - Buffer.byteLength(this.body());
    this.#messages.push({ role: "user", content: `${texts.of(left - 80)} ${tokenOf(1)}` });
  }

  get turn(): number {
    return this.#turns;
  }

  /** The next call of a tool, in the model's words. */
  reply(): { content: string; tool_calls: Call[] } {
    const call: Call = {
      id: `call_${this.#session}_${this.#turns}`,
      type: "function",
      function: {
        name: `tool_${this.#turns % TOOLS}`,
        arguments: JSON.stringify({ file: `src/module-${this.#turns}.ts`, from: this.#turns }),
      },
    };
    return { content: `I read module ${this.#turns} next.`, tool_calls: [call] };
  }

  /** Goes on after that reply, with what the tool said. */
  goOn(reply: ReturnType<Conversation["reply"]>): void {
    this.#turns += 1;
    this.#messages.push({ role: "assistant", ...reply });
    const grown = (LAST_BYTES - FIRST_BYTES) / (TURNS - 1);
    const id = reply.tool_calls[0]?.id ?? "";
    const content = `${this.#texts.of(grown - 410)}\n${tokenOf(this.#turns)}`;
    this.#messages.push({ role: "tool", tool_call_id: id, content });
  }

  body(): string {
    return JSON.stringify({
      model: "scripted-1",
      stream: true,
      max_tokens: 4000,
      prompt_cache_key: this.#session,
      messages: this.#messages,
      tools: this.#tools,
    });
  }
}
