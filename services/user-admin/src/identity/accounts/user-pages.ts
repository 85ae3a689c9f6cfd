import type { Queryable } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import { listUsers } from '../db/users.ts';

/** People read at once: a few milliseconds of work, so that other requests run between pages. */
const pageSize = 250;

/**
 * Yields all people and bots but system bots, or those with the IDs, in pages and in order of ID. The database reads the
 * next page while the caller works on one.
 */
export async function* userPages(db: Queryable, userIds?: readonly number[]): AsyncGenerator<Person[]> {
  const read = (afterUserId: number) => {
    const reading = listUsers(db, { afterUserId, limit: pageSize, ...(userIds && { userIds }) });
    // The caller may stop before it awaits this page; its failure must not be reported as unhandled.
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
