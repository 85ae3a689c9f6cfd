import { sql } from '@parley/db';
import { channel } from './channel.ts';
import { muted } from './muted.ts';
import type { OperandReference, Operator } from './types.ts';

/** `in:design`, `in:7`; `in:home` is what the reader has not muted, `in:all` everything. */
export const inPlace: Operator<OperandReference | 'home' | 'all'> = {
  names: ['in'],
  parse: (operand, name) =>
    operand === 'home' || operand === 'all' ? operand : channel.parse(operand, name),
  collect(place, lookups) {
    if (place === 'home') lookups.topicPolicies = true;
    else if (place !== 'all') channel.collect?.(place, lookups);
  },
  compile(place, facts) {
    if (place === 'all') return { condition: sql`true`, impliedByScope: true };
    if (place === 'home') return { condition: sql`(${muted(facts)}) is not true` };
    return channel.compile(place, facts);
  },
};
