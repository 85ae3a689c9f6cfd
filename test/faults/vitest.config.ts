import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testCounts } from '../test-counts.ts';
import { longFaultTests, shortFaultTests } from './files.ts';

const root = join(import.meta.dirname, '../..');

// `npm run test:faults`: separate from `npm test`, because it waits for minutes.
export default defineConfig({
  root,
  ssr: { resolve: { conditions: ['parley-source', 'node'] } },
  test: {
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/test-servers/src/global-setup.ts'],
    reporters: ['verbose', ...testCounts()],
    pool: 'forks',
    maxWorkers: 2,
    // As in `npm test`: Node loads TypeScript by itself.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Time limits only end tests that hang. They do not judge a promise, because other work on the machine slows
    // everything down.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'every-change', include: shortFaultTests } },
      { extends: true, test: { name: 'before-release', include: longFaultTests, exclude: shortFaultTests } },
    ],
  },
});
