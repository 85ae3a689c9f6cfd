import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testCounts } from '../test-counts.ts';

// `npm run test:mail`: separate from `npm test`, because it needs Debian's Postfix and root.
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  ssr: { resolve: { conditions: ['parley-source', 'node'] } },
  test: {
    include: ['test/network/*.mail.ts'],
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/test-servers/src/global-setup.ts'],
    reporters: ['verbose', ...testCounts()],
    pool: 'forks',
    maxWorkers: 1,
    // As in `npm test`: Node loads TypeScript by itself.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 20_000,
  },
});
