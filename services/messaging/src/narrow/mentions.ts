import { sql } from '@parley/db';
import { collectPerson, findPerson, type OperandReference, parseName, requirePerson } from './operands.ts';
import type { Operator } from './types.ts';

/**
 * `mentions:5`: selects messages that mention one person by name, whose messages they are. Silent mentions and mentions of the
 * person's groups, of the channel and of the topic do not count.
 */
export const mentions: Operator<OperandReference> = {
  names: ['mentions'],
  parse: (operand) => parseName(operand, 'unknown user {operand}'),
  collect(name, lookups) {
    if (!isMe(name)) collectPerson(name, lookups);
  },
  compile(name, facts) {
    const { userId } = isMe(name) ? requirePerson(facts.reader) : findPerson(name, facts);
    // An index finds the messages with the flag `mentioned` of the person, which mentions of groups set, too. The rendered text
    // shows who is mentioned by name. It cannot be forged, because messages contain no HTML.
    const mark = `<span class="user-mention" data-user-id="${userId}">`;
    return {
      condition: sql`(m.id in (
          select p.message_id from personal_flags p where p.user_id = ${userId} and p.flags & 4 <> 0)
        and strpos(m.rendered_content, ${mark}) > 0)`,
      isSelective: true,
    };
  },
};

const isMe = (name: OperandReference): boolean => 'text' in name && name.text === 'me';
