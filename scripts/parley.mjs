// Runs a command of operators in a checkout: `npm run -s parley -- import archive.zip`. It prints nothing of its own, because programs
// read what the commands print.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const node = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
const program = join(root, 'deploy/parley/dist/main.js');
if (!existsSync(node) || !existsSync(program)) {
  process.stderr.write('Parley is not built. Run npm start first.\n');
  process.exit(1);
}
const env = {
  INIT_CWD: process.cwd(),
  ...process.env,
  PARLEY_DATA_DIR: resolve(root, process.env.PARLEY_DATA_DIR ?? '.parley'),
};
const { status } = spawnSync(node, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });
process.exitCode = status ?? 2;
