import { errors } from '@parley/core';
import { sql } from '@parley/db';
import { isEmptyTopic, shortenTopic } from '@parley/rules';
import type { Operator } from './types.ts';

/** `topic:lunch`: selects messages of topics with this name in any channel. Upper and lower case do not matter. */
export const topic: Operator<string> = {
  names: ['topic', 'subject'],
  parse(operand) {
    if (typeof operand !== 'string') throw errors.badNarrow('topic must be a text');
    // As in sends. Programs ask for the topic by the long name with which they sent to it.
    return shortenTopic(operand.trim());
  },
  compile(name, facts) {
    const stored = isEmptyTopic(name, facts.emptyTopicName) ? '' : name;
    // No topic has such a name, because PostgreSQL cannot store the text.
    if (stored.includes('\0') || !stored.isWellFormed()) return { condition: sql`false` };
    return {
      condition: sql`m.channel_id is not null and m.topic_key = fold_topic(${stored})`,
      onlyChannels: true,
    };
  },
};
