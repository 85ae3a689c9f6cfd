import { errors } from '@parley/core';
import { sql } from '@parley/db';
import type { Operator } from './types.ts';

type Kind = 'direct';

/** `is:dm`: by a property of the message. */
export const is: Operator<Kind> = {
  names: ['is'],
  parse(operand) {
    if (operand === 'dm' || operand === 'private') return 'direct';
    throw errors.badNarrow(`unknown 'is' operand ${JSON.stringify(operand)}`);
  },
  compile: () => ({
    condition: sql`m.conversation_id is not null`,
    scope: { kind: 'direct' },
    impliedByScope: true,
  }),
};
