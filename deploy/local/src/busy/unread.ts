import { z } from 'zod';
import type { ApiClient } from '../api-client.ts';

/** Number of messages that a person has not read on the Monday morning. */
const unreadCount = 150;

const readMessages = z.object({ messages: z.array(z.object({ id: z.number(), sender_email: z.string() })) });

/** Marks the newest messages of others as unread. Imported messages are read by everybody. */
export async function markUnread(client: ApiClient, email: string): Promise<void> {
  const query = {
    anchor: 'newest',
    num_before: String(4 * unreadCount),
    num_after: '0',
    narrow: JSON.stringify([{ operator: 'in', operand: 'all' }]),
  };
  const { messages } = await client.get('/messages', query, readMessages);
  const ids = messages.filter(({ sender_email }) => sender_email !== email).map(({ id }) => id);
  const change = { messages: JSON.stringify(ids.slice(-unreadCount)), op: 'remove', flag: 'read' };
  await client.post('/messages/flags', change, z.unknown());
}
