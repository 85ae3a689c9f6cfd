import { silentLogger } from '@parley/core';
import { createDb, type Db } from '@parley/db';
import { createRegistry } from '@parley/service-kit';
import type { Network } from '@parley/test-kit';

/** Opens the database of a network as its administrator. Tests change times there instead of waiting. */
export const openDatabase = ({ database }: Network): Db =>
  createDb({
    url: database.adminUrl,
    poolSize: 1,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'network-test',
  });
