/**
 * `npm run test:search`: runs the tests of everything that searches with the index in OpenSearch, which it starts before. Needs a JDK of
 * version 17 or newer, and Maven. Where no registry of Maven packages can be reached, it says so and runs nothing.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { NoRegistryError, startOpenSearch } from '../src/opensearch.ts';

const root = join(import.meta.dirname, '../../..');

/** Tests of what uses the index, which also run in `npm test` with PostgreSQL. */
const files = [
  'services/messaging/test/search-engines.test.ts',
  'services/messaging/test/search-permissions.test.ts',
  'services/messaging/test/search-operators.test.ts',
  'services/messaging/test/narrows.test.ts',
  'services/messaging/test/relevance.test.ts',
  'services/messaging/test/locales.test.ts',
  'services/messaging/test/linked-files.test.ts',
];

try {
  const node = await startOpenSearch();
  process.stdout.write(`OpenSearch answers at ${node.url}\n`);
  try {
    process.exitCode = await runTests(node.url);
  } finally {
    await node.stop();
  }
} catch (error) {
  if (!(error instanceof NoRegistryError)) throw error;
  process.stderr.write(`\n*** NOT TESTED: the search index in OpenSearch. ***\n\n${error.message}\n`);
  process.stdout.write('0 passed, 0 failed, 1 skipped\n');
}

function runTests(url: string): Promise<number> {
  const given = process.argv.slice(2);
  const vitest = spawn(
    process.execPath,
    [
      ...[join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config'],
      ...[join(import.meta.dirname, 'vitest.config.ts'), ...(given.length > 0 ? given : files)],
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PARLEY_TEST_OPENSEARCH_URL: url } },
  );
  return new Promise((resolve, reject) => {
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code ?? 1));
  });
}
