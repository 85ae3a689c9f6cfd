// Prepares the sources in an image to deploy programs for another architecture:
//
//   node deploy/images/architecture.mjs <architecture, as Docker names it>
//
// Packages with machine code exist once for each architecture. This script fetches those of the given architecture, and lets
// `pnpm deploy` choose them. It does nothing for the architecture of this machine, or without an argument.
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [architecture = ''] = process.argv.slice(2);
const cpu = architecture === 'amd64' ? 'x64' : architecture;
if (cpu !== '' && cpu !== process.arch) {
  const workspace = 'pnpm-workspace.yaml';
  appendFileSync(workspace, `supportedArchitectures: { os: [linux], cpu: [${cpu}], libc: [glibc] }\n`);
  // In the project's folder, `pnpm fetch` would remove packages that the build itself needs.
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  for (const file of ['package.json', 'pnpm-lock.yaml', workspace]) copyFileSync(file, join(folder, file));
  const { status } = spawnSync('pnpm', ['fetch', '--prod'], { cwd: folder, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
