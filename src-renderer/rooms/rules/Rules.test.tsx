// The rules screen: a rule made by hand, ordered by keys, and edited elsewhere meanwhile.
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "#shared/outcome.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import { noTeam } from "#shared/team/view.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain } from "../../testing/testMain.ts";

const rule = (id: string, more: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ id, name: id, decide: "ask", ...more });

/** Opens the screen with these rules; a saved list holds at once. */
async function opened(...rules: Rule[]) {
  let revision = 1;
  let held: readonly Rule[] = rules;
  const tell = (): void =>
    main.set("rules", { revision, rules: [...held], file: "/r/rules.json", faults: [], used: {} });
  const hold = (next: readonly Rule[]): void => {
    revision += 1;
    held = next;
    tell();
  };
  const main: TestMain = new TestMain({
    snapshot: { rules: { revision, rules, file: "/r/rules.json", faults: [], used: {} } },
    answers: {
      "rules.save": (next) => {
        hold(next);
        return ok(revision);
      },
    },
  });
  const window = await openWindow(main, { screen: "rules" });
  return { main, ...window, hold, held: () => held, names: () => held.map(({ name }) => name) };
}
const panel = () => screen.getByRole("complementary", { name: /^Rule / });
const name = () => screen.getByRole("textbox", { name: "Name" });
const when = () => screen.getByRole("combobox", { name: "When" });
const valueOf = (element: Element): unknown => Reflect.get(element, "value");

test(
  "a rule is made by hand: each fault at its field, and only a valid filter is saved",
  { tags: ["long"] },
  async () => {
    Object.assign(document, { execCommand: () => false });
    const { user, pass, held } = await opened();
    expect(screen.getByText("No rules yet. You review every request.")).toBeDefined();
    await user.click(screen.getAllByRole("button", { name: "New rule" })[0] as Element);
    await user.keyboard("{Control>}s{/Control}");
    expect(panel().textContent).toContain("Enter a value.");
    await user.type(name(), "no-images");
    await user.type(when(), "has:imag");
    await user.click(screen.getByRole("radio", { name: "Refuse" }));
    await user.keyboard("{Control>}s{/Control}");
    await pass(300);
    expect(panel().textContent).toContain("has has no value imag.");
    expect(held()).toEqual([]);
    await user.click(screen.getByRole("button", { name: /^Use / }));
    expect(valueOf(when())).toBe("has:image");
    await user.type(screen.getByRole("textbox", { name: "Reason" }), "no-images");
    await user.keyboard("{Control>}s{/Control}");
    await pass(300);
    expect(held()).toMatchObject([
      {
        name: "no-images",
        when: "has:image",
        decide: "refuse",
        on: true,
        refusal: { code: -32_050 },
      },
    ]);
  },
);

test("rules are ordered, turned on and off and removed by keys, and restored", async () => {
  const { user, pass, names, held } = await opened(rule("a"), rule("b"), rule("c"));
  const list = screen.getByRole("listbox", { name: "Rules in order" });
  const [first] = within(list).getAllByRole("option");
  await user.click(first as Element);
  list.focus();
  const press = async (keys: string): Promise<void> => {
    await user.keyboard(keys);
    await pass(50);
  };
  await press("{Alt>}{ArrowDown}{/Alt}");
  await press("{Alt>}{ArrowDown}{/Alt}");
  expect(names()).toEqual(["b", "c", "a"]);
  await press("{Alt>}{ArrowUp}{/Alt}");
  expect(names()).toEqual(["b", "a", "c"]);
  await press(" ");
  expect(held().map(({ on }) => on)).toEqual([true, false, true]);
  await press("{Delete}");
  expect(names()).toEqual(["b", "c"]);
  expect(screen.getByText(/^Removed: /).textContent).toContain("a");
  await press("z");
  expect(names()).toEqual(["b", "a", "c"]);
});

test(
  "an edit made elsewhere meanwhile is reported, and mine becomes a rule of its own",
  { tags: ["long"] },
  async () => {
    const { user, pass, inMain, hold, held } = await opened(rule("a", { when: "tool:x" }));
    await user.clear(name());
    await user.type(name(), "mine");
    await inMain(() => hold([rule("a", { when: "tool:y", note: "theirs" })]));
    expect(panel().textContent).toContain("This rule was changed elsewhere while you edited it.");
    const save = (): HTMLElement => screen.getByRole("button", { name: /^Save rule/ });
    expect(Reflect.get(save(), "disabled")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Keep mine as a new rule" }));
    expect([valueOf(name()), valueOf(when())]).toEqual(["mine", "tool:x"]);
    await user.click(save());
    await pass(300);
    expect(held()).toMatchObject([
      rule("a", { when: "tool:y", note: "theirs" }),
      { name: "mine", when: "tool:x" },
    ]);
  },
);

test("a dragged rule takes the place where it is dropped", { tags: ["long"] }, async () => {
  const { pass, names } = await opened(rule("a"), rule("b"), rule("c"));
  const list = screen.getByRole("listbox", { name: "Rules in order" });
  const line = (text: string): Element =>
    within(list).getAllByRole("option")[names().indexOf(text)] as Element;
  const carried = { setData: () => undefined, effectAllowed: "", dropEffect: "" };
  const drag = async (from: string, to: string): Promise<void> => {
    fireEvent.dragStart(line(from), { dataTransfer: carried });
    fireEvent.dragOver(line(to), { dataTransfer: carried });
    fireEvent.drop(line(to), { dataTransfer: carried });
    await pass(300);
  };
  await drag("c", "a");
  expect(names()).toEqual(["c", "a", "b"]);
  await drag("c", "b");
  expect(names()).toEqual(["a", "c", "b"]);
});

test("a rule that asks can ask the team, once there is one", { tags: ["long"] }, async () => {
  const { user, main, pass, inMain, held } = await opened(rule("asks", { when: "tool:x" }));
  const choice = () => screen.queryByRole("checkbox", { name: /^Ask the team/ });
  expect(choice()).toBeNull();
  const settings = { url: "postgres://ana@db/desk", label: "Ana", authorities: null };
  const team = { ...noTeam, settings: { ...settings, allowPlain: false } };
  await inMain(() => main.set("team", team));
  await user.click(choice() as HTMLElement);
  await user.click(screen.getByRole("button", { name: /^Save rule/ }));
  await pass(300);
  expect(held()).toMatchObject([{ decide: "ask", team: true }]);
  // Without a team, it can still be taken away.
  await inMain(() => main.set("team", noTeam));
  await user.click(choice() as HTMLElement);
  await user.click(screen.getByRole("button", { name: /^Save rule/ }));
  await pass(300);
  expect(held()[0]).not.toHaveProperty("team");
  expect(choice()).toBeNull();
});

test(
  "the form follows the list and its own draft: switched, discarded, left and opened again",
  { tags: ["long"] },
  async () => {
    const { user, pass, held } = await opened(rule("a", { on: false }), rule("b"));
    const list = screen.getByRole("listbox", { name: "Rules in order" });
    const option = (at: number) => within(list).getAllByRole("option")[at] as Element;
    const isOn = () => screen.getByRole("checkbox", { name: "On" }).getAttribute("aria-checked");
    await user.type(name(), "2");
    list.focus();
    await user.keyboard(" ");
    await pass(50);
    expect([held()[0]?.on, isOn(), valueOf(name())]).toEqual([true, "true", "a2"]);
    await user.click(option(1));
    expect(valueOf(name())).toBe("b");
    await user.click(option(0));
    expect(valueOf(name())).toBe("a2");
    await user.clear(name());
    await user.keyboard("{Control>}s{/Control}");
    expect(panel().textContent).toContain("Enter a value.");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect([isOn(), valueOf(name())]).toEqual(["true", "a"]);
    expect(panel().textContent).not.toContain("Enter a value.");
  },
);
