import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepCompiledCode } from './test/compile-cache.ts';
import { longFaultTests, shortFaultTests } from './test/faults/run-with-every-change.ts';
import { temporaryFolder } from './test/temporary-folder.ts';
import { testCounts } from './test/test-counts.ts';

// Workspace packages are read from their sources: unit tests need no build.
const conditions = ['parley-source', 'node'];

// Inherited by the processes of the tests and the servers that they start.
process.env.TMPDIR = temporaryFolder();
keepCompiledCode();

const cores = availableParallelism();

/** The tests of `npm test`. Those that wait in real time for faults run with `npm run test:faults`. */
export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    exclude: ['**/node_modules/**', '**/dist/**', ...shortFaultTests, ...longFaultTests],
    setupFiles: ['./vitest.setup.ts'],
    reporters: ['default', ...testCounts()],
    pool: 'forks',
    // Files share processes, and loaded modules with them: loading all services takes longer than most files.
    isolate: false,
    // Node loads TypeScript by itself, several times faster than Vite does. `vi.mock` needs Vite, and no test needs it.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Files often wait for servers, processes and time limits, so more of them run than there are cores.
    maxWorkers: Math.min(3 * cores, cores + 4),
    // Time limits only end tests that hang. They do not judge a promise, because other work on the machine slows
    // everything down.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,services,deploy}/*/src/**/*.test.ts', 'test/docs/**/*.test.ts'],
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
        },
      },
    ],
  },
});
