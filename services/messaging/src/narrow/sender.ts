import { sql } from '@parley/db';
import { collectPerson, findPerson, type Name, parseName } from './operands.ts';
import type { Operator } from './types.ts';

/** `sender:me`, `sender:5`, `sender:ann@example.com`: messages somebody sent. */
export const sender: Operator<Name> = {
  names: ['sender', 'from'],
  parse: (operand) => parseName(operand, 'user'),
  collect(name, lookups) {
    if (!isMe(name)) collectPerson(name, lookups);
  },
  compile(name, facts) {
    const userId = isMe(name) ? facts.reader.userId : findPerson(name, facts).userId;
    return { condition: sql`m.sender_id = ${userId}`, directWith: userId };
  },
};

const isMe = (name: Name): boolean => 'text' in name && name.text === 'me';
