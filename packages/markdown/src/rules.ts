/** A rule of the parser as its rulers keep it. */
export type Rule<Fn> = { name: string; fn: Fn; alt: string[] };

/**
 * Returns one of the parser's own rules, to wrap it. The public interface of rulers has no rules by name, so this reads
 * a private field. The parser's version is pinned, and a missing rule fails at the start.
 */
export function findRule<Fn>(ruler: object, name: string): Rule<Fn> {
  const rules = (ruler as { __rules__?: Rule<Fn>[] }).__rules__;
  const rule = rules?.find((entry) => entry.name === name);
  if (rule === undefined) throw new Error(`The parser has no rule ${name}`);
  return rule;
}
