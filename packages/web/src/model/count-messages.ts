import type { Client, Narrow } from '@parley/client';

/** Number of messages that are counted at most: the server has no call that only counts. */
const maxCounted = 1_000;

/**
 * Counts the messages of a narrow that the person can read, up to `maxCounted`. `isAll` is false when there are more.
 */
export async function countMessages(
  client: Client,
  narrow: Narrow,
): Promise<{ readonly count: number; readonly isAll: boolean }> {
  const { messages, found_oldest: isAll } = await client.call('get-messages', {
    anchor: 'newest',
    num_before: maxCounted,
    num_after: 0,
    narrow: narrow as never,
  });
  return { count: messages.length, isAll };
}
