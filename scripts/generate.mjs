// `npm run generate`: writes the files under version control that are generated from the API's schemas, and the table of languages.
// Tests fail when one of these files is out of date.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const generators = [
  'packages/client/scripts/generate.ts',
  'services/event-queue/src/documentation/write.ts',
  'packages/search-text/scripts/write-language-table.ts',
];

const failed = generators.filter((file) => {
  const { status } = spawnSync(process.execPath, ['--conditions=parley-source', join(root, file)], {
    cwd: root,
    stdio: 'inherit',
  });
  return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
