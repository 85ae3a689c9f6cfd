import { errors } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { CompiledTerm, Operator } from './types.ts';

const having = (condition: Query): CompiledTerm => ({ condition });

const terms = new Map<unknown, () => CompiledTerm>([
  ['link', () => having(sql`m.has_link`)],
  ['links', () => having(sql`m.has_link`)],
  ['image', () => having(sql`m.has_image`)],
  ['images', () => having(sql`m.has_image`)],
  ['attachment', () => having(sql`m.has_attachment`)],
  ['attachments', () => having(sql`m.has_attachment`)],
  [
    'reaction',
    () => ({ condition: sql`m.id in (select has.message_id from reactions has)`, isSelective: true }),
  ],
  [
    'reactions',
    () => ({ condition: sql`m.id in (select has.message_id from reactions has)`, isSelective: true }),
  ],
]);

/** `has:link`: messages with something in or on them. */
export const has: Operator<() => CompiledTerm> = {
  names: ['has'],
  parse(operand) {
    const term = terms.get(operand);
    if (!term) throw errors.badNarrow(`unknown 'has' operand ${JSON.stringify(operand)}`);
    return term;
  },
  compile: (term) => term(),
};
