import type { UnreadRecord } from '@parley/archive';
import type { UserId } from '@parley/rules';
import { sendKeyOf } from '../domain/keys.ts';
import { requirePeople } from './people.ts';
import type { Running } from './state.ts';
import { whereOf } from './state.ts';

/** Number of messages of one call. */
const atOnce = 5_000;

/** Marks messages unread. They were stored before. */
export async function importUnread(running: Running, records: readonly UnreadRecord[]): Promise<void> {
  for (const record of records) await requirePeople(running, [record.person], whereOf(record));
  if (running.isDryRun) return;
  let unread: { userId: UserId; sendKeys: string[] }[] = [];
  let count = 0;
  const send = async () => {
    const { importId } = running.row;
    await running.ctx.clients.messaging.markImportedUnread({ importId, unread }, running.call());
    [unread, count] = [[], 0];
  };
  for (const { person, messages } of records) {
    const userId = running.personId(person);
    for (let at = 0; at < messages.length; at += atOnce) {
      const sendKeys = messages.slice(at, at + atOnce).map((key) => sendKeyOf(running.source, key));
      if (count + sendKeys.length > atOnce) await send();
      unread.push({ userId, sendKeys });
      count += sendKeys.length;
    }
  }
  if (count > 0) await send();
}
