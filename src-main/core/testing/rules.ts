// For tests: rules without a file, and an inspector with given findings.
import type { Finding } from "#shared/findings/findings.ts";
import type { Inspection } from "#shared/findings/inspection.ts";
import { compile } from "#shared/rules/judge/judge.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { InspectRequest, Inspector, RuleBook } from "../ports.ts";

export class FakeBook implements RuleBook {
  /** Null: the file is invalid. */
  rules: Rule[] | null = [];
  /** Rule ids, one for each use taken. */
  readonly taken: string[] = [];
  /** Rule ids, one for each request decided. */
  readonly decisions: string[] = [];
  onDecided(ruleId: string): void {
    this.decisions.push(ruleId);
  }
  compiled() {
    return this.rules === null ? null : compile(this.rules);
  }
  takeUse(ruleId: string): boolean {
    let taken = false;
    this.rules = (this.rules ?? []).map((one) => {
      if (one.id !== ruleId || one.holds.kind !== "uses" || one.holds.left === 0) return one;
      taken = true;
      return { ...one, holds: { kind: "uses", left: one.holds.left - 1 } };
    });
    if (taken) this.taken.push(ruleId);
    return taken;
  }
  returnUse(ruleId: string): void {
    this.taken.splice(this.taken.lastIndexOf(ruleId), 1);
    this.rules = (this.rules ?? []).map((one) =>
      one.id === ruleId && one.holds.kind === "uses"
        ? { ...one, holds: { kind: "uses", left: one.holds.left + 1 } }
        : one,
    );
  }
}

/** Returns the findings that a test sets, once `gate` resolves. */
export class FakeInspector implements Inspector {
  readonly asked: InspectRequest[] = [];
  findings: Finding[] = [];
  more = 0;
  unseen?: number;
  leftOutAt?: Inspection["leftOutAt"];
  late = false;
  gate: Promise<void> = Promise.resolve();
  async inspect(ask: InspectRequest) {
    this.asked.push(ask);
    await this.gate;
    if (this.late) return null;
    const { findings, more, unseen, leftOutAt } = this;
    const told = unseen === undefined ? {} : { unseen };
    const at = leftOutAt === undefined ? {} : { leftOutAt };
    return { findings, more, ...told, ...at, tookMs: 1 };
  }
}
