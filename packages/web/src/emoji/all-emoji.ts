/** Emoji by name: Unicode emoji from the server's list, which is loaded on first use, and the organization's own emoji. */
import type { Store } from '@parley/client';
import { emojiOf } from '../lib/text/emoji-of.ts';

export type Emoji = {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  /** The characters of the emoji; undefined for an emoji with a picture. */
  readonly text?: string;
  readonly image?: string;
  readonly aliases: readonly string[];
};

type UnicodeEmoji = {
  readonly all: readonly Emoji[];
  /** The characters by each name. */
  readonly characters: ReadonlyMap<string, string>;
};

let unicode: Promise<UnicodeEmoji> | undefined;

async function load(url: string): Promise<UnicodeEmoji> {
  const response = await fetch(new URL(url, location.origin).pathname);
  if (!response.ok) throw new Error(`The list of emoji was answered with ${response.status}`);
  const { code_to_names: names } = (await response.json()) as { code_to_names: Record<string, string[]> };
  const characters = new Map<string, string>();
  const all = Object.entries(names).flatMap(([code, [name, ...aliases]]): Emoji[] => {
    if (name === undefined) return [];
    const text = emojiOf(code);
    for (const each of [name, ...aliases]) characters.set(each, text);
    return [{ emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji', text, aliases }];
  });
  return { all, characters };
}

/** Loads the list once, also for several callers. */
function loaded(store: Store): Promise<UnicodeEmoji> {
  unicode ??= load(
    store.fields.get('server_emoji_data_url') ?? '/static/generated/emoji/emoji_api.json',
  ).catch((error: unknown) => {
    unicode = undefined;
    throw error;
  });
  return unicode;
}

/** Returns the characters of Unicode emoji by each of their names. */
export const emojiCharacters = async (store: Store): Promise<ReadonlyMap<string, string>> =>
  (await loaded(store)).characters;

/** Returns all emoji, the organization's own first. */
export async function allEmoji(store: Store): Promise<readonly Emoji[]> {
  const own = store.fields.get('realm_emoji') ?? {};
  const custom = Object.values(own)
    .filter(({ deactivated }) => !deactivated)
    .map(
      ({ id, name, source_url }): Emoji => ({
        emoji_name: name,
        emoji_code: id,
        reaction_type: 'realm_emoji',
        image: source_url,
        aliases: [],
      }),
    );
  return [...custom, ...(await loaded(store)).all];
}

const popularEmoji = ['+1', 'tada', 'smile', 'heart', 'octopus', 'eyes', 'check', 'working_on_it'] as const;

/** Returns the emoji of `all` that are most common. */
export const popularOf = (all: readonly Emoji[]): Emoji[] =>
  popularEmoji.flatMap(
    (name) => all.find((each) => each.emoji_name === name || each.aliases.includes(name)) ?? [],
  );

/** Returns the emoji whose names match best, at most `limit`. */
export function searchEmoji(all: readonly Emoji[], query: string, limit: number): Emoji[] {
  const wanted = query.toLowerCase().replaceAll(' ', '_');
  const rank = ({ emoji_name: name, aliases }: Emoji): number => {
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (aliases.some((alias) => alias.startsWith(wanted))) return 2;
    return name.includes(wanted) || aliases.some((alias) => alias.includes(wanted)) ? 3 : 4;
  };
  return all
    .map((emoji) => [rank(emoji), emoji] as const)
    .filter(([each]) => each < 4)
    .sort(([one], [other]) => one - other)
    .slice(0, limit)
    .map(([, emoji]) => emoji);
}
