import { itemAt, type Logger } from '@parley/core';
import type { Registry } from 'prom-client';
import { createRegistry, type Ops } from './ops.ts';
import { createOpsServer, metricsNamed, type OpsServer } from './ops-server.ts';
import { onceTrueWithin, type ReadyChecks, readinessOf } from './readiness.ts';

/** The metrics, readiness conditions and log of a service. */
export type ServiceOps = { registry: Registry; ready: ReadyChecks; logger: Logger };

type Member = { registry: Registry; ready: ReadyChecks; isDraining: boolean };

/** Milliseconds for which a process waits at most until all of its services are ready, before it takes requests with those that are. */
const allReadyWithinMs = 60_000;

/**
 * The operations port of a process with several services. `/readyz` reports each service. `/metrics` has the metrics of the process
 * once, and those of each service with the label `service`.
 *
 * The process is ready when all of its services are. If it has an entrance, it gets requests from a load balancer, and all replicas
 * become unready at the same time when a store fails that one of their services needs. So then the other services count only until
 * all were ready once, and for a minute at most; after that, the entrance alone decides, as it does where it has a process of its own.
 */
export class ProcessOps {
  /** Metrics of the process, which all registries of the services contain, too. */
  readonly #registry: Registry;
  readonly #members = new Map<string, Member>();
  readonly #server: OpsServer;
  #port: Promise<number> | undefined;
  readonly #entrance: string | undefined;
  #areAllReady = false;
  /** Holds once all services were ready, or after a minute. */
  readonly #wereAllReady = onceTrueWithin(allReadyWithinMs, () => this.#areAllReady);
  #isDraining = false;

  /**
   * @param entrance the service of this process that takes requests from a load balancer, if there is one
   * @param registry default: the metrics of Node and the version of this release
   */
  constructor({
    host,
    port,
    entrance,
    registry = createRegistry(),
  }: {
    host: string;
    port: number;
    entrance?: string | undefined;
    registry?: Registry;
  }) {
    this.#registry = registry;
    this.#entrance = entrance;
    this.#server = createOpsServer({
      host,
      port,
      readiness: () => this.#readiness(),
      metrics: (names) => this.#metrics(names),
      contentType: this.#registry.contentType,
    });
  }

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
    this.#areAllReady = Object.values(services).every(({ ready }) => ready);
    const isReady =
      this.#entrance === undefined
        ? this.#areAllReady
        : services[this.#entrance]?.ready === true && this.#wereAllReady() === true;
    return { ready: isReady && !this.#isDraining, services };
  }

  /** Returns the metrics of all services grouped by name, as Prometheus requires: help and type once, then all values. */
  async #metrics(names: readonly string[] | undefined): Promise<string> {
    const textOf = (registry: Registry) => (names ? metricsNamed(registry, names) : registry.metrics());
    const members = Array.from(this.#members.values(), ({ registry }) => registry);
    const own = await textOf(this.#registry);
    const others = await Promise.all(members.map(textOf));
    const blocks = new Map(blocksOf(own));
    const ofProcess = new Set(blocks.keys());
    for (const [name, block] of others.flatMap(blocksOf)) {
      if (ofProcess.has(name)) continue;
      const known = blocks.get(name);
      blocks.set(name, known === undefined ? block : `${known}\n${withoutComments(block)}`);
    }
    const isOpenMetrics = own.endsWith(endOfOpenMetrics);
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
    .map((block) => [itemAt(block.split(' ', 3), 2), block]);

const withoutComments = (block: string): string =>
  block
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
