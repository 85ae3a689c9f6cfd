import type { Queryable } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import { listUsers } from '../db/users.ts';

/** People read at once: a few milliseconds of work, so that other requests go on between pages. */
const pageSize = 250;

/**
 * Everyone but the server's own bots (or those of the IDs), in pages, in order of ID. The database reads the next page
 * while one is worked on.
 */
export async function* userPages(db: Queryable, userIds?: readonly number[]): AsyncGenerator<Person[]> {
  const read = (afterUserId: number) => {
    const reading = listUsers(db, { afterUserId, limit: pageSize, ...(userIds && { userIds }) });
    // Nobody waits for it any more when the pages before were enough.
    reading.catch(() => undefined);
    return reading;
  };
  for (let reading = read(0); ; ) {
    const page = await reading;
    if (page.length === pageSize) reading = read(page[page.length - 1]!.userId);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
  }
}
