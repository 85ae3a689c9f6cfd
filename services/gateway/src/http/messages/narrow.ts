import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import { z } from 'zod';

const maxTerms = 100;
/** Maximum number of characters of an operand. The limit allows searching for the text of a whole message. */
const maxOperand = 10_000;

const operatorSchema = z.string().max(100);

const operandSchema = z.union(
  [z.string().max(maxOperand), z.int(), z.boolean(), z.array(z.int()).max(5_000)],
  {
    error: 'is not a string, an integer or a list of integers',
  },
);

const termSchema = z.union(
  [
    z.object({ operator: operatorSchema, operand: operandSchema, negated: z.boolean().default(false) }),
    z.tuple([operatorSchema, z.string().max(maxOperand)]),
  ],
  { error: 'is not an object with operator and operand, or a pair of strings' },
);

/** A filter of messages: a list of terms, each of which is an object or a pair. */
export const narrowSchema = z.array(termSchema).max(maxTerms);

/** Converts the terms to fields of a request to messaging, which interprets them. */
export function toNarrowTerms(narrow: z.infer<typeof narrowSchema>): NarrowTerm[] {
  return narrow.map((term) => {
    const { operator, operand, negated } = Array.isArray(term)
      ? { operator: term[0], operand: term[1], negated: false }
      : term;
    return { operator, negated, operand: toOperand(operand) };
  });
}

function toOperand(operand: z.infer<typeof operandSchema>): NarrowTerm['operand'] {
  switch (typeof operand) {
    case 'string':
      return { $case: 'text', text: operand };
    case 'number':
      return { $case: 'number', number: operand };
    case 'boolean':
      return { $case: 'flag', flag: operand };
    default:
      return { $case: 'numbers', numbers: { values: operand } };
  }
}
