import { sql } from '@parley/db';
import { collectPerson, findPerson, parseName, requirePerson } from './operands.ts';
import type { OperandReference, Operator } from './types.ts';

/** `sender:me`, `sender:5`, `sender:ann@example.com`: selects messages that one person sent. */
export const sender: Operator<OperandReference> = {
  names: ['sender', 'from'],
  parse: (operand) => parseName(operand, 'unknown user {operand}'),
  collect(name, lookups) {
    if (!isMe(name)) collectPerson(name, lookups);
  },
  compile(name, facts) {
    const userId = isMe(name) ? requirePerson(facts.reader).userId : findPerson(name, facts).userId;
    return { condition: sql`m.sender_id = ${userId}`, directWith: userId };
  },
};

const isMe = (name: OperandReference): boolean => 'text' in name && name.text === 'me';
