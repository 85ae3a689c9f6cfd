import type { Db } from '@parley/db';

/** What handlers work with. */
export type Ctx = { db: Db };
