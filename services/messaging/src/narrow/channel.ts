import { errors } from '@parley/core';
import { sql } from '@parley/db';
import { parseName } from './operands.ts';
import type { OperandReference, Operator } from './types.ts';

/** `channel:7`, `stream:design`. A number in quotes is an ID only if no channel has that name. */
export const channel: Operator<OperandReference> = {
  names: ['channel', 'stream'],
  parse: (operand) => parseName(operand, 'unknown channel {operand}', typeof operand !== 'string'),
  collect(name, lookups) {
    if ('id' in name) lookups.channelIds.add(name.id);
    else {
      lookups.channelNames.add(name.text);
      if (isId(name.text)) lookups.channelIds.add(Number(name.text));
    }
  },
  compile(name, facts) {
    const found =
      'id' in name
        ? facts.channelById(name.id)
        : (facts.channelByName(name.text) ??
          (isId(name.text) ? facts.channelById(Number(name.text)) : undefined));
    if (!found) throw errors.badNarrow('unknown channel');
    return {
      condition: sql`m.channel_id = ${found.channelId}`,
      scope: { kind: 'channel', channel: found },
    };
  },
};

const isId = (text: string): boolean => /^\d{1,15}$/.test(text);
