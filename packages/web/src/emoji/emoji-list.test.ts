import { describe, expect, it } from 'vitest';
import type { Emoji } from './all-emoji.ts';
import { emojiSections, inTone, maxRecent, withRecent } from './emoji-list.ts';

const emoji = (emoji_name: string, emoji_code: string, more: Partial<Emoji> = {}): Emoji => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
  aliases: [],
  ...more,
});
const all = [
  emoji('parrot', '7', { reaction_type: 'realm_emoji' }),
  emoji('+1', '1f44d'),
  emoji('tada', '1f389'),
  emoji('grinning', '1f600'),
  emoji('pizza', '1f355'),
];

describe('the emoji picker', () => {
  it('begins with what was chosen last and the usual ones, each once', () => {
    const [first, second] = emojiSections(all, ['pizza', 'gone', 'tada']);
    expect(first!.name).toBe('recent');
    expect(first!.emoji.map((each) => each.emoji_name)).toEqual(['pizza', 'tada', '+1']);
    expect(second!).toMatchObject({ name: 'own', emoji: [{ emoji_name: 'parrot' }] });
  });

  it('has no empty section, and every emoji in one', () => {
    const sections = emojiSections(all, []);
    expect(sections.every((each) => each.emoji.length > 0)).toBe(true);
    const shown = new Set(sections.flatMap((each) => each.emoji.map((one) => one.emoji_name)));
    expect(shown).toEqual(new Set(all.map((each) => each.emoji_name)));
  });

  it('remembers what was chosen, the latest first', () => {
    expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
    const many = Array.from({ length: 40 }, (_, index) => String(index));
    expect(many.reduce<readonly string[]>(withRecent, [])).toHaveLength(maxRecent);
  });

  it('gives tones to those that have them', () => {
    expect(inTone('👍', 3)).toBe('👍🏽');
    expect(inTone('✌\ufe0f', 1)).toBe('✌🏻');
    expect(inTone('👩‍💻', 5)).toBe('👩🏿‍💻');
    expect(inTone('🎉', 3)).toBe('🎉');
    expect(inTone('👩‍❤️‍👨', 2)).toBe('👩‍❤️‍👨');
    expect(inTone('👍', 0)).toBe('👍');
    expect(inTone('👍', 9)).toBe('👍');
  });
});
