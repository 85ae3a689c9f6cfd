import { errors, errorText, isOneOf } from '@parley/core';
import { sql } from '@parley/db';
import type { ChannelKind, Operator } from './types.ts';

const kinds: readonly ChannelKind[] = ['public', 'web-public', 'archived'];

/** `channels:public`: selects messages of all channels of a kind, including channels without a subscription of the reader. */
export const channels: Operator<ChannelKind> = {
  names: ['channels', 'streams'],
  parse(operand) {
    if (isOneOf(kinds, operand)) return operand;
    throw errors.badNarrow(
      errorText('unknown channels operand {operand}', { operand: JSON.stringify(operand) }),
    );
  },
  collect: (kind, lookups) => void lookups.channelKinds.add(kind),
  compile(kind, facts) {
    const found = facts.channelsOf(kind);
    const ids = found.map(({ channelId }) => channelId);
    return {
      condition: sql`m.channel_id = any(${ids}::int8[])`,
      scope: { kind: 'channels', channels: found },
      impliedByScope: true,
    };
  },
};
