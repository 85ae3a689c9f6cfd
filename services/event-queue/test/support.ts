import type { NatsConnection } from '@nats-io/transport-node';
import { silentLogger } from '@parley/core';
import { connectNats } from '@parley/event-log';
import { createTestLog, type TestEvent, type TestLog } from '@parley/event-log/testing';
import {
  type BeginQueueResponse,
  type ConnectRequest,
  type ConnectResponse,
  CreateQueueRequest,
  EventQueueServiceService,
} from '@parley/proto/eventqueue/v1/event_queue';
import { backgroundCall, createRpcClient, type MessageStream, type RpcClient } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { eventually, sharedServers, uniqueName } from '@parley/test-servers';
import { createService, type EventQueueService, loadServiceConfig } from '../src/index.ts';

const secret = 'a secret of this test';

export type ClientEvent = { id: number; type: string; [field: string]: unknown };
/** The answer to a poll: events, or an error. */
export type Answer = { events: ClientEvent[] } | { code: string; fields: unknown; message: string };
type Client = RpcClient<typeof EventQueueServiceService>;

/** An event log and replicas that follow it, on the NATS server that all tests share. */
export type TestEnv = AsyncDisposable & {
  nats: NatsConnection;
  log: TestLog;
  /** Prefix of the names of NATS subjects, streams and buckets. */
  prefix: string;
  /** Writes events in one log entry and announces them. Returns their IDs. */
  publish(...events: TestEvent['event'][]): Promise<number[]>;
  startReplica(env?: Record<string, string>): Promise<Replica>;
};

export type Replica = AsyncDisposable & {
  service: EventQueueService;
  client: Client;
  /** A client that sends polls as a gateway does. */
  gateway: TestGateway;
  register(
    userId: number,
    request?: Partial<CreateQueueRequest>,
  ): Promise<{ queueId: string; idleTimeoutSeconds: number; start: number }>;
  begin(): Promise<BeginQueueResponse>;
  delete(userId: number, queueId: string): Promise<void>;
  caughtUp(): Promise<void>;
};

/**
 * A fake user-admin of the previous release, with the only call that event-queue makes. It returns settings as JSON only. They
 * contain a name of the empty topic that was set before the log began.
 */
export const settingsOwner = {
  getOrganization: async () => ({
    settingsJson: Buffer.from(JSON.stringify({ empty_topic_display_name: emptyTopicName })),
    organization: undefined,
    isDeactivated: false,
    snapshot: undefined,
  }),
};
export const emptyTopicName = 'the rest';

export async function startEnv(natsUrl: string = sharedServers().nats): Promise<TestEnv> {
  const prefix = uniqueName('eq');
  const nats = await connectNats({ url: natsUrl, name: 'test' });
  const log = await createTestLog(nats, prefix);
  const stack = new AsyncDisposableStack();
  stack.defer(() => nats.close());
  return {
    nats,
    log,
    prefix,
    async publish(...events) {
      const ids = await log.publish(...events.map((event) => ({ event })));
      await log.announce();
      return ids;
    },
    async startReplica(env = {}) {
      const replica = await startReplica(natsUrl, prefix, log, env);
      stack.use(replica);
      return replica;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function startReplica(
  natsUrl: string,
  prefix: string,
  log: TestLog,
  env: Record<string, string>,
): Promise<Replica> {
  const config = loadServiceConfig({
    PARLEY_RPC_SECRET: secret,
    PARLEY_NATS_URL: natsUrl,
    PARLEY_NATS_PREFIX: prefix,
    PARLEY_USER_ADMIN_ADDRESSES: 'nowhere.invalid:1',
    ...env,
  });
  const service = createService(config, { logger: silentLogger, userAdmin: settingsOwner });
  await service.start();
  const client = createRpcClient(EventQueueServiceService, {
    addresses: [`127.0.0.1:${service.rpcPort}`],
    secret,
  });
  const gateway = new TestGateway(client.connect(backgroundCall({ timeoutMs: 600_000 })));
  await gateway.greeted;
  let isStopped = false;
  return {
    service,
    client,
    gateway,
    begin: () => client.beginQueue({}, testCall()),
    async register(userId, request = {}) {
      const { epoch, startEventId } = await client.beginQueue({}, testCall());
      const full = CreateQueueRequest.fromPartial({
        epoch,
        startEventId,
        role: 400,
        applyMarkdown: true,
        capabilities: ['empty_topic_name'],
        ...request,
      });
      const { queueId, idleTimeoutSeconds } = await client.createQueue(
        full,
        testCall({ principal: { userId } }),
      );
      return { queueId, idleTimeoutSeconds, start: full.startEventId };
    },
    async delete(userId, queueId) {
      await client.deleteQueue({ queueId }, testCall({ principal: { userId } }));
    },
    caughtUp: async () => void (await eventually(() => service.sequence >= log.sequence)),
    async [Symbol.asyncDispose]() {
      if (isStopped) return;
      isStopped = true;
      gateway.close();
      client.close();
      await service.stop();
    },
  };
}

/** A stream of events as a gateway sees it. */
class TestStream {
  readonly pollId: number;
  readonly events: ClientEvent[] = [];
  hasEnded = false;
  error: string | undefined;

  constructor(pollId: number) {
    this.pollId = pollId;
  }

  /** IDs of the received events, without heartbeats. */
  get ids(): number[] {
    return this.events.filter(({ type }) => type !== 'heartbeat').map(({ id }) => id);
  }

  get heartbeats(): number[] {
    return this.events.filter(({ type }) => type === 'heartbeat').map(({ id }) => id);
  }
}

class TestGateway {
  readonly greeted: Promise<void>;
  /** Resolves when the replica sends `leaving`. */
  readonly left: Promise<void>;
  /** IDs of the polls in each received frame of answers. */
  readonly frames: number[][] = [];
  readonly #stream: MessageStream<ConnectResponse, ConnectRequest>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #streams = new Map<number, TestStream>();
  #next = 1;

  constructor(stream: MessageStream<ConnectResponse, ConnectRequest>) {
    this.#stream = stream;
    const greeted = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    this.greeted = greeted.promise;
    this.left = left.promise;
    void this.#run(greeted.resolve, left.resolve);
  }

  /** Sends a poll. Returns a promise of the answer, with the ID of the poll as a property. */
  poll(
    userId: number,
    queueId: string,
    lastEventId?: number,
    options: { dontBlock?: boolean; keyScope?: string } = {},
  ): Promise<Answer> & { pollId: number } {
    const pollId = this.#next++;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(pollId, resolve));
    this.#stream.send({
      frame: {
        $case: 'poll',
        poll: {
          pollId,
          queueId,
          userId,
          keyScope: options.keyScope ?? '',
          lastEventId,
          dontBlock: options.dontBlock ?? false,
          traceparent: '',
          isStream: false,
          sentEventId: 0,
        },
      },
    });
    return Object.assign(answer, { pollId });
  }

  /** Opens a stream that collects its events until it ends. */
  stream(userId: number, queueId: string, lastEventId?: number, sentEventId = 0): TestStream {
    const stream = new TestStream(this.#next++);
    this.#streams.set(stream.pollId, stream);
    const poll = { pollId: stream.pollId, queueId, userId, lastEventId, sentEventId };
    this.#stream.send({
      frame: {
        $case: 'poll',
        poll: { ...poll, keyScope: '', dontBlock: false, traceparent: '', isStream: true },
      },
    });
    return stream;
  }

  cancel(pollId: number): void {
    this.#stream.send({ frame: { $case: 'cancel', cancel: { pollId } } });
  }

  close(): void {
    this.#stream.cancel();
  }

  async #run(greeted: () => void, left: () => void): Promise<void> {
    try {
      for await (const { frame } of this.#stream) {
        if (frame?.$case === 'hello') greeted();
        else if (frame?.$case === 'leaving') left();
        else if (frame?.$case === 'answers') {
          const { pollIds, eventsJson, lastEventId, endsStreams } = frame.answers;
          this.frames.push(pollIds);
          const events = JSON.parse(eventsJson.toString()) as ClientEvent[];
          for (const pollId of pollIds) {
            this.#settle(pollId, { events });
            const stream = this.#streams.get(pollId);
            if (!stream) continue;
            stream.events.push(...events);
            if (events.length > 0 && lastEventId !== events.at(-1)!.id) stream.error = 'a wrong last ID';
            if (endsStreams) stream.hasEnded = true;
          }
        } else if (frame?.$case === 'error') {
          const { pollId, code, message, fieldsJson } = frame.error;
          this.#settle(pollId, { code, message, fields: JSON.parse(fieldsJson.toString()) });
          const stream = this.#streams.get(pollId);
          if (stream) stream.error = code;
        }
      }
    } catch {
      // The connection broke. Tests for which that matters check the answers.
    }
  }

  #settle(pollId: number, answer: Answer): void {
    this.#waiting.get(pollId)?.(answer);
    this.#waiting.delete(pollId);
  }
}

/** Returns the IDs of the events in an answer. @throws Error when the answer is an error */
export const idsOf = (answer: Answer): number[] => {
  if ('code' in answer) throw new Error(`answered with ${answer.code}: ${answer.message}`);
  return answer.events.map(({ id }) => id);
};
