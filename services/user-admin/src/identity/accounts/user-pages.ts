import type { Queryable } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import { listUsers } from '../db/users.ts';

/**
 * Number of people who are read with one statement. A page takes a few milliseconds, and other requests run between
 * pages.
 */
const pageSize = 250;

/**
 * Yields pages of people and bots, in order of ID, without system bots: all of them, or those with the given IDs. The
 * database reads the next page while the consumer works on one.
 */
export async function* userPages(db: Queryable, userIds?: readonly number[]): AsyncGenerator<Person[]> {
  const read = (afterUserId: number) => {
    const reading = listUsers(db, { afterUserId, limit: pageSize, ...(userIds && { userIds }) });
    // The consumer may stop before it awaits this page. A failure of the page must not be reported as unhandled then.
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
