import { errors, type Logger, type ParleyError, sleep } from '@parley/core';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { type LocalServices, NameWatch, replicaAddresses, writeKeyScope } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventStream, PollRequest, Polls, StreamRequest } from '../context.ts';
import { emptyAnswer, emptyEventsJson, type PollJob } from './job.ts';
import { Link } from './link.ts';
import { choose } from './rendezvous.ts';
import { StreamJob } from './stream-job.ts';

export type PollsOptions = {
  /** `host:port` of each replica of event-queue, or `dns:///name:port` for all addresses to which a name resolves. */
  addresses: readonly string[];
  secret: string;
  /** The services of this process. If `event-queue` is one of them, it answers all polls. */
  local?: LocalServices | undefined;
  logger: Logger;
  registry: Registry;
};

const sweepMs = 250;
/** A poll that every replica refused is retried after `roundMs` milliseconds. After `maxRounds` such rounds, it fails. */
const roundMs = 200;
const maxRounds = 5;
const drainStepMs = 20;
/** Time in milliseconds over which the ends of all users' streams are spread. */
const spreadMs = 2_000;

/**
 * Creates the client for long-polls and streams. It has one connection to each replica of event-queue, which all requests
 * share.
 *
 * The replica is chosen by rendezvous hashing of the queue ID, so that polls of a queue go to a replica that has its state in
 * memory. Any replica could give the same answer. When a replica stops, refuses or is disconnected, its polls move to another
 * replica, or wait for one. A repeated poll is safe: events are removed from a queue only when the client's next poll
 * acknowledges them. A stream moves in the same way, and the next replica is told which events were already sent.
 */
export function createPolls(options: PollsOptions): Polls {
  return new PollRouter(options);
}

class PollRouter implements Polls {
  readonly #options: PollsOptions;
  readonly #links = new Map<string, Link>();
  readonly #jobs = new Set<PollJob>();
  readonly #parked = new Set<PollJob>();
  readonly #reasked: Counter;
  /** Timer of the sweep. Set while there are polls, streams, or removed addresses. */
  #sweeping: NodeJS.Timeout | undefined;
  /** Addresses that DNS no longer returns for the service's name. */
  readonly #gone = new Set<string>();
  readonly #watch: NameWatch;
  /** Users whose streams end at the next sweep. Changes of accounts come in bursts, so one sweep handles many of them. */
  #endingUsers = new Set<number>();
  /** Users whose polls and streams end at the next sweep. */
  #revokedUsers = new Set<number>();
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
    this.#watch = new NameWatch({
      addresses: replicaAddresses(EventQueueServiceService, options),
      onAdded: (address) => {
        this.#gone.delete(address);
        if (!links.has(address)) this.#open(address);
      },
      onRemoved: (address) => {
        this.#gone.add(address);
        this.#sweepSoon();
      },
      onLost: (name, error) =>
        options.logger.warn({ err: error, name }, 'the name does not resolve; keeping the known replicas'),
    });
  }

  poll(request: PollRequest): Promise<Buffer> {
    if (this.#isDrained) return Promise.resolve(emptyEventsJson);
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
        keyScope: request.keyScope ? writeKeyScope(request.keyScope) : '',
        lastEventId: request.lastEventId,
        dontBlock: request.dontBlock,
        traceparent: request.traceparent ?? '',
        deadline: request.deadline,
        isStream: false,
        sentEventId: 0,
        answer: ({ eventsJson }) => {
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
      this.#add(job);
      this.#place(job);
    });
  }

  stream(request: StreamRequest): Promise<EventStream> {
    const { signal } = request;
    if (signal.aborted) return Promise.reject(errors.unavailable('The client disconnected.'));
    const job = new StreamJob(request, (ended) => this.#finish(ended));
    signal.addEventListener('abort', () => job.reject(errors.unavailable('The client disconnected.')), {
      once: true,
    });
    const { opened } = job;
    this.#add(job);
    if (this.#isDrained) job.answer(emptyAnswer);
    else this.#place(job);
    return opened;
  }

  replicaOf(queueId: string): Link['client'] | undefined {
    const ready = [...this.#links.values()].filter((link) => link.isReady);
    return choose(queueId, ready)?.client;
  }

  endStreams(userId?: UserId): void {
    if (userId !== undefined) {
      if (this.#jobs.size > 0) this.#endingUsers.add(userId);
      return;
    }
    // Random deadlines spread the ends, so that the clients do not all open their next stream at once.
    const now = Date.now();
    for (const job of this.#jobs) if (job.isStream) job.deadline = now + Math.random() * spreadMs;
  }

  revoke(userId: UserId): void {
    if (this.#jobs.size > 0) this.#revokedUsers.add(userId);
  }

  async drain(overMs: number): Promise<void> {
    this.#isDrained = true;
    const endsAt = performance.now() + overMs;
    while (this.#jobs.size > 0) {
      // On a busy machine a step takes longer, so fewer steps are left.
      const left = Math.max(1, Math.round((endsAt - performance.now()) / drainStepMs));
      for (const job of [...this.#jobs].slice(0, Math.ceil(this.#jobs.size / left))) {
        job.link?.cancel(job);
        job.answer(emptyAnswer);
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
    clearTimeout(this.#sweeping);
    this.#watch.close();
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  #add(job: PollJob): void {
    this.#jobs.add(job);
    this.#sweepSoon();
  }

  #sweepSoon(): void {
    this.#sweeping ??= setTimeout(() => {
      this.#sweeping = undefined;
      this.#sweep();
      if (this.#jobs.size + this.#gone.size > 0) this.#sweepSoon();
    }, sweepMs);
  }

  /** Removes a stream that has ended. */
  #finish(job: PollJob): void {
    this.#jobs.delete(job);
    this.#parked.delete(job);
    job.link?.cancel(job);
  }

  #place(job: PollJob): void {
    const link = choose(job.queueId, this.#candidates(job));
    if (link) {
      this.#parked.delete(job);
      link.ask(job);
    } else if (job.isStream && this.ready()) {
      // All connected replicas are of a release that cannot stream. The client then uses long-polls.
      job.reject(errors.notFound());
    } else this.#parked.add(job);
  }

  *#candidates(job: PollJob): Iterable<Link> {
    for (const link of this.#links.values()) {
      const serves = link.isReady && (link.servesStreams || !job.isStream);
      if (serves && !job.refusedBy?.has(link)) yield link;
    }
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

  #retryLater(job: PollJob): void {
    this.#parked.add(job);
    setTimeout(() => {
      job.refusedBy = undefined;
      if (this.#parked.has(job)) this.#move([job]);
    }, roundMs).unref();
  }

  #open(address: string): void {
    const { secret, logger, local } = this.#options;
    const link = new Link({
      address,
      secret,
      local,
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
    const [endingUsers, revokedUsers] = [this.#endingUsers, this.#revokedUsers];
    if (endingUsers.size > 0) this.#endingUsers = new Set();
    if (revokedUsers.size > 0) this.#revokedUsers = new Set();
    for (const job of this.#jobs) {
      const isRevoked = revokedUsers.has(job.userId);
      const ends = isRevoked || (job.isStream && endingUsers.has(job.userId));
      if (job.deadline > now && !ends) continue;
      job.link?.cancel(job);
      if (isRevoked) job.answer(emptyAnswer);
      else job.reject(errors.unavailable());
    }
  }

  /** A link stays open while its replica is ready, because the replica still answers polls. */
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
