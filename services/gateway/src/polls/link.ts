import { randomUUID } from 'node:crypto';
import {
  backoff,
  type ErrorCode,
  foreignErrorText,
  itemAt,
  type Logger,
  ParleyError,
  sleep,
} from '@parley/core';
import {
  type ConnectRequest,
  type ConnectResponse,
  EventQueueServiceService,
  type Poll,
} from '@parley/proto/eventqueue/v1/event_queue';
import { type ClosableRpcClient, createRpcClient, type LocalServices, type MessageStream } from '@parley/rpc';
import { decodeErrorText, type EncodedErrorText } from '@parley/texts';
import type { PollAnswer, PollJob } from './job.ts';

/** Number of answers after which the event loop may handle other requests. Handling so many takes one or two milliseconds. */
const answersAtOnce = 64;
/** Maximum number of polls in one frame. */
const pollsPerFrame = 256;
const reconnect = { baseMs: 50, maxMs: 1_000 };

export type LinkOptions = {
  address: string;
  secret: string;
  local?: LocalServices | undefined;
  logger: Logger;
  onReady: () => void;
  /** Called with the unanswered polls when the replica is stopping, or when the connection broke. */
  onLost: (jobs: PollJob[]) => void;
  /** Called when this replica cannot answer a poll now. Another replica may be able to answer it. */
  onRefused: (job: PollJob, link: Link, error: ParleyError) => void;
};

/** A gRPC stream to one replica of event-queue, which carries polls and answers. It reconnects until it is closed. */
export class Link {
  readonly address: string;
  readonly client: ClosableRpcClient<typeof EventQueueServiceService>;
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;
  #stream: MessageStream<ConnectResponse, ConnectRequest> | undefined;
  #jobs = new Map<number, PollJob>();
  /** Polls of this turn of the event loop, which are then sent in one frame. */
  #asking: Poll[] = [];
  #takesMany = false;
  #nextId = 1;
  isReady = false;
  /** Replicas of earlier releases answer each poll only once. */
  servesStreams = false;

  constructor(options: LinkOptions) {
    this.address = options.address;
    this.#options = options;
    this.client = createRpcClient(EventQueueServiceService, {
      addresses: [options.address],
      secret: options.secret,
      local: options.local,
    });
    this.#done = this.#run();
  }

  get size(): number {
    return this.#jobs.size;
  }

  ask(job: PollJob): void {
    const pollId = this.#nextId++;
    job.link = this;
    job.pollId = pollId;
    this.#jobs.set(pollId, job);
    const { queueId, userId, keyScope, lastEventId, dontBlock, traceparent, isStream, sentEventId } = job;
    const poll = {
      pollId,
      queueId,
      userId,
      keyScope,
      lastEventId,
      dontBlock,
      traceparent,
      isStream,
      sentEventId,
    };
    if (!this.#takesMany) {
      this.#stream?.send({ frame: { $case: 'poll', poll } });
      return;
    }
    if (this.#asking.length === 0) setImmediate(() => this.#sendAsked());
    this.#asking.push(poll);
    if (this.#asking.length >= pollsPerFrame) this.#sendAsked();
  }

  /** Cancels a poll that no longer needs an answer from the replica. */
  cancel(job: PollJob): void {
    if (!this.#jobs.delete(job.pollId)) return;
    job.link = undefined;
    this.#sendAsked();
    this.#stream?.send({ frame: { $case: 'cancel', cancel: { pollId: job.pollId } } });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#done;
    this.client.close();
  }

  /** Sends the collected polls in one frame. The fixed cost of a frame, on both sides, is that of several polls. */
  #sendAsked(): void {
    if (this.#asking.length === 0) return;
    const polls = this.#asking;
    this.#asking = [];
    this.#stream?.send({ frame: { $case: 'polls', polls: { polls } } });
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt++) {
      const aborter = new AbortController();
      const onClose = () => aborter.abort();
      signal.addEventListener('abort', onClose, { once: true });
      try {
        this.#stream = this.client.connect({
          clientName: 'gateway',
          requestId: randomUUID(),
          deadline: Number.MAX_SAFE_INTEGER,
          signal: aborter.signal,
        });
        for await (const { frame } of this.#stream) {
          if (frame?.$case === 'hello') attempt = 0;
          if (frame) await this.#receive(frame);
        }
      } catch (error) {
        if (!signal.aborted) {
          this.#options.logger.debug(
            { err: error, address: this.address },
            'cannot open a stream to event-queue',
          );
        }
      }
      signal.removeEventListener('abort', onClose);
      this.#stream = undefined;
      this.#lose();
      await sleep(backoff(attempt, reconnect), signal).catch(() => undefined);
    }
  }

  async #receive(frame: NonNullable<ConnectResponse['frame']>): Promise<void> {
    switch (frame.$case) {
      case 'hello':
        this.isReady = true;
        this.#takesMany = frame.hello.takesManyPolls;
        this.servesStreams = frame.hello.servesStreams;
        this.#options.onReady();
        return;
      case 'leaving':
        this.#lose();
        return;
      case 'error':
        this.#refuse(frame.error);
        return;
      case 'answers': {
        const { pollIds } = frame.answers;
        const answer: PollAnswer = frame.answers;
        for (let at = 0; at < pollIds.length; at++) {
          const job = this.#jobs.get(itemAt(pollIds, at));
          if (job && (!job.isStream || answer.endsStreams)) this.#forget(job);
          job?.answer(answer);
          if (at % answersAtOnce === answersAtOnce - 1) await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
  }

  #refuse(error: {
    pollId: number;
    code: string;
    message: string;
    fieldsJson: Uint8Array;
    status: number;
    text: EncodedErrorText | undefined;
  }): void {
    const job = this.#jobs.get(error.pollId);
    if (!job) return;
    this.#forget(job);
    const fields = JSON.parse(Buffer.from(error.fieldsJson).toString() || '{}') as Record<string, unknown>;
    const text = error.text ? decodeErrorText(error.text) : foreignErrorText(error.message);
    const refusal = new ParleyError(error.code as ErrorCode, text, fields, error.status);
    if (refusal.code === 'UNAVAILABLE') this.#options.onRefused(job, this, refusal);
    else job.reject(refusal);
  }

  #forget(job: PollJob): void {
    this.#jobs.delete(job.pollId);
    job.link = undefined;
  }

  #lose(): void {
    this.isReady = false;
    // Polls that were not sent are also in `#jobs`, and move to another replica with the others.
    this.#asking = [];
    if (this.#jobs.size === 0) return;
    const jobs = [...this.#jobs.values()];
    this.#jobs = new Map();
    for (const job of jobs) job.link = undefined;
    this.#options.onLost(jobs);
  }
}
