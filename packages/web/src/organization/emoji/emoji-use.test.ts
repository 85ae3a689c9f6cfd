import { expect, it } from 'vitest';
import { usesEmoji } from './emoji-use.ts';

const parrot = { id: '7', name: 'parrot' };
const reaction = { emoji_name: 'parrot', emoji_code: '7', reaction_type: 'realm_emoji', user_id: 1 } as const;

it.each([
  ['in the text', { content: 'Hello :parrot:', reactions: [] }, true],
  ['in a reaction', { content: 'Hello', reactions: [reaction] }, true],
  ['only as a word', { content: 'A parrot', reactions: [] }, false],
  ['as part of another name', { content: ':parrot_green:', reactions: [] }, false],
  [
    'as a reaction of Unicode',
    { content: '', reactions: [{ ...reaction, reaction_type: 'unicode_emoji' as const }] },
    false,
  ],
])('finds an emoji %s', (_where, message, isUsed) => {
  expect(usesEmoji(message, parrot)).toBe(isUsed);
});
