import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { failedFiles } from '../failed-files.ts';
import { faultTests } from './files.ts';

const root = join(import.meta.dirname, '../..');
const conditions = ['parley-source', 'node'];

// `npm run test:faults`, and the first half of `npm run test:e2e`: apart from `npm test`, because it waits for minutes.
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
    // Limits end a test that hangs. They judge no promise: beside other work everything takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
  },
});
