// `npm run lint`: runs the checks that are not part of the build. Runs all of them, even if one fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const checks = [
  ['biome', 'ci', '--colors=off', '--max-diagnostics=100', '.'],
  ['buf', 'lint'],
  ['buf', 'breaking', '--against', 'proto/released.binpb'],
  ['tsc', '-p', 'tsconfig.tests.json'],
];

const failed = checks.filter(([program, ...args]) => {
  const { status } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: 'inherit',
  });
  return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
