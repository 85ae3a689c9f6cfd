/** One condition of a narrow, which messages must meet. */
export type NarrowTerm = {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
};

/** Conditions that must all be met. Without conditions, it contains all messages that the user receives. */
export type Narrow = readonly NarrowTerm[];

/** Earlier names of operators. */
const canonicalOperators: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
};

/** Returns the current name of an operator. The given name may be an earlier one. */
export const canonicalOperator = (operator: string): string => canonicalOperators[operator] ?? operator;

/** Returns a key that is equal for narrows with the same meaning. */
export function narrowKey(narrow: Narrow): string {
  const terms = narrow.map(({ operator, operand, negated }) => {
    const canonical = canonicalOperator(operator);
    const value = canonical === 'topic' ? String(operand).toLowerCase() : operand;
    return JSON.stringify([
      canonical,
      Array.isArray(value) ? [...value].sort((a, b) => a - b) : value,
      !!negated,
    ]);
  });
  return terms.sort().join();
}
