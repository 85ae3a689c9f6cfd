import { sql } from '@parley/db';
import { id } from './id.ts';
import type { Operator } from './types.ts';

/** `near:12`: tells clients where to scroll. It matches every message. */
export const near: Operator<number> = {
  names: ['near'],
  parse: id.parse,
  cannotBeNegated: true,
  compile: () => ({ condition: sql`true`, impliedByScope: true }),
};
