import { mentioning } from './mentioning.ts';
import { collectPerson, findPerson, parseName, requirePerson } from './operands.ts';
import type { OperandReference, Operator } from './types.ts';

/** `mentions:5`, `mentions:me`: by name, group or wildcard that reaches the person, not silently. */
export const mentions: Operator<OperandReference> = {
  names: ['mentions'],
  parse: (operand) => parseName(operand, 'unknown user {operand}'),
  collect(name, lookups) {
    if (isMe(name)) return;
    collectPerson(name, lookups);
    lookups.mentioned.push(name);
  },
  compile(name, facts) {
    if (isMe(name)) {
      const { userId, isBot } = requirePerson(facts.reader);
      return { ...mentioning(userId, facts.ownVisibility), ...(isBot && { reachesMentions: true }) };
    }
    const { userId } = findPerson(name, facts);
    return mentioning(userId, facts.visibilityOf(userId));
  },
};

const isMe = (name: OperandReference): boolean => 'text' in name && name.text === 'me';
