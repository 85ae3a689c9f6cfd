// `node scripts/audit.mjs`: reports known vulnerabilities of the packages that Parley ships, using the package registry. The
// exit code is 1 if any of them is high or critical. If the registry does not answer, the script prints a warning and succeeds.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { stdout, stderr } = spawnSync('npx', ['-y', packageManager, 'audit', '--prod', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: 120_000,
});

let report;
try {
  report = JSON.parse(stdout);
} catch {
  report = undefined;
}
if (!report?.metadata) {
  const reason = report?.error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
  process.stdout.write(
    `NOT AUDITED: the package registry does not tell about vulnerabilities here. ${reason}\n`,
  );
} else {
  const { low, moderate, high, critical } = report.metadata.vulnerabilities;
  for (const { severity, module_name: name, title, patched_versions: patched } of Object.values(
    report.advisories ?? {},
  )) {
    process.stdout.write(`${severity}  ${name}: ${title} (fixed in ${patched})\n`);
  }
  process.stdout.write(`${critical} critical, ${high} high, ${moderate} moderate, ${low} low.\n`);
  process.exitCode = high + critical > 0 ? 1 : 0;
}
