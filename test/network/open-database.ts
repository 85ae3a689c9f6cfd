import { silentLogger } from '@parley/core';
import { createDb, type Db } from '@parley/db';
import { createRegistry } from '@parley/service-kit';
import type { Network } from '@parley/test-kit';

/** Opens a network's database as its administrator. Tests use it to change stored times instead of waiting. */
export const openDatabase = ({ database }: Network): Db =>
  createDb({
    url: database.adminUrl,
    poolSize: 1,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'network-test',
  });
