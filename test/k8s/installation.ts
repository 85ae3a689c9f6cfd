import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envNameOf, type ServiceName, schemaOwners, serviceNames } from '@parley/core';
import { ApiClient, type Credentials, Organization, until } from '@parley/test-kit';
import { parseAllDocuments } from 'yaml';
import { readCompose, root } from '../e2e/compose.ts';
import { run } from '../e2e/docker.ts';
import { operatorsCommand, releasedSettings } from '../e2e/released.ts';
import { settings } from '../e2e/settings.ts';
import { extract, lastRelease } from '../releases.ts';
import type { Cluster } from './cluster.ts';
import { synchronize } from './database.ts';
import { serverNames } from './server-names.ts';
import { versions } from './versions.ts';

/** The namespace of Parley. */
export const namespace = 'chat';
const startMs = 240_000;

type Images = Readonly<Record<'PARLEY_IMAGES' | 'PARLEY_TAG', string>>;

const chartIn = (sources: string): string => join(sources, 'deploy/helm/parley');

/** Options of helm: the production values of a chart, scaled down, with images. */
const optionsOf = (chart: string, images: Images): string[] => [
  ...['--namespace', namespace],
  ...['--values', join(chart, 'examples/values-production.yaml')],
  ...['--values', join(import.meta.dirname, 'values.yaml')],
  ...['--set', `image.repository=${images.PARLEY_IMAGES},image.tag=${images.PARLEY_TAG}`],
];

/** Parley as it is installed on the cluster, as its users and its operators reach it. */
export class Installation {
  readonly cluster: Cluster;
  readonly url: string;

  private constructor(cluster: Cluster, url: string) {
    this.cluster = cluster;
    this.url = url;
  }

  static async on(cluster: Cluster): Promise<Installation> {
    const { spec } = await cluster.get('service', 'edge', '--namespace', 'stores');
    return new Installation(cluster, `http://${spec.clusterIP}:8080`);
  }

  client(credentials?: Credentials): ApiClient {
    return new ApiClient(() => this.url, credentials);
  }

  organization(): Promise<Organization> {
    return Organization.signIn((credentials) => this.client(credentials));
  }

  /** Creates the organization with the operators' command of the last release, which is installed first. */
  async found(): Promise<void> {
    const { name, ownerEmail, ownerPassword, ownerFullName } = Organization.founding;
    const { folder, programs } = this.cluster.place;
    const args = [
      ...['exec', '--namespace', namespace, '--stdin', 'deploy/parley-user-admin', '--'],
      ...operatorsCommand('released').split(' '),
      ...['create-organization', '--name', name],
      ...['--owner-email', ownerEmail, '--owner-name', ownerFullName],
    ];
    const env = { ...process.env, KUBECONFIG: join(folder, 'admin.kubeconfig') };
    await new Promise<void>((resolve, reject) => {
      const child = execFile(join(programs, 'kubectl'), args, { env }, (error, _, stderr) =>
        error ? reject(new Error(`${error.message}${stderr}`)) : resolve(),
      );
      child.stdin!.end(`${ownerPassword}\n`);
    });
  }

  /** Runs kubectl on Parley's objects. */
  kubectl(...args: string[]): Promise<string> {
    return this.cluster.kubectl('--namespace', namespace, ...args);
  }

  /** Installs or upgrades the release with further options of helm, and waits until the change is complete. */
  async upgrade(...options: string[]): Promise<void> {
    await this.#upgrade(root, settings, ...options);
  }

  /** Installs the chart and the images of the last release, as the first revision. */
  async installReleased(): Promise<void> {
    const sources = join(this.cluster.place.folder, 'released');
    extract(lastRelease, sources, ['deploy/helm', 'deploy/observability']);
    await this.#upgrade(sources, releasedSettings);
  }

  async #upgrade(sources: string, images: Images, ...options: string[]): Promise<void> {
    const waiting = ['--history-max', '0', '--wait', '--timeout', '6m'];
    const chart = chartIn(sources);
    await this.cluster.helm(
      'upgrade',
      '--install',
      'parley',
      chart,
      ...waiting,
      ...optionsOf(chart, images),
      ...options,
    );
    await this.#rolledOut();
  }

  /** Rolls back to a revision, by default to the previous one. */
  async rollback(...revision: string[]): Promise<void> {
    await this.cluster.helm(
      ...['rollback', 'parley', ...revision, '--namespace', namespace, '--wait', '--timeout', '6m'],
    );
    await this.#rolledOut();
  }

  /**
   * Resolves when the last old pods have been told to stop. Helm's `--wait` ends earlier: when the last new pods are
   * ready, which is `minReadySeconds` before.
   */
  async #rolledOut(): Promise<void> {
    const { items } = await this.cluster.get('deployments', '--namespace', namespace);
    for (const { metadata } of items)
      await this.kubectl('rollout', 'status', `deployment/${metadata.name}`, '--timeout', '300s');
  }

  /** Returns the objects of a template of the chart, with further options of helm. */
  async render(template: string, ...options: string[]): Promise<object[]> {
    const only = ['--kube-version', versions.kubernetes, '--show-only', `templates/${template}.yaml`];
    const chart = chartIn(root);
    const given = [...optionsOf(chart, settings), ...only, ...options];
    const text = await this.cluster.helm('template', 'parley', chart, ...given);
    return parseAllDocuments(text).map((document) => document.toJS() as object);
  }

  /** Returns whether every pod that the deployments want is ready, and none of an older generation is left. */
  async isReady(): Promise<boolean> {
    const { items } = await this.cluster.get('deployments', '--namespace', namespace);
    return items.every(
      // biome-ignore lint/suspicious/noExplicitAny: an object of Kubernetes
      ({ metadata, spec, status }: any) =>
        status.observedGeneration === metadata.generation &&
        status.readyReplicas === spec.replicas &&
        status.updatedReplicas === spec.replicas &&
        status.replicas === spec.replicas,
    );
  }

  /** Returns the names of a service's pods that are not ending. */
  async podsOf(service: ServiceName): Promise<string[]> {
    const selector = `app.kubernetes.io/component=${service}`;
    const { items } = await this.cluster.get('pods', '--namespace', namespace, '--selector', selector);
    return items
      .filter(({ metadata }: { metadata: { deletionTimestamp?: string } }) => !metadata.deletionTimestamp)
      .map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  }

  /** Runs a Bash script in a pod, whose image has few other programs. @returns its output */
  run(pod: string, script: string, ...args: string[]): Promise<string> {
    return this.kubectl('exec', pod, '--', 'bash', '-c', script, 'bash', ...args);
  }

  /** Asks for the eviction of a pod, as a drain does. @returns whether the disruption budgets permit it now */
  async evict(pod: string): Promise<boolean> {
    const file = join(this.cluster.place.folder, `evict-${pod}.json`);
    const metadata = { name: pod, namespace };
    writeFileSync(file, JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata }));
    const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`;
    try {
      await this.kubectl('create', '--raw', path, '-f', file);
      return true;
    } catch (error) {
      if (String(error).includes('disruption budget')) return false;
      throw error;
    }
  }

  /** Restarts the Deployments, as after a changed Secret, and waits until that is done. */
  async restart(...services: readonly ServiceName[]): Promise<void> {
    await this.kubectl('rollout', 'restart', ...services.map((name) => `deployment/parley-${name}`));
    await this.#rolledOut();
  }

  restartAll(): Promise<void> {
    return this.restart(...serviceNames);
  }
}

/**
 * Installs the stores and the chart of the last release with the production values scaled down, creates the
 * organization, and upgrades to the current sources.
 */
export async function install(cluster: Cluster): Promise<Installation> {
  await cluster.apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'stores' } },
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    },
    {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'production' },
      value: 1_000,
    },
  );
  await cluster.kubectl('taint', 'node', 'stores', 'dedicated=stores:NoSchedule');
  await cluster.apply(edgeConfig(), ...readStores(cluster.place.folder));
  await cluster.apply(secret(), await certificate(cluster));
  const areReady = async () => {
    const { items } = await cluster.get('pods', '--namespace', 'stores');
    // biome-ignore lint/suspicious/noExplicitAny: an object of Kubernetes
    const isReady = ({ status }: any) =>
      status.containerStatuses?.every(({ ready }: { ready: boolean }) => ready);
    return items.length >= 6 && items.every(isReady);
  };
  await until('the stores are ready', areReady, startMs);
  await synchronize(cluster, 'a');
  const installation = await Installation.on(cluster);
  await installation.installReleased();
  await installation.found();
  await installation.upgrade();
  return installation;
}

/** Returns the Secret that deploy/helm/parley/README.md describes, with changed values. */
export function secret(changed: Record<string, string> = {}): object {
  const passwords = schemaOwners.map((owner) => {
    const name = `PARLEY_${envNameOf(owner)}_DATABASE_PASSWORD` as const;
    return [name, (settings as Record<string, string>)[name]];
  });
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'parley', namespace },
    stringData: {
      PARLEY_RPC_SECRET: settings.PARLEY_RPC_SECRET,
      PARLEY_SECRET_KEY: settings.PARLEY_SECRET_KEY,
      PARLEY_DATABASE_ADMIN_PASSWORD: settings.PARLEY_DATABASE_ADMIN_PASSWORD,
      PARLEY_NATS_USER: 'parley',
      PARLEY_NATS_PASSWORD: settings.PARLEY_NATS_PASSWORD,
      PARLEY_UPLOAD_S3_ACCESS_KEY_ID: 'parley',
      PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY: 'parley',
      ...Object.fromEntries(passwords),
      ...changed,
    },
  };
}

/**
 * Returns a Secret with a new certificate for calls between services. The first call creates the certificate authority, which
 * later calls use again.
 */
export async function certificate(cluster: Cluster): Promise<object> {
  const folder = join(cluster.place.folder, 'rpc');
  mkdirSync(folder, { recursive: true });
  const script = `set -eu
    [ -e ca.key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=services' -keyout ca.key -out ca.crt
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=parley -keyout tls.key -out tls.csr
    printf 'subjectAltName=DNS:parley\\nextendedKeyUsage=serverAuth,clientAuth' > tls.ext
    openssl x509 -req -in tls.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 1 -extfile tls.ext -out tls.crt`;
  await run('sh', ['-c', script], { cwd: folder });
  const names = ['ca.crt', 'tls.crt', 'tls.key'];
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'parley-rpc', namespace },
    data: Object.fromEntries(
      names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
    ),
  };
}

function readStores(folder: string): object[] {
  const compose = readCompose(settings);
  const values: Record<string, string> = {
    DATA: join(folder, 'data'),
    NATS_PASSWORD: settings.PARLEY_NATS_PASSWORD,
    DATABASE_PASSWORD: settings.PARLEY_DATABASE_ADMIN_PASSWORD,
    ...Object.fromEntries(
      serverNames.map((name) => [`${name.toUpperCase()}_IMAGE`, compose.get(name)!.image]),
    ),
  };
  for (const name of ['nats', 'objects', 'postgresql-a', 'postgresql-b']) {
    mkdirSync(join(folder, 'data', name), { recursive: true });
    // The servers run as users of their images, who must write to these folders.
    chmodSync(join(folder, 'data', name), 0o777);
  }
  const text = readFileSync(join(import.meta.dirname, 'stores.yaml'), 'utf8');
  const filled = text.replace(/\$(\w+)/g, (whole, name: string) => values[name] ?? whole);
  return parseAllDocuments(filled).map((document) => document.toJS() as object);
}

/** The load balancer of the compose file, with the names of the cluster. */
function edgeConfig(): object {
  const config = readFileSync(join(root, 'deploy/compose/haproxy.cfg'), 'utf8')
    .replace('127.0.0.11:53', '10.80.0.1:53')
    .replace('gateway:8080', `gateway-pods.${namespace}.svc.cluster.local:8080`);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'edge', namespace: 'stores' },
    data: { 'haproxy.cfg': config },
  };
}
