import { lastItem } from '@parley/core';
import type { Queryable } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Person } from '../kernel/domain/person.ts';
import { listUsers } from './db/users.ts';

/** Number of people in one page. Reading a page takes a few milliseconds, and other requests run between pages. */
const pageSize = 250;

/** Ordered by ID, without system bots. Without `userIds`, the next page is read while one is used. */
export function userPages(db: Queryable, userIds?: readonly UserId[]): AsyncGenerator<Person[]> {
  return userIds ? pagesOfSome(db, userIds) : pagesOfAll(db);
}

/** Uses one statement per page, because a guest can have tens of thousands of contacts. */
async function* pagesOfSome(db: Queryable, userIds: readonly UserId[]): AsyncGenerator<Person[]> {
  const ordered = [...new Set(userIds)].sort((one, other) => one - other);
  for (let from = 0; from < ordered.length; from += pageSize) {
    const those = ordered.slice(from, from + pageSize);
    const page = await listUsers(db, { afterUserId: 0, limit: pageSize, userIds: those });
    if (page.length > 0) yield page;
  }
}

async function* pagesOfAll(db: Queryable): AsyncGenerator<Person[]> {
  const read = (afterUserId: UserId) => {
    const reading = listUsers(db, { afterUserId, limit: pageSize });
    // Prevents an unhandled rejection: if the consumer stops early, nobody awaits this page.
    reading.catch(() => undefined);
    return reading;
  };
  for (let reading = read(0); ; ) {
    const page = await reading;
    if (page.length === pageSize) reading = read(lastItem(page).userId);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
  }
}
