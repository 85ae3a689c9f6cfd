import { errors, errorText } from '@parley/core';
import { sql } from '@parley/db';
import { collectPerson, findPerson, parsePeople, requirePerson } from './operands.ts';
import type { OperandReference, Operator } from './types.ts';

type Including = { people: OperandReference[]; onlyGroups: boolean };

/** `dm-including:5`: conversations that include all of these people; `group-pm-with` only three or more members. */
export const dmIncluding: Operator<Including> = {
  names: ['dm-including', 'group-pm-with', 'group_pm_with'],
  parse(operand, name) {
    const people = parsePeople(operand);
    if (people.length === 0)
      throw errors.badNarrow(errorText('unknown user in {operand}', { operand: JSON.stringify(operand) }));
    return { people, onlyGroups: name !== 'dm-including' };
  },
  collect({ people }, lookups) {
    for (const name of people) collectPerson(name, lookups);
  },
  compile({ people, onlyGroups }, facts) {
    const ids = people.map((name) => findPerson(name, facts).userId);
    const atLeast = onlyGroups ? 3 : 1;
    return {
      condition: sql`m.conversation_id in (
        select d.conversation_id from direct_members d
          join direct_conversations c on c.conversation_id = d.conversation_id
         where d.user_id = ${requirePerson(facts.reader).userId} and c.member_ids @> ${ids}::int8[]
           and cardinality(c.member_ids) >= ${atLeast})`,
      scope: { kind: 'direct' },
      isSelective: true,
    };
  },
};
