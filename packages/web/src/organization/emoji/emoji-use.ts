import type { AnswerOf, Client, Emoji } from '@parley/client';

/** Maximum number of messages that each of the two requests reads. The API has no request that only counts. */
const maxRead = 1_000;

type Message = AnswerOf<'get-messages'>['messages'][number];

/** Returns whether a message uses an emoji in its Markdown text or in a reaction. */
export const usesEmoji = (
  { content, reactions }: Pick<Message, 'content' | 'reactions'>,
  { id, name }: Pick<Emoji, 'id' | 'name'>,
): boolean =>
  content.includes(`:${name}:`) ||
  reactions.some((each) => each.reaction_type === 'realm_emoji' && each.emoji_code === String(id));

/**
 * Counts the messages that use an emoji, among those that the person can read. Reads the newest messages that contain the
 * emoji's name, and the newest ones with reactions. `isAll` is false if there may be more messages.
 */
export async function countEmojiUse(
  client: Client,
  emoji: Pick<Emoji, 'id' | 'name'>,
): Promise<{ readonly count: number; readonly isAll: boolean }> {
  const narrows = [[{ operator: 'search', operand: emoji.name }], [{ operator: 'has', operand: 'reaction' }]];
  const answers = await Promise.all(
    narrows.map((narrow) =>
      client.call('get-messages', {
        anchor: 'newest',
        num_before: maxRead,
        num_after: 0,
        apply_markdown: false,
        narrow: narrow,
      }),
    ),
  );
  const used = answers.flatMap(({ messages }) => messages.filter((each) => usesEmoji(each, emoji)));
  return {
    count: new Set(used.map(({ id }) => id)).size,
    isAll: answers.every(({ found_oldest: isAll }) => isAll),
  };
}
