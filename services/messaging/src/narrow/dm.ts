import { errors, errorText } from '@parley/core';
import { sql } from '@parley/db';
import { conversationMembers, memberHash } from '../domain/sending/recipients.ts';
import { collectPerson, findPerson, parsePeople, requirePerson } from './operands.ts';
import type { OperandReference, Operator } from './types.ts';

/** `dm:3,4`: between the reader and exactly these people; the reader's ID alone is their notes to themselves. */
export const dm: Operator<OperandReference[]> = {
  names: ['dm', 'pm-with', 'pm_with'],
  parse(operand) {
    const people = parsePeople(operand);
    if (people.length === 0)
      throw errors.badNarrow(errorText('unknown user in {operand}', { operand: JSON.stringify(operand) }));
    return people;
  },
  collect(people, lookups) {
    for (const name of people) collectPerson(name, lookups);
  },
  compile(people, facts) {
    const ids = people.map((name) => findPerson(name, facts).userId);
    const hash = memberHash(conversationMembers(requirePerson(facts.reader).userId, ids));
    return {
      // The hash is over the members including the reader, so the reader is a member and may read the conversation.
      condition: sql`m.conversation_id = (select c.conversation_id from direct_conversations c where c.member_hash = ${hash})`,
      scope: { kind: 'direct' },
      isSelective: true,
    };
  },
};
