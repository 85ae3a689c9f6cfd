import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testCounts } from '../test-counts.ts';

// `npm run test:pooler`: tests of operations with PgBouncer between services and PostgreSQL. Separate from `npm test`,
// because many distributions have no PgBouncer that keeps prepared statements.
process.env.PARLEY_TEST_POOLER ??= 'pgbouncer';

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  ssr: { resolve: { conditions: ['parley-source', 'node'] } },
  test: {
    include: ['test/network/{changing,channels,participation,reading,register-exact,slice}.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/test-servers/src/global-setup.ts'],
    reporters: ['verbose', ...testCounts()],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // As in `npm test`: Node loads TypeScript by itself.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 20_000,
  },
});
