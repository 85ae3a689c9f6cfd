import { emojiCodeToNames } from '@parley/markdown';
import { describe, expect, it } from 'vitest';
import { reactionEmoji } from './emoji.ts';

const noOwnEmoji = () => undefined;

describe('the emoji of a reaction', () => {
  it('may have any name of its code, for every code', () => {
    for (const [code, names] of Object.entries(emojiCodeToNames())) {
      for (const name of names) {
        const emoji = { type: 'unicode_emoji', code, name };
        expect(reactionEmoji({ name, code, type: undefined }, noOwnEmoji)).toEqual(emoji);
        expect(reactionEmoji({ name, code: undefined, type: 'unicode_emoji' }, noOwnEmoji)).toEqual(emoji);
      }
    }
  });

  it.each([
    ['kiss', '1f48f'],
    ['secret', '1f5dd'],
    ['secret', '3299'],
    ['cricket', '1f997'],
    ['receipt', '1f9fe'],
    ['beetle', '1fab2'],
    ['scientist', '1f9d1-200d-1f52c'],
    ['metal', '1fa99'],
    ['skeptical', '1fae4'],
    ['mauritius', '1f9a4'],
  ])('follows the client where clients use different codes for a name: %s with %s', (name, code) => {
    const emoji = { type: 'unicode_emoji', code, name };
    expect(reactionEmoji({ name, code, type: undefined }, noOwnEmoji)).toEqual(emoji);
    expect(reactionEmoji({ name, code, type: 'unicode_emoji' }, noOwnEmoji)).toEqual(emoji);
  });

  it('is chosen by its code when the organization has its own emoji with the same name', () => {
    const own = (name: string) => (name === 'tada' ? '7' : undefined);
    const ask = (code: string | undefined) => reactionEmoji({ name: 'tada', code, type: undefined }, own);
    expect(ask('1f389')).toMatchObject({ type: 'unicode_emoji', code: '1f389' });
    expect(ask('7')).toMatchObject({ type: 'realm_emoji', code: '7' });
    expect(ask(undefined)).toMatchObject({ type: 'realm_emoji', code: '7' });
    expect(() => ask('1f419')).toThrow('Invalid emoji code');
  });

  it('is not a Unicode emoji when the request names another type', () => {
    expect(() => reactionEmoji({ name: 'tada', code: '1f389', type: 'realm_emoji' }, noOwnEmoji)).toThrow(
      'Invalid emoji name',
    );
  });
});
