import { errors, type Logger, type ParleyError, sleep } from '@parley/core';
import { NameWatch } from '@parley/rpc';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { PollRequest, Polls } from '../context.ts';
import { noEvents, type PollJob } from './job.ts';
import { Link } from './link.ts';
import { choose } from './rendezvous.ts';

export type PollsOptions = {
  /** `host:port` of each replica of `event-queue`, or `dns:///name:port` for all replicas behind a name. */
  addresses: readonly string[];
  secret: string;
  logger: Logger;
  registry: Registry;
};

const sweepMs = 250;
/** A poll that every replica refused is retried after `roundMs` milliseconds, at most `maxRounds` times. */
const roundMs = 200;
const maxRounds = 5;
const drainStepMs = 20;

/**
 * Creates the client of long-polls: one stream to each replica carries all polls of this process.
 *
 * Rendezvous hashing of the queue ID chooses the replica, so that the replica has the state of the queue in memory. Any
 * replica gives the same answer. When the stream breaks, or when the replica stops or refuses, the poll moves to
 * another replica, or waits until there is one. That is safe, because a poll removes nothing from its queue: only the
 * client's next poll acknowledges events.
 */
export function createPolls(options: PollsOptions): Polls {
  return new PollRouter(options);
}

class PollRouter implements Polls {
  readonly #options: PollsOptions;
  readonly #links = new Map<string, Link>();
  readonly #jobs = new Set<PollJob>();
  /** Polls that wait for a replica. */
  readonly #parked = new Set<PollJob>();
  readonly #reasked: Counter;
  readonly #sweeping: NodeJS.Timeout;
  /** Addresses to which their name does not resolve any more. */
  readonly #gone = new Set<string>();
  readonly #watch: NameWatch;
  #isDrained = false;

  constructor(options: PollsOptions) {
    this.#options = options;
    const registers = [options.registry];
    this.#reasked = new Counter({
      name: 'parley_gateway_polls_reasked_total',
      help: 'Polls moved to another replica because one was lost or refused.',
      registers,
    });
    const links = this.#links;
    new Gauge({
      name: 'parley_gateway_event_queue_links',
      help: 'Replicas of event-queue that accept polls.',
      registers,
      collect() {
        this.set([...links.values()].filter((link) => link.isReady).length);
      },
    });
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs);
    this.#watch = new NameWatch({
      addresses: options.addresses,
      onAdded: (address) => {
        this.#gone.delete(address);
        if (!links.has(address)) this.#open(address);
      },
      onRemoved: (address) => this.#gone.add(address),
      onLost: (name, error) =>
        options.logger.warn({ err: error, name }, 'the name does not resolve; keeping the known replicas'),
    });
  }

  poll(request: PollRequest): Promise<Buffer> {
    if (this.#isDrained) return Promise.resolve(noEvents);
    const { signal } = request;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(errors.unavailable('The client disconnected.'));
      const finish = () => {
        this.#jobs.delete(job);
        this.#parked.delete(job);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        job.link?.cancel(job);
        job.reject(errors.unavailable('The client disconnected.'));
      };
      const job: PollJob = {
        queueId: request.queueId,
        userId: request.userId,
        lastEventId: request.lastEventId,
        dontBlock: request.dontBlock,
        traceparent: request.traceparent ?? '',
        deadline: request.deadline,
        resolve: (eventsJson) => {
          finish();
          resolve(eventsJson);
        },
        reject: (error) => {
          finish();
          reject(error);
        },
        link: undefined,
        pollId: 0,
        refusedBy: undefined,
        rounds: 0,
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#jobs.add(job);
      this.#place(job);
    });
  }

  async drain(overMs: number): Promise<void> {
    this.#isDrained = true;
    const steps = Math.max(1, Math.round(overMs / drainStepMs));
    for (let left = steps; this.#jobs.size > 0; left--) {
      for (const job of [...this.#jobs].slice(0, Math.ceil(this.#jobs.size / left))) {
        job.link?.cancel(job);
        job.resolve(noEvents);
      }
      if (this.#jobs.size > 0) await sleep(drainStepMs);
    }
  }

  ready(): boolean {
    for (const link of this.#links.values()) if (link.isReady) return true;
    return false;
  }

  async close(): Promise<void> {
    await this.drain(0);
    clearInterval(this.#sweeping);
    this.#watch.close();
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  #place(job: PollJob): void {
    const link = choose(job.queueId, this.#candidates(job));
    if (link) {
      this.#parked.delete(job);
      link.ask(job);
    } else this.#parked.add(job);
  }

  *#candidates(job: PollJob): Iterable<Link> {
    for (const link of this.#links.values()) if (link.isReady && !job.refusedBy?.has(link)) yield link;
  }

  #move(jobs: readonly PollJob[]): void {
    this.#reasked.inc(jobs.length);
    for (const job of jobs) if (this.#jobs.has(job)) this.#place(job);
  }

  #refused(job: PollJob, link: Link, error: ParleyError): void {
    job.refusedBy ??= new Set();
    job.refusedBy.add(link);
    if (choose(job.queueId, this.#candidates(job))) this.#move([job]);
    else if (++job.rounds >= maxRounds) job.reject(error);
    else this.#retryLater(job);
  }

  /** Retries a poll that every replica refused. */
  #retryLater(job: PollJob): void {
    this.#parked.add(job);
    setTimeout(() => {
      job.refusedBy = undefined;
      if (this.#parked.has(job)) this.#move([job]);
    }, roundMs).unref();
  }

  #open(address: string): void {
    const { secret, logger } = this.#options;
    const link = new Link({
      address,
      secret,
      logger,
      onReady: () => this.#placeParked(),
      onLost: (jobs) => this.#move(jobs),
      onRefused: (job, refuser, error) => this.#refused(job, refuser, error),
    });
    this.#links.set(address, link);
  }

  #placeParked(): void {
    for (const job of [...this.#parked]) this.#place(job);
  }

  #sweep(): void {
    this.#closeRemoved();
    const now = Date.now();
    for (const job of this.#jobs) {
      if (job.deadline > now) continue;
      job.link?.cancel(job);
      job.reject(errors.unavailable());
    }
  }

  /** Closes the links to removed addresses as soon as these report that they are not ready. */
  #closeRemoved(): void {
    for (const address of this.#gone) {
      const link = this.#links.get(address);
      if (link?.isReady) continue;
      this.#gone.delete(address);
      this.#links.delete(address);
      void link?.close();
    }
  }
}
