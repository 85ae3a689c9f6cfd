import type { Logger } from '@parley/core';
import type { Registry } from 'prom-client';
import { createRegistry, type Ops } from './ops.ts';
import {
  createOpsServer,
  metricsNamed,
  type OpsServer,
  type ReadyChecks,
  readinessOf,
} from './ops-server.ts';

/** The metrics, readiness conditions and log of a service. */
export type ServiceOps = { registry: Registry; ready: ReadyChecks; logger: Logger };

type Member = { registry: Registry; ready: ReadyChecks; isDraining: boolean };

/**
 * The operations port of a process with several services. `/readyz` reports each service. `/metrics` has the metrics of the process
 * once, and those of each service with the label `service`.
 */
export class ProcessOps {
  /** Metrics of the process, which all registries of the services contain, too. */
  readonly #registry: Registry;
  readonly #members = new Map<string, Member>();
  readonly #server: OpsServer;
  #port: Promise<number> | undefined;
  #isDraining = false;

  /** @param registry default: the metrics of Node and the version of this release */
  constructor({
    host,
    port,
    registry = createRegistry(),
  }: {
    host: string;
    port: number;
    registry?: Registry;
  }) {
    this.#registry = registry;
    this.#server = createOpsServer({
      host,
      port,
      readiness: () => this.#readiness(),
      metrics: (names) => this.#metrics(names),
      contentType: this.#registry.contentType,
    });
  }

  /** Starts to listen, and returns the port. Later calls return the same port. */
  start(): Promise<number> {
    this.#port ??= this.#server.start();
    return this.#port;
  }

  /** Makes `/readyz` report that the process is stopping. */
  setDraining(): void {
    this.#isDraining = true;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Adds a service. Returns what it uses in place of an operations port of its own. */
  add(service: string, { registry, ready, logger }: ServiceOps): Ops {
    const member: Member = { registry, ready, isDraining: false };
    registry.setDefaultLabels({ service });
    this.#members.set(service, member);
    return {
      registry,
      start: () => this.start(),
      setDraining() {
        member.isDraining = true;
        logger.info('draining');
      },
      stop: async () => {
        this.#members.delete(service);
      },
    };
  }

  async #readiness() {
    const services = Object.fromEntries(
      await Promise.all(
        Array.from(
          this.#members,
          async ([service, { ready, isDraining }]) =>
            [service, await readinessOf(ready, isDraining)] as const,
        ),
      ),
    );
    const areReady = Object.values(services).every(({ ready }) => ready);
    return { ready: areReady && !this.#isDraining, services };
  }

  /**
   * Returns the metrics of the process and of all services, grouped by name as Prometheus requires: the help and type of a metric
   * come once, and then the values of all services.
   */
  async #metrics(names: readonly string[] | undefined): Promise<string> {
    const textOf = (registry: Registry) => (names ? metricsNamed(registry, names) : registry.metrics());
    const members = Array.from(this.#members.values(), ({ registry }) => registry);
    const [own, ...others] = await Promise.all([this.#registry, ...members].map(textOf));
    const blocks = new Map(blocksOf(own!));
    const ofProcess = new Set(blocks.keys());
    for (const [name, block] of others.flatMap(blocksOf)) {
      if (ofProcess.has(name)) continue;
      const known = blocks.get(name);
      blocks.set(name, known === undefined ? block : `${known}\n${withoutComments(block)}`);
    }
    const isOpenMetrics = own!.endsWith(endOfOpenMetrics);
    return [...blocks.values(), isOpenMetrics ? endOfOpenMetrics : ''].join('\n');
  }
}

const endOfOpenMetrics = '# EOF\n';

/** Returns the text of each metric of a page by the metric's name. */
const blocksOf = (page: string): [name: string, block: string][] =>
  page
    .split(/^(?=# HELP )/m)
    .map((block) => block.replace(endOfOpenMetrics, '').trimEnd())
    .filter((block) => block !== '')
    .map((block) => [block.split(' ', 3)[2]!, block]);

const withoutComments = (block: string): string =>
  block
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
