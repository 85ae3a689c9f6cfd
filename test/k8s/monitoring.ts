import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@parley/core';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../e2e/compose.ts';
import { monitoringImage } from './images.ts';
import { type Installation, namespace } from './installation.ts';

const discoveryMs = 2_000;

/** The parts of a ServiceMonitor that the chart uses. */
type ServiceMonitor = {
  spec: {
    selector: { matchLabels: Record<string, string> };
    endpoints: {
      port: string;
      path: string;
      interval: string;
      relabelings: { action: string; targetLabel: string; replacement: string }[];
    }[];
  };
};

/** The parts of an EndpointSlice that tell Prometheus where to read metrics. */
type EndpointSlice = {
  metadata: { labels: Record<string, string> };
  ports: { name: string; port: number }[] | null;
  endpoints: { addresses: string[]; targetRef?: { kind: string; name: string } }[] | null;
};

/**
 * Prometheus and the adapter that serves its metrics to autoscalers, in a namespace of their own. The adapter is
 * configured by deploy/observability, and Prometheus reads what the chart's ServiceMonitors select. Debian's Prometheus
 * has no discovery in Kubernetes and the cluster no Prometheus Operator, so this class finds the pods.
 */
export class Monitoring implements AsyncDisposable {
  readonly #installation: Installation;
  readonly #objects: readonly object[];
  readonly #stopping = new AbortController();
  readonly #discovering: Promise<void>;

  private constructor(installation: Installation, objects: object[], discovering: Discovery) {
    this.#installation = installation;
    this.#objects = objects;
    this.#discovering = discovering(this.#stopping.signal);
  }

  static async start(installation: Installation): Promise<Monitoring> {
    const { cluster } = installation;
    const folder = join(cluster.place.folder, 'targets');
    mkdirSync(folder, { recursive: true });
    const monitors = await installation.render('service-monitor', '--set', 'monitoring.serviceMonitors=true');
    const objects = readObjects(folder);
    await cluster.apply(...objects);
    const monitoring = new Monitoring(
      installation,
      objects,
      discover(installation, monitors as ServiceMonitor[], join(folder, 'parley.json')),
    );
    try {
      for (const name of ['prometheus', 'adapter'])
        await cluster.kubectl(
          'rollout',
          'status',
          `deployment/${name}`,
          '--namespace',
          'monitoring',
          '--timeout',
          '120s',
        );
    } catch (error) {
      await monitoring[Symbol.asyncDispose]();
      throw error;
    }
    return monitoring;
  }

  /** Returns what autoscalers read about the pods of a service: the value of a metric by pod. */
  async read(service: ServiceName, metric: string): Promise<Map<string, string>> {
    const selector = encodeURIComponent(`app.kubernetes.io/component=${service}`);
    const pods = `/apis/custom.metrics.k8s.io/v1beta1/namespaces/${namespace}/pods/*`;
    const text = await this.#installation.kubectl(
      'get',
      '--raw',
      `${pods}/${metric}?labelSelector=${selector}`,
    );
    const { items } = JSON.parse(text) as { items: { describedObject: { name: string }; value: string }[] };
    return new Map(items.map(({ describedObject, value }) => [describedObject.name, value]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#discovering;
    // The APIService goes first: a namespace is not deleted while the API server knows an API that does not answer.
    await this.#installation.cluster.remove(...this.#objects.toReversed());
  }
}

function readObjects(targets: string): object[] {
  const values: Record<string, string> = { MONITORING_IMAGE: monitoringImage, TARGETS: targets };
  const text = readFileSync(join(import.meta.dirname, 'monitoring.yaml'), 'utf8').replace(
    /\$(\w+)/g,
    (whole, name: string) => values[name] ?? whole,
  );
  const [first, ...others] = parseAllDocuments(text).map((document) => document.toJS() as object);
  const adapter = parse(readFileSync(join(root, 'deploy/observability/prometheus-adapter.yaml'), 'utf8'));
  const scraping = { job_name: 'parley', file_sd_configs: [{ files: ['/targets/*.json'] }] };
  return [
    first!,
    config('prometheus', 'prometheus.yml', { scrape_configs: [scraping] }),
    // The chart of prometheus-adapter makes this file of these values.
    config('adapter', 'config.yaml', { rules: adapter.rules.custom }),
    ...others,
  ];
}

const config = (name: string, file: string, content: object): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'monitoring' },
  data: { [file]: JSON.stringify(content) },
});

type Discovery = (signal: AbortSignal) => Promise<void>;

/** Returns a function that keeps the file with the addresses that Prometheus reads up to date. */
const discover =
  (installation: Installation, monitors: readonly ServiceMonitor[], file: string): Discovery =>
  async (signal) => {
    while (!signal.aborted) {
      const { items } = await installation.cluster.get('endpointslices', '--namespace', namespace);
      writeFileSync(
        `${file}.unfinished`,
        JSON.stringify(monitors.flatMap((monitor) => targets(monitor, items))),
      );
      renameSync(`${file}.unfinished`, file);
      await sleep(discoveryMs, undefined, { signal }).catch(() => undefined);
    }
  };

/** Returns what a ServiceMonitor selects, with the labels that the Prometheus Operator gives it. */
function targets({ spec }: ServiceMonitor, slices: readonly EndpointSlice[]): object[] {
  const isSelected = ({ metadata }: EndpointSlice) =>
    Object.entries(spec.selector.matchLabels).every(([name, value]) => metadata.labels[name] === value);
  return spec.endpoints.flatMap(({ port: wanted, path, interval, relabelings }) =>
    slices.filter(isSelected).flatMap(({ ports, endpoints }) => {
      const port = ports?.find(({ name }) => name === wanted)?.port;
      if (port === undefined) return [];
      return (endpoints ?? []).map(({ addresses, targetRef }) => ({
        targets: [`${addresses[0]}:${port}`],
        labels: {
          __metrics_path__: path,
          __scrape_interval__: interval,
          namespace,
          endpoint: wanted,
          pod: targetRef!.name,
          ...Object.fromEntries(
            relabelings.map(({ targetLabel, replacement }) => [targetLabel, replacement]),
          ),
        },
      }));
    }),
  );
}
