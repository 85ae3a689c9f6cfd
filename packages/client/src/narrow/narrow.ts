import { foldCase } from '../fold-case.ts';

/** One condition of a narrow (a message filter). */
export type NarrowTerm = {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
};

/**
 * A message filter (docs/glossary.md#messages): conditions that a message must all meet. Without conditions, it selects all
 * messages that the user receives.
 */
export type Narrow = readonly NarrowTerm[];

/** Current names of operators, by earlier name. */
const canonicalOperators: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
};

/** Returns the current name of an operator, which may be given by an earlier name. */
export const canonicalOperator = (operator: string): string => canonicalOperators[operator] ?? operator;

/**
 * Returns a key of a narrow. Narrows have the same key if they differ only in the order of terms or IDs, in earlier names of
 * operators, or in the case of a topic.
 */
export function narrowKey(narrow: Narrow): string {
  const terms = narrow.map(({ operator, operand, negated }) => {
    const canonical = canonicalOperator(operator);
    const value = canonical === 'topic' ? foldCase(String(operand)) : operand;
    return JSON.stringify([
      canonical,
      Array.isArray(value) ? [...value].sort((a, b) => a - b) : value,
      !!negated,
    ]);
  });
  return terms.sort().join();
}
