import { errors } from '@parley/core';
import { sql } from '@parley/db';
import type { Operator } from './types.ts';

export const id: Operator<number> = {
  names: ['id'],
  parse(operand) {
    const value =
      typeof operand === 'string' && /^\d{1,15}$/.test(operand.trim()) ? Number(operand) : operand;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
      throw errors.badNarrow('Invalid message ID');
    }
    return value;
  },
  compile: (messageId) => ({ condition: sql`m.id = ${messageId}`, isSelective: true }),
};
