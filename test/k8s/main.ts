import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../e2e/docker.ts';
import type { ClusterPlace } from './cluster.ts';
import { type Archives, makeArchives } from './images.ts';
import { findHelm, makePrograms } from './programs.ts';

// `npm run test:k8s`: builds what the cluster needs in the namespaces of the caller, which have a network, and starts
// the tests as the first process of new namespaces. When that process ends, the kernel ends everything in them.

const controllers = '/sys/fs/cgroup';
const cgroupPrefix = 'parley-k8s-';
const needed = [
  'unshare',
  'ip',
  'iptables',
  'ipset',
  'mkfs.ext4',
  'containerd',
  'ctr',
  'runc',
  'openssl',
  'docker',
];

/** What this process passes to the process of the tests. */
export type Prepared = { place: ClusterPlace; archives: Archives };

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const problem = whyNoCluster();
  if (problem) {
    process.stderr.write(`No cluster can be made here: ${problem}\n`);
    return 1;
  }
  const [programs, helm] = [await makePrograms(), await findHelm()];
  const archives = await makeArchives(programs);
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), 'parley-k8s-'));
  const cgroup = `${cgroupPrefix}${process.pid}`;
  const prepared: Prepared = { place: { folder, programs, helm, cgroup }, archives };
  try {
    return await runTests(prepared, args);
  } finally {
    removeCgroups(cgroup);
    if (process.env.PARLEY_KEEP) say(`The cluster's files stay in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

function whyNoCluster(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux.';
  if (process.getuid?.() !== 0) return 'it needs root.';
  if (!existsSync(join(controllers, 'cpuset'))) return 'it needs version 1 of cgroups.';
  const paths = (process.env.PATH ?? '').split(':');
  const missing = needed.filter((name) => !paths.some((path) => existsSync(join(path, name))));
  if (missing.length > 0) {
    return `${missing.join(', ')} missing. On Debian: apt-get install docker.io iptables ipset iproute2 e2fsprogs openssl mmdebstrap`;
  }
  return undefined;
}

function runTests(prepared: Prepared, args: readonly string[]): Promise<number> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
      ...[
        process.execPath,
        vitest,
        'run',
        '--config',
        join(import.meta.dirname, 'vitest.config.ts'),
        ...args,
      ],
    ],
    { stdio: 'inherit', env: { ...process.env, PARLEY_K8S_PREPARED: JSON.stringify(prepared) } },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]));
  });
}

/** Removes cgroups of runs whose process was killed. */
function removeAbandoned(): void {
  for (const cgroup of globSync(`*/${cgroupPrefix}*`, { cwd: controllers })) {
    const name = cgroup.split('/')[1]!;
    if (!existsSync(`/proc/${name.slice(cgroupPrefix.length)}`)) removeCgroups(name);
  }
}

function removeCgroups(name: string): void {
  const folders = globSync([`*/${name}`, `*/${name}/**/`], { cwd: controllers });
  for (const folder of folders.sort((a, b) => b.length - a.length)) {
    const path = join(controllers, folder);
    try {
      rmdirSync(path);
    } catch {
      // Processes of a namespace that has just ended may exit a moment later. Then a later run removes the cgroup.
      if (existsSync(path))
        process.stderr.write(`${path} stays: ${readFileSync(join(path, 'tasks'), 'utf8')}\n`);
    }
  }
}
