import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@parley/test-kit';
import { run } from '../e2e/docker.ts';

/** What a test needs to reach the cluster. */
export type ClusterPlace = { folder: string; programs: string; helm: string; cgroup: string };

export type NodeName = (typeof nodeNames)[number];
/** PostgreSQL, NATS, the object storage and the load balancer run on the node `stores`, the services on the others. */
const nodeNames = ['stores', 'one', 'two'] as const;

const address = '10.80.0.1';
const startMs = 120_000;
const reads = { maxBuffer: 64 * 2 ** 20 };

/** A Kubernetes cluster in the Linux namespaces of this process. */
export class Cluster {
  readonly place: ClusterPlace;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(place: ClusterPlace) {
    this.place = place;
    this.#environment = {
      ...process.env,
      KUBECONFIG: join(place.folder, 'admin.kubeconfig'),
      HOME: place.folder,
    };
  }

  /** Runs kubectl. @throws with its output */
  async kubectl(...args: string[]): Promise<string> {
    const program = join(this.place.programs, 'kubectl');
    return (await run(program, args, { env: this.#environment, ...reads })).stdout;
  }

  /** Runs helm. @throws with its output */
  async helm(...args: string[]): Promise<string> {
    return (await run(this.place.helm, args, { env: this.#environment, ...reads })).stdout;
  }

  /** Creates or changes objects. */
  async apply(...objects: object[]): Promise<void> {
    await this.kubectl('apply', '--server-side', '--force-conflicts', '-f', this.#file(objects));
  }

  /** Deletes objects in this order, and waits until they are gone. */
  async remove(...objects: object[]): Promise<void> {
    await this.kubectl('delete', '--ignore-not-found', '-f', this.#file(objects));
  }

  #file(objects: readonly object[]): string {
    const file = join(this.place.folder, `objects-${process.hrtime.bigint()}.json`);
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    return file;
  }

  // biome-ignore lint/suspicious/noExplicitAny: objects of any kind
  async get(...args: string[]): Promise<any> {
    return JSON.parse(await this.kubectl('get', ...args, '-o', 'json'));
  }
}

/**
 * Starts the control plane and the nodes. This process must be process 1 of a PID namespace: when it ends, the kernel kills
 * all others.
 */
export async function startCluster(
  place: ClusterPlace,
  imagesOf: (node: NodeName) => string,
): Promise<Cluster> {
  const { folder, programs } = place;
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const cluster = new Cluster(place);
  const path = (name: string) => join(folder, name);
  const certificates = join(import.meta.dirname, 'cluster/certificates.sh');
  await run('sh', [certificates, address, ...nodeNames], { cwd: folder });
  await ip('link set lo up');
  await ip('link add nodes type bridge');
  await ip(`address add ${address}/24 dev nodes`);
  await ip('link set nodes up');
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');

  await makeSmallDisk(folder);

  start(folder, 'etcd', join(programs, 'etcd'), [
    `--data-dir=${path('etcd')}`,
    '--listen-peer-urls=http://127.0.0.1:2380',
    // The cluster lives only for minutes, so its data need not survive a crash.
    '--unsafe-no-fsync',
  ]);
  start(folder, 'kube-apiserver', join(programs, 'kube-apiserver'), [
    '--etcd-servers=http://127.0.0.1:2379',
    `--advertise-address=${address}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    `--tls-cert-file=${path('apiserver.crt')}`,
    `--tls-private-key-file=${path('apiserver.key')}`,
    `--client-ca-file=${path('ca.crt')}`,
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${path('sa.pub')}`,
    `--service-account-signing-key-file=${path('sa.key')}`,
    `--kubelet-client-certificate=${path('kubelet-client.crt')}`,
    `--kubelet-client-key=${path('kubelet-client.key')}`,
    '--kubelet-preferred-address-types=InternalIP',
    `--requestheader-client-ca-file=${path('ca.crt')}`,
    '--requestheader-allowed-names=front-proxy',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${path('front-proxy.crt')}`,
    `--proxy-client-key-file=${path('front-proxy.key')}`,
    '--allow-privileged=true',
    '--profiling=false',
  ]);
  const isServing = async () => (await cluster.kubectl('get', '--raw', '/readyz').catch(() => '')) === 'ok';
  await until('the API server is ready', isServing, startMs);

  start(folder, 'kube-controller-manager', join(programs, 'kube-controller-manager'), [
    `--kubeconfig=${path('controller-manager.kubeconfig')}`,
    `--service-account-private-key-file=${path('sa.key')}`,
    `--root-ca-file=${path('ca.crt')}`,
    '--use-service-account-credentials=true',
    '--leader-elect=false',
    // A node that is gone is noticed sooner than by default.
    '--node-monitor-grace-period=16s',
    '--node-monitor-period=2s',
  ]);
  start(folder, 'kube-scheduler', join(programs, 'kube-scheduler'), [
    `--kubeconfig=${path('scheduler.kubeconfig')}`,
    '--leader-elect=false',
  ]);
  writeFileSync(
    path('Corefile'),
    `.:53 {\n  bind ${address}\n  errors\n  kubernetes cluster.local in-addr.arpa {\n    kubeconfig ${path('admin.kubeconfig')}\n    pods disabled\n    ttl 5\n  }\n}\n`,
  );
  start(folder, 'dns', join(programs, 'dns'), ['-conf', path('Corefile')]);
  await Promise.all(nodeNames.map((node) => startNode(place, node, imagesOf(node))));
  const areReady = async () => {
    const { items } = await cluster.get('nodes');
    return items.length === nodeNames.length && items.every(isReady);
  };
  await until('every node is ready', areReady, startMs);
  return cluster;
}

/** The data folder of a NATS server. It is on a disk of 40 GB, which a test can fill. */
export const smallDisk = (folder: string): string => join(folder, 'data/nats/nats-2');

/** Makes a sparse file with a file system, and mounts it at `smallDisk`. */
async function makeSmallDisk(folder: string): Promise<void> {
  const [image, target] = [join(folder, 'small-disk'), smallDisk(folder)];
  mkdirSync(target, { recursive: true });
  await run('truncate', ['--size=40G', image]);
  await run('mkfs.ext4', ['-q', '-m', '0', '-E', 'lazy_itable_init=1', image]);
  await run('mount', ['-o', 'loop', image, target]);
  chmodSync(target, 0o777);
}

/** Starts a node in its own namespaces and connects it with the others. */
export async function startNode(place: ClusterPlace, node: NodeName, images: string): Promise<void> {
  const { folder, programs, cgroup } = place;
  const number = nodeNames.indexOf(node) + 1;
  const script = join(import.meta.dirname, 'cluster/node.sh');
  const { pid } = start(folder, node, 'unshare', [
    ...['--mount', '--net', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc'],
    ...['sh', script, node, String(number), String(nodeNames.length), folder, programs, cgroup, images],
  ]);
  const ownNamespace = async () => {
    const link = (process: number | 'self') => run('readlink', [`/proc/${process}/ns/net`]);
    return (await link(pid!)).stdout !== (await link('self')).stdout;
  };
  await until(`${node} has a network of its own`, ownNamespace);
  await ip(`link add ${node} type veth peer name eth0 netns ${pid}`);
  await ip(`link set ${node} master nodes up`);
  await ip(`route replace 10.244.${number}.0/24 via 10.80.0.1${number}`);
  // This process reaches the addresses of Services through the node of the stores, which no test ends.
  if (node === 'stores') await ip(`route replace 10.96.0.0/16 via 10.80.0.1${number}`);
}

type Conditions = { status: { conditions: { type: string; status: string }[] } };
const isReady = ({ status }: Conditions) =>
  status.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');

const ip = (command: string) => run('ip', command.split(' '));

function start(folder: string, name: string, program: string, args: readonly string[]): ChildProcess {
  const log = openSync(join(folder, 'logs', `${name}.log`), 'a');
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log] });
  child.on('error', (error) => process.stderr.write(`${name}: ${error.message}\n`));
  // The child ends with the PID namespace. Until then it must not keep the tests' process from ending.
  child.unref();
  return child;
}
