/** What the emoji picker shows, as sections with headings: the latest, the usual ones, the organization's own, and the groups. */
import { type Emoji, popularOf } from './all-emoji.ts';
import { compareEmoji, type EmojiGroup, emojiGroupOf, emojiGroups } from './emoji-groups.ts';

export type EmojiSection = {
  readonly name: 'recent' | 'own' | EmojiGroup;
  readonly emoji: readonly Emoji[];
};

/** Number of emoji that are remembered. They fill two rows. */
export const maxRecent = 16;

/**
 * Returns the sections, none of them empty.
 * @param recent names of the emoji that were chosen last, the latest first
 */
export function emojiSections(all: readonly Emoji[], recent: readonly string[]): EmojiSection[] {
  const byName = new Map(all.map((each) => [each.emoji_name, each]));
  const known = recent.flatMap((name) => byName.get(name) ?? []);
  const popular = popularOf(all).filter((each) => !known.includes(each));
  const groups = Map.groupBy(
    all.filter((each) => each.reaction_type === 'unicode_emoji'),
    (each) => emojiGroupOf(each.emoji_code),
  );
  const sections: EmojiSection[] = [
    { name: 'recent', emoji: [...known, ...popular].slice(0, maxRecent) },
    { name: 'own', emoji: all.filter((each) => each.reaction_type !== 'unicode_emoji') },
    ...emojiGroups.map((name) => ({
      name,
      emoji: (groups.get(name) ?? []).sort((one, other) => compareEmoji(one.emoji_code, other.emoji_code)),
    })),
  ];
  return sections.filter(({ emoji }) => emoji.length > 0);
}

/** Returns the names of recent emoji after one was chosen. */
export const withRecent = (recent: readonly string[], name: string): string[] =>
  [name, ...recent.filter((each) => each !== name)].slice(0, maxRecent);

/** The tones, from light to dark. Tone 0 is the emoji as it is. */
export const tones = ['', '\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'] as const;

const hasTones = /^\p{Emoji_Modifier_Base}\ufe0f?/u;

/**
 * Returns the characters of an emoji in a skin tone. Emoji without tones, and people who hold hands or the like, stay as they are: each
 * of the people would need a tone.
 */
export function inTone(text: string, tone: number): string {
  const modifier = tones[tone] ?? '';
  if (modifier === '' || !hasTones.test(text)) return text;
  const people = text.match(/\p{Emoji_Modifier_Base}/gu) ?? [];
  return people.length > 1 ? text : text.replace(hasTones, (base) => base.replace('\ufe0f', '') + modifier);
}
