import { errors } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { Operator } from './types.ts';

const conditions = new Map<unknown, () => Query>([
  ['link', () => sql`m.has_link`],
  ['links', () => sql`m.has_link`],
  ['image', () => sql`m.has_image`],
  ['images', () => sql`m.has_image`],
  ['attachment', () => sql`m.has_attachment`],
  ['attachments', () => sql`m.has_attachment`],
  ['reaction', () => sql`exists (select from reactions has where has.message_id = m.id)`],
  ['reactions', () => sql`exists (select from reactions has where has.message_id = m.id)`],
]);

/** `has:link`: messages with something in or on them. */
export const has: Operator<() => Query> = {
  names: ['has'],
  parse(operand) {
    const condition = conditions.get(operand);
    if (!condition) throw errors.badNarrow(`unknown 'has' operand ${JSON.stringify(operand)}`);
    return condition;
  },
  compile: (condition) => ({ condition: condition() }),
};
