import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { failedFiles } from '../failed-files.ts';
import { faultTests } from './files.ts';

const root = join(import.meta.dirname, '../..');
const conditions = ['parley-source', 'node'];

// `npm run test:faults`, and the first half of `npm run test:e2e`. Separate from `npm test`, because it takes minutes.
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: faultTests,
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/test-servers/src/global-setup.ts'],
    reporters: ['verbose', ...failedFiles()],
    pool: 'forks',
    maxWorkers: 2,
    // Time limits only end tests that hang. They do not judge a promise, because other work on the machine slows
    // everything down.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
  },
});
