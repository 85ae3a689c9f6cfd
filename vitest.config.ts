import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { failedFiles } from './test/failed-files.ts';
import { faultTests } from './test/faults/files.ts';

// Workspace packages are read from their sources: unit tests need no build.
const conditions = ['parley-source', 'node'];

/** Tests of `npm test`. Those that wait in real time for faults run with `npm run test:faults`. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    exclude: ['**/node_modules/**', '**/dist/**', ...faultTests],
    setupFiles: ['./vitest.setup.ts'],
    reporters: ['default', ...failedFiles()],
    pool: 'forks',
    // Tests wait for servers and processes more than they compute: even two cores carry two at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Time limits only end tests that hang. They do not judge a promise, because other work on the machine slows
    // everything down.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,services,deploy}/*/src/**/*.test.ts', 'test/docs/**/*.test.ts'],
          // Tests of pure functions share processes, and the modules loaded in them.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: [
            '{packages,services,deploy}/*/test/**/*.test.ts',
            'test/!(docs)/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          globalSetup: ['./packages/test-servers/src/global-setup.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
