import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { run, say } from '../e2e/docker.ts';
import { versions } from './versions.ts';

// The programs of the cluster come from Go modules, because some machines can download nothing else. They are kept
// between runs: building them takes a quarter of an hour of two cores.

const sources = join(import.meta.dirname, 'programs');
const names = 'etcd kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubelet kubectl'.split(
  ' ',
);
const cniPlugins = ['main/ptp', 'main/loopback', 'ipam/host-local'];
const options = ['-trimpath', '-p', '2'];
const environment = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false -mod=mod' };

/** A program whose cached file is used until its version or its sources in programs/ change. */
type Program = { name: string; version: string; build: (into: string) => Promise<void> };

const programs: readonly Program[] = [
  { name: 'kubernetes', version: versions.kubernetes, build: kubernetes },
  { name: 'dns', version: versions.coredns, build: coredns },
  { name: 'pause', version: '', build: pause },
  ...cniPlugins.map((plugin) => ({
    name: basename(plugin),
    version: versions.cni,
    build: published('github.com/containernetworking/plugins', `plugins/${plugin}`, versions.cni),
  })),
  {
    name: 'kube-router',
    version: versions.kubeRouter,
    build: published('github.com/cloudnativelabs/kube-router/v2', 'cmd/kube-router', versions.kubeRouter),
  },
  {
    name: 'adapter',
    version: versions.prometheusAdapter,
    build: published('sigs.k8s.io/prometheus-adapter', 'cmd/adapter', versions.prometheusAdapter),
  },
];

/**
 * Returns the folder of the programs: Kubernetes, etcd, CoreDNS, CNI plugins, kube-router (which enforces network
 * policies), the program of the pause image, and the adapter that serves metrics to autoscalers.
 */
export async function makePrograms(): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley/k8s');
  const files = programs.map((program) => `${program.name}-${keyOf(program)}`);
  const folder = join(cache, hashOf(files));
  if (existsSync(folder)) return folder;
  await run('go', ['version']).catch(() => {
    throw new Error('Go is missing: it builds the programs of the cluster.');
  });
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const [index, { name, build }] of programs.entries()) {
    const kept = join(cache, 'programs', files[index]!);
    mkdirSync(kept, { recursive: true });
    if (!existsSync(join(kept, name))) await build(kept);
    symlinkSync(join(kept, name), join(unfinished, name));
  }
  for (const name of names) symlinkSync('kubernetes', join(unfinished, name));
  renameSync(unfinished, folder);
  return folder;
}

function keyOf({ name, version }: Program): string {
  const own = globSync('*', { cwd: join(sources, name) }).sort();
  return hashOf([version, ...own.map((file) => readFileSync(join(sources, name, file), 'utf8'))]);
}

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** Returns the path of helm in the version that CI uses. */
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
}

async function coredns(into: string): Promise<void> {
  const module = `module parley/dns\n\ngo 1.24.0\n\nrequire github.com/coredns/coredns v${versions.coredns}\n`;
  await build('dns', into, (folder) => writeFileSync(join(folder, 'go.mod'), module));
}

async function pause(into: string): Promise<void> {
  await build('pause', into, (folder) =>
    writeFileSync(join(folder, 'go.mod'), 'module parley/pause\n\ngo 1.24\n'),
  );
}

/** Returns a function that builds the program of a package of a published module. */
function published(module: string, path: string, version: string): (into: string) => Promise<void> {
  const prepare = (folder: string) =>
    // `go install` of a version asks for the list of all versions, which not every proxy has.
    writeFileSync(
      join(folder, 'go.mod'),
      `module parley/built\n\ngo 1.24.0\n\nrequire ${module} v${version}\n`,
    );
  return (into) => build(basename(path), into, prepare, [], `${module}/${path}`);
}

/**
 * Builds a program, by default the one of programs/ with this name, in a folder of the cache, where a repeated build
 * continues an interrupted one.
 */
async function build(
  name: string,
  into: string,
  prepare: (module: string) => unknown,
  set: readonly string[] = [],
  program = '.',
): Promise<void> {
  const file = join(into, name);
  say(`Building ${name} for the cluster`);
  const module = join(into, '../../src', name);
  mkdirSync(module, { recursive: true });
  if (program === '.') cpSync(join(sources, name, 'main.go'), join(module, 'main.go'));
  await prepare(module);
  const flags = `-ldflags=${['-s -w', ...set].join(' ')}`;
  const unfinished = `${file}.unfinished`;
  await run('nice', ['go', 'build', ...options, flags, '-o', unfinished, program], {
    cwd: module,
    env: environment,
    maxBuffer: 2 ** 26,
  });
  renameSync(unfinished, file);
}
