import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { run, say } from '../e2e/docker.ts';
import { versions } from './versions.ts';

// The programs of the cluster come from Go modules, because a machine without other downloads has those. They are kept
// between runs: building them takes a quarter of an hour of two cores.

const sources = join(import.meta.dirname, 'programs');
const names = 'etcd kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubelet kubectl'.split(
  ' ',
);
const cniPlugins = ['main/ptp', 'main/loopback', 'ipam/host-local'];
const options = ['-trimpath', '-p', '2'];
const environment = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false -mod=mod' };

/**
 * Returns the folder of the programs: Kubernetes, etcd, CoreDNS, CNI plugins, kube-router (which enforces network
 * policies), the program of the pause image.
 */
export async function makePrograms(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(versions));
  for (const file of globSync('*/*', { cwd: sources }).sort()) hash.update(readFileSync(join(sources, file)));
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley/k8s');
  const folder = join(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  await run('go', ['version']).catch(() => {
    throw new Error('Go is missing: it builds the programs of the cluster.');
  });
  const unfinished = `${folder}.unfinished`;
  mkdirSync(unfinished, { recursive: true });
  await kubernetes(unfinished);
  await coredns(unfinished);
  for (const plugin of cniPlugins)
    await install(unfinished, `github.com/containernetworking/plugins/plugins/${plugin}@v${versions.cni}`);
  await install(
    unfinished,
    `github.com/cloudnativelabs/kube-router/v2/cmd/kube-router@v${versions.kubeRouter}`,
  );
  await build('pause', unfinished, (module) =>
    writeFileSync(join(module, 'go.mod'), 'module parley/pause\n\ngo 1.24\n'),
  );
  renameSync(unfinished, folder);
  return folder;
}

/** Returns helm of the version that CI uses. */
export async function findHelm(): Promise<string> {
  const { stdout } = await run(join(import.meta.dirname, '../../.ci/helm'));
  return stdout.trim();
}

async function kubernetes(into: string): Promise<void> {
  const version = versions.kubernetes;
  const set = [
    ...['component-base/version', 'client-go/pkg/version'].map(
      (path) => `-X k8s.io/${path}.gitVersion=v${version}`,
    ),
    ...['Major=1', `Minor=${version.split('.')[1]}`].map(
      (part) => `-X k8s.io/component-base/version.git${part}`,
    ),
  ];
  const prepare = (module: string) =>
    run('sh', [join(sources, 'kubernetes/make-module.sh'), version, module]);
  await build('kubernetes', into, prepare, set);
  for (const name of names) if (!existsSync(join(into, name))) symlinkSync('kubernetes', join(into, name));
}

async function coredns(into: string): Promise<void> {
  const module = `module parley/dns\n\ngo 1.24.0\n\nrequire github.com/coredns/coredns v${versions.coredns}\n`;
  await build('dns', into, (folder) => writeFileSync(join(folder, 'go.mod'), module));
}

/** Builds a program of programs/ in a folder of the cache, where a repeated build continues an interrupted one. */
async function build(
  name: string,
  into: string,
  prepare: (module: string) => unknown,
  set: readonly string[] = [],
): Promise<void> {
  const program = join(into, name);
  if (existsSync(program)) return;
  say(`Building ${name} for the cluster`);
  const module = join(dirname(into), 'src', name);
  mkdirSync(module, { recursive: true });
  cpSync(join(sources, name, 'main.go'), join(module, 'main.go'));
  await prepare(module);
  const flags = `-ldflags=${['-s -w', ...set].join(' ')}`;
  const unfinished = `${program}.unfinished`;
  await run('nice', ['go', 'build', ...options, flags, '-o', unfinished, '.'], {
    cwd: module,
    env: environment,
    maxBuffer: 2 ** 26,
  });
  renameSync(unfinished, program);
}

async function install(into: string, module: string): Promise<void> {
  await run('nice', ['go', 'install', ...options, '-ldflags=-s -w', module], {
    env: { ...environment, GOBIN: into },
  });
}
