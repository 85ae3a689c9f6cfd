import { silentLogger } from '@parley/core';
import { createDb, type Db } from '@parley/db';
import { createRegistry } from '@parley/service-kit';
import type { TestDatabase } from '@parley/test-servers';

/** Connects to a test database as the service does, with a single connection. */
export const openDb = (database: TestDatabase): Db =>
  createDb({
    url: database.urlOf('user-admin'),
    poolSize: 1,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'user-admin-test',
  });
