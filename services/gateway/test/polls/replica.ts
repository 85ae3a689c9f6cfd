import { errors, silentLogger } from '@parley/core';
import {
  type ConnectRequest,
  type ConnectResponse,
  EventQueueServiceService,
} from '@parley/proto/eventqueue/v1/event_queue';
import { createRpcServer, type MessageStream } from '@parley/rpc';
import { eventually } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { createPolls } from '../../src/polls/index.ts';

const secret = 'a secret of this test';
type Frame = NonNullable<ConnectResponse['frame']>;
export type Asked = {
  queueId: string;
  pollId: number;
  lastEventId: number | undefined;
  sentEventId: number;
  send: (frame: Frame) => void;
};

/** A fake replica of event-queue that sends the frames which the test specifies. */
export class Replica implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly cancelled: number[] = [];
  /** The number of polls in each received frame. */
  readonly frames: number[] = [];
  takesManyPolls = true;
  servesStreams = true;
  port = 0;
  onPoll: ((asked: Asked) => void) | undefined;
  #streams = new Set<MessageStream<ConnectRequest, ConnectResponse>>();
  #server: ReturnType<typeof createRpcServer> | undefined;

  async start(port = 0): Promise<this> {
    const server = createRpcServer({ secret, logger: silentLogger, registry: new Registry() });
    const unused = () => Promise.reject(errors.internal());
    server.add(EventQueueServiceService, {
      beginQueue: unused,
      createQueue: unused,
      deleteQueue: unused,
      listQueues: unused,
      closeQueues: unused,
      findPolling: unused,
      connect: (stream) => this.#connect(stream),
    });
    this.port = await server.listen('127.0.0.1', port);
    this.#server = server;
    return this;
  }

  /** Sends a frame to every connected gateway. */
  say(frame: Frame): void {
    for (const stream of this.#streams) stream.send({ frame });
  }

  /** Closes all streams at once, as when the process is killed. */
  async kill(): Promise<void> {
    await this.#server?.drain(0);
    this.#server = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  async #connect(stream: MessageStream<ConnectRequest, ConnectResponse>): Promise<void> {
    this.#streams.add(stream);
    const { takesManyPolls, servesStreams } = this;
    stream.send({ frame: { $case: 'hello', hello: { takesManyPolls, servesStreams } } });
    try {
      for await (const { frame } of stream) {
        if (frame?.$case === 'cancel') this.cancelled.push(frame.cancel.pollId);
        const polls =
          frame?.$case === 'poll' ? [frame.poll] : frame?.$case === 'polls' ? frame.polls.polls : [];
        if (polls.length > 0) this.frames.push(polls.length);
        for (const { queueId, pollId, lastEventId, sentEventId } of polls) {
          const asked = {
            queueId,
            pollId,
            lastEventId,
            sentEventId,
            send: (answer: Frame) => stream.send({ frame: answer }),
          };
          this.asked.push(asked);
          this.onPoll?.(asked);
        }
      }
    } finally {
      this.#streams.delete(stream);
    }
  }
}

export const answer = (pollIds: number[], text: string, lastEventId = 0, endsStreams = false): Frame => ({
  $case: 'answers',
  answers: { pollIds, eventsJson: Buffer.from(text), lastEventId, endsStreams },
});

export function pollsOf(...replicas: readonly { port: number }[]) {
  const registry = new Registry();
  const polls = createPolls({
    addresses: replicas.map(({ port }) => `127.0.0.1:${port}`),
    secret,
    logger: silentLogger,
    registry,
  });
  return Object.assign(polls, {
    [Symbol.asyncDispose]: () => polls.close(),
    /** Resolves when `count` replicas are connected. */
    linked: async (count: number) => {
      const links = async () =>
        (await registry.getMetricsAsJSON()).find(({ name }) => name.endsWith('links'));
      await eventually(async () => (await links())?.values[0]?.value === count);
    },
  });
}

export const request = (queueId: string, options: { signal?: AbortSignal; timeoutMs?: number } = {}) => ({
  queueId,
  userId: 1,
  lastEventId: 7,
  dontBlock: false,
  signal: options.signal ?? new AbortController().signal,
  deadline: Date.now() + (options.timeoutMs ?? 30_000),
});
