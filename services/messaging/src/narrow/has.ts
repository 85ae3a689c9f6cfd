import { errors, errorText } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { CompiledTerm, Operator } from './types.ts';

const term = (condition: Query): CompiledTerm => ({ condition });

const compilers = new Map<unknown, () => CompiledTerm>([
  ['link', () => term(sql`m.has_link`)],
  ['links', () => term(sql`m.has_link`)],
  ['image', () => term(sql`m.has_image`)],
  ['images', () => term(sql`m.has_image`)],
  ['attachment', () => term(sql`m.has_attachment`)],
  ['attachments', () => term(sql`m.has_attachment`)],
  [
    'reaction',
    () => ({ condition: sql`m.id in (select has.message_id from reactions has)`, isSelective: true }),
  ],
  [
    'reactions',
    () => ({ condition: sql`m.id in (select has.message_id from reactions has)`, isSelective: true }),
  ],
]);

/** `has:link`, `has:reaction` and others: selects messages with a link, an image, an attachment or a reaction. */
export const has: Operator<() => CompiledTerm> = {
  names: ['has'],
  parse(operand) {
    const compile = compilers.get(operand);
    if (!compile)
      throw errors.badNarrow(
        errorText("unknown 'has' operand {operand}", { operand: JSON.stringify(operand) }),
      );
    return compile;
  },
  compile: (compile) => compile(),
};
