import type { Queryable } from '@parley/db';
import { listUsers } from '../db/users.ts';
import type { Person } from '../domain/person.ts';

/** People read at once: a few milliseconds of work, so that other requests go on between pages. */
const pageSize = 250;

/** Everyone but the server's own bots (or those of the IDs), in pages, in order of ID. */
export async function* userPages(db: Queryable, userIds?: readonly number[]): AsyncGenerator<Person[]> {
  for (let afterUserId = 0; ; ) {
    const page = await listUsers(db, { afterUserId, limit: pageSize, ...(userIds && { userIds }) });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    afterUserId = page[page.length - 1]!.userId;
  }
}
