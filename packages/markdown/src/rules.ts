/** A rule of the parser as its rulers keep it. */
export type Rule<Fn> = { name: string; fn: Fn; alt: string[] };

/**
 * One of the parser's own rules, to wrap it. Rulers hand out chains without names only, so this looks behind
 * their interface; the parser's version is pinned, and a rule that is gone fails at start.
 */
export function findRule<Fn>(ruler: object, name: string): Rule<Fn> {
  const rules = (ruler as { __rules__?: Rule<Fn>[] }).__rules__;
  const rule = rules?.find((entry) => entry.name === name);
  if (rule === undefined) throw new Error(`The parser has no rule ${name}`);
  return rule;
}
