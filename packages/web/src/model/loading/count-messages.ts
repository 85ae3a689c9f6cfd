import type { Client, Narrow } from '@parley/client';

/** Maximum number of messages to count. The API has no request that only counts, so counting reads messages. */
const maxCounted = 1_000;

/** Counts the messages of a narrow that the person can read. `isAll` is false beyond `maxCounted`. */
export async function countMessages(
  client: Client,
  narrow: Narrow,
): Promise<{ readonly count: number; readonly isAll: boolean }> {
  const { messages, found_oldest: isAll } = await client.call('get-messages', {
    anchor: 'newest',
    num_before: maxCounted,
    num_after: 0,
    narrow,
  });
  return { count: messages.length, isAll };
}
