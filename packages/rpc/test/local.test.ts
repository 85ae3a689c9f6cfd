import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Writable } from 'node:stream';
import { createLogger, errors, type ParleyError } from '@parley/core';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ByteHandlers,
  type Bytes,
  type Call,
  createByteClient,
  createRpcClient,
  createRpcServer,
  type Handlers,
  LocalServices,
} from '../src/index.ts';
import { testCall } from '../src/testing.ts';

// What calls within a process promise. Calls over the network promise the same (rpc.test.ts, bytes.test.ts).

type UploadHandlers = Handlers<typeof UploadServiceService>;

const secret = 'a shared secret';
/** An address at which nothing listens: every call in this file must find its handler without a connection. */
const addresses = ['127.0.0.1:1'];
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newProcess(services: ConstructorParameters<typeof LocalServices>[0] = ['upload', 'event-queue']) {
  const local = new LocalServices(services);
  const registry = new Registry();
  const lines: { level: string; msg: string; method?: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ service: 'test', destination });
  const newServer = (of = registry) => {
    const server = createRpcServer({ secret, logger, registry: of, local });
    cleanups.push(() => server.drain(0));
    return server;
  };
  const serve = (handlers: Partial<UploadHandlers>, of?: Registry) => {
    const server = newServer(of);
    server.add(UploadServiceService, handlers as UploadHandlers);
    return server;
  };
  const client = createRpcClient(UploadServiceService, { addresses, secret, local });
  return { local, registry, lines, newServer, serve, client };
}

const answer = { attachmentsJson: Buffer.from('[]'), uploadSpaceUsed: 0 };

describe('a call within the process', () => {
  it('gets the request, the answer and the context as they are, without a connection', async () => {
    const { serve, client } = newProcess();
    let seen: { request: unknown; call: Call } | undefined;
    serve({
      async getAttachments(request, call) {
        seen = { request, call };
        return answer;
      },
    });
    const request = {};
    const call = {
      ...testCall({ principal: { userId: 7, keyScope: { isReadOnly: true, areas: [] } } }),
      clientName: 'naïve client',
      after: 'unknown' as const,
      presence: { isActive: true, at: 1_700_000_000 },
    };
    expect(await client.getAttachments(request, call)).toBe(answer);
    expect(seen?.request).toBe(request);
    const { signal: _, ...context } = seen!.call;
    const { signal: __, ...given } = call;
    expect(context).toEqual(given);
  });

  it('needs no port: a server of a local service opens one only if a port is chosen', async () => {
    const { serve, client } = newProcess();
    const server = serve({ getAttachments: async () => answer });
    expect(await server.listen('127.0.0.1', 0)).toBe(0);
    expect(await client.getAttachments({}, testCall())).toBe(answer);
    const reachable = newProcess().serve({ getAttachments: async () => answer });
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    expect(await reachable.listen('127.0.0.1', port)).toBe(port);
    const elsewhere = newProcess(['channel']).serve({ getAttachments: async () => answer });
    expect(await elsewhere.listen('127.0.0.1', 0)).toBeGreaterThan(0);
    const remote = createRpcClient(UploadServiceService, { addresses: [`127.0.0.1:${port}`], secret });
    cleanups.push(() => remote.close());
    expect(await remote.getAttachments({}, testCall())).toEqual(answer);
  });

  it('to a service of another process goes over the network', async () => {
    const { local } = newProcess(['channel']);
    const client = createRpcClient(UploadServiceService, { addresses, secret, local });
    cleanups.push(() => client.close());
    const call = { ...testCall(), deadline: Date.now() + 100 };
    await expect(client.getAttachments({}, call)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('waits for a service that has not started, also while it is replaced', async () => {
    const { serve, client } = newProcess();
    const first = client.getAttachments({}, testCall());
    const server = serve({ getAttachments: async () => answer });
    await expect(first).resolves.toBe(answer);
    await server.drain(0);
    const second = client.getAttachments({}, testCall());
    const other = { ...answer };
    serve({ getAttachments: async () => other }, new Registry());
    await expect(second).resolves.toBe(other);
  });

  it('fails at its deadline, when its caller aborts it, and when the process stops, while no service has started', async () => {
    const { client, local } = newProcess();
    const late = client.getAttachments({}, { ...testCall(), deadline: Date.now() + 50 });
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const aborter = new AbortController();
    const aborted = client.getAttachments({}, testCall({ signal: aborter.signal }));
    aborter.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const stopped = client.getAttachments({}, testCall());
    local.close();
    await expect(stopped).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }, 10_000);

  it('is refused when a number does not fit into its field, as over the network', async () => {
    const { newServer, serve, client, local } = newProcess(['upload', 'user-admin']);
    const seen: unknown[] = [];
    serve({
      async deleteAttachment({ attachmentId }) {
        seen.push(attachmentId);
        return {};
      },
    });
    newServer(new Registry()).add(UserAdminServiceService, {
      createUser: () => seen.push('a user'),
    } as never);
    // A field of the type int64 …
    const fitting = [0, -1, 2 ** 31 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER];
    for (const attachmentId of fitting) await client.deleteAttachment({ attachmentId }, testCall());
    const refused = { code: 'BAD_REQUEST', message: 'A number is out of range' };
    for (const attachmentId of [1.5, Number.NaN, 2 ** 63])
      await expect(client.deleteAttachment({ attachmentId }, testCall())).rejects.toMatchObject(refused);
    const inexact = client.deleteAttachment({ attachmentId: 2 ** 60 }, testCall());
    await expect(inexact).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    // … and one of the type int32.
    const userAdmin = createRpcClient(UserAdminServiceService, { addresses, secret, local });
    const request = { email: '', fullName: '', password: '', role: 2 ** 40 };
    await expect(userAdmin.createUser(request, testCall())).rejects.toMatchObject(refused);
    expect(seen).toEqual(fitting);
  });

  it('ends at its deadline or when its caller aborts it, and so does the signal of its handler', async () => {
    const { serve, client } = newProcess();
    const signals: AbortSignal[] = [];
    serve({
      getAttachments: (_request, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    const late = client.getAttachments({}, { ...testCall(), deadline: Date.now() + 50 });
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const aborter = new AbortController();
    const aborted = client.getAttachments({}, testCall({ signal: aborter.signal }));
    await expect.poll(() => signals.length).toBe(2);
    aborter.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(signals.map(({ aborted: has }) => has)).toEqual([true, true]);
  });

  it('fails with the refusal of its handler, and without the details of an unexpected failure', async () => {
    const { serve, client, lines } = newProcess();
    const refusal = errors.badRequest('Not like this.' as never, { at: 1 });
    let thrown: Error = refusal;
    serve({
      getAttachments: async () => {
        throw thrown;
      },
    });
    await expect(client.getAttachments({}, testCall())).rejects.toBe(refusal);
    expect(lines).toEqual([]);
    thrown = new Error('the password is hunter2');
    const failure: unknown = await client.getAttachments({}, testCall()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', message: errors.internal().message });
    expect(lines).toMatchObject([{ level: 'error', msg: 'call failed', method: 'getAttachments' }]);
  });

  it('is repeated while its handler is unavailable, if it is idempotent', async () => {
    const { serve, client } = newProcess();
    const attempts = { getAttachments: 0, deleteAttachment: 0 };
    serve({
      async getAttachments() {
        if (++attempts.getAttachments < 3) throw errors.unavailable();
        return answer;
      },
      async deleteAttachment() {
        attempts.deleteAttachment++;
        throw errors.unavailable();
      },
    });
    await expect(client.getAttachments({}, testCall())).resolves.toBe(answer);
    const change = client.deleteAttachment({ attachmentId: 1 }, testCall());
    await expect(change).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(attempts).toEqual({ getAttachments: 3, deleteAttachment: 1 });
  });

  it('is measured like a call over the network', async () => {
    const { serve, client, registry } = newProcess();
    let failure: Error | undefined;
    serve({
      async getAttachments() {
        if (failure) throw failure;
        return answer;
      },
    });
    await client.getAttachments({}, testCall());
    failure = errors.badRequest('Not like this.' as never);
    await client.getAttachments({}, testCall()).catch(() => undefined);
    const { values } = await registry.getSingleMetric('parley_rpc_server_seconds')!.get();
    const counts = values.filter(
      (each) => 'metricName' in each && String(each.metricName).endsWith('_count'),
    );
    expect(counts.map(({ labels, value }) => [labels.method, labels.status, value])).toEqual([
      ['getAttachments', 'OK', 1],
      ['getAttachments', 'FAILED_PRECONDITION', 1],
    ]);
  });

  it('that runs is finished before its service stops', async () => {
    const { serve, client } = newProcess();
    const { promise, resolve } = Promise.withResolvers<typeof answer>();
    let isRunning = false;
    const server = serve({
      getAttachments: () => {
        isRunning = true;
        return promise;
      },
    });
    const call = client.getAttachments({}, testCall());
    await expect.poll(() => isRunning).toBe(true);
    let hasDrained = false;
    const drained = server.drain(60_000).then(() => {
      hasDrained = true;
    });
    await new Promise((resolved) => setImmediate(resolved));
    expect(hasDrained).toBe(false);
    resolve(answer);
    await expect(call).resolves.toBe(answer);
    await drained;
  });
});

describe('a stream of answers within the process', () => {
  it('arrives in order, and ends its handler when its reader stops', async () => {
    const streamed = Object.entries(UserAdminServiceService).find(([, method]) => method.responseStream)![0];
    const { newServer, local } = newProcess(['user-admin']);
    let hasEnded = false;
    newServer().add(UserAdminServiceService, {
      async *[streamed]() {
        try {
          for (let n = 1; ; n++) yield { n };
        } finally {
          hasEnded = true;
        }
      },
    } as never);
    const client = createRpcClient(UserAdminServiceService, { addresses, secret, local });
    const read = client[streamed as never] as (request: unknown, call: Call) => AsyncIterable<{ n: number }>;
    const received: number[] = [];
    for await (const { n } of read({}, testCall())) {
      received.push(n);
      if (n === 3) break;
    }
    expect(received).toEqual([1, 2, 3]);
    await expect.poll(() => hasEnded).toBe(true);
  });
});

describe('a bidirectional stream within the process', () => {
  const connect = (
    handler: Handlers<typeof EventQueueServiceService>['connect'],
    signal = new AbortController().signal,
  ) => {
    const { newServer, local } = newProcess();
    newServer().add(EventQueueServiceService, { connect: handler } as never);
    const client = createRpcClient(EventQueueServiceService, { addresses, secret, local });
    return client.connect({ ...testCall(), signal });
  };
  const hello = { frame: { $case: 'hello' as const, hello: { takesManyPolls: true, servesStreams: true } } };
  const cancelOf = (pollId: number) => ({ frame: { $case: 'cancel' as const, cancel: { pollId } } });

  it('carries messages both ways and ends when both sides have ended it', async () => {
    const seen: unknown[] = [];
    const stream = connect(async (messages) => {
      messages.send(hello);
      for await (const { frame } of messages) {
        seen.push(frame?.$case === 'cancel' && frame.cancel.pollId);
      }
    });
    stream.send(cancelOf(1));
    stream.send(cancelOf(2));
    stream.end();
    const received: unknown[] = [];
    for await (const message of stream) received.push(message);
    expect(received).toEqual([hello]);
    expect(seen).toEqual([1, 2]);
  });

  it('fails when its handler fails, and ends its handler when the caller aborts it', async () => {
    const failing = connect(async () => {
      throw errors.unavailable();
    });
    await expect(failing[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const aborter = new AbortController();
    let hasEnded = false;
    const stream = connect(async (messages, { signal }) => {
      messages.send(hello);
      try {
        for await (const _ of messages);
      } finally {
        hasEnded = signal.aborted;
      }
    }, aborter.signal);
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    aborter.abort();
    await reader.next().catch(() => undefined);
    await expect.poll(() => hasEnded).toBe(true);
  });
});

describe('a call with bytes within the process', () => {
  const piece = Buffer.alloc(64 * 1024, 'Parley');
  const pieces = (count: number) => async (to: Writable) => {
    for (let sent = 0; sent < count; sent++) if (!to.write(piece)) await once(to, 'drain');
  };
  async function lengthOf(bytes: Bytes): Promise<number> {
    let length = 0;
    for await (const chunk of bytes) length += chunk.length;
    return length;
  }
  const clientOf = (handlers: Partial<ByteHandlers<typeof UploadBytesServiceService>>) => {
    const { newServer, local } = newProcess();
    newServer().addBytes(UploadBytesServiceService, handlers as never);
    return createByteClient(UploadBytesServiceService, { addresses, secret, local });
  };
  const file = { attachmentId: 1, url: '/u', fileName: 'ünïcode' };
  const description = { fileName: 'a', contentType: 'text/plain' };

  it('carries bytes completely in both directions', async () => {
    let length = 0;
    const client = clientOf({
      async storeFile(_request, bytes) {
        length = await lengthOf(bytes);
        return { response: { file } };
      },
      async readFile() {
        const chunks = (async function* () {
          for (let n = 0; n < 40; n++) yield piece;
        })();
        return { response: {} as never, bytes: { length: 40 * piece.length, chunks } };
      },
    });
    const stored = await client.storeFile(description, testCall(), pieces(40));
    expect(stored.response).toEqual({ file });
    expect(length).toBe(40 * piece.length);
    const { bytes } = await client.readFile({} as never, testCall());
    expect(await lengthOf(bytes)).toBe(40 * piece.length);
  });

  it('is refused before all bytes are sent, and fails when the caller stops sending', async () => {
    let failure: unknown;
    const client = clientOf({
      async storeFile({ fileName }, bytes) {
        if (fileName === 'refused') throw errors.badRequest('Not like this.' as never);
        await lengthOf(bytes).catch((error: unknown) => {
          failure = error;
        });
        return { response: { file } };
      },
    });
    const endless = (to: Writable) =>
      new Promise<void>((_resolve, reject) => {
        to.once('close', () => reject(new Error('closed')));
        to.write(piece);
      });
    const refused = client.storeFile({ ...description, fileName: 'refused' }, testCall(), endless);
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const own = errors.notFound();
    const broken = client.storeFile(description, testCall(), async (to) => {
      to.write(piece);
      throw own;
    });
    await expect(broken).rejects.toBe(own);
    await expect.poll(() => (failure as ParleyError | undefined)?.code).toBe('UNAVAILABLE');
  });
});
