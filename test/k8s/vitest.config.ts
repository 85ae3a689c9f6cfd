import { defineConfig } from 'vitest/config';
import { inOrder } from '../in-order.ts';
import { testCounts } from '../test-counts.ts';

const conditions = ['parley-source', 'node'];

/** Planned changes run before faults, so that effects of a fault are not mistaken for theirs. */
const order = ['installed', 'scaling', 'autoscaler', 'changes', 'pods', 'stores'].map(
  (name) => `/${name}.k8s.ts`,
);

// The second half of `npm run test:k8s`: test/k8s/main.ts starts it in namespaces of its own.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['*.k8s.ts'],
    setupFiles: ['../../vitest.setup.ts'],
    sequence: { sequencer: inOrder(order) },
    globalSetup: ['./setup.ts'],
    reporters: ['verbose', './report.ts', ...testCounts()],
    pool: 'forks',
    fileParallelism: false,
    isolate: false,
    // Some tests replace every pod several times. What a test promises has limits of its own.
    testTimeout: 900_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
  },
});
