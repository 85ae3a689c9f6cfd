import { randomBytes } from 'node:crypto';
import { createLogger, errors, foreignErrorText, ParleyError, silentLogger } from '@parley/core';
import { EventQueueServiceService, PollAnswers } from '@parley/proto/eventqueue/v1/event_queue';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { Link } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  backgroundCall,
  type Call,
  createRpcClient,
  createRpcServer,
  type Handlers,
  type RpcServer,
  requireConnection,
} from '../src/index.ts';
import { testCall } from '../src/testing.ts';

type UploadHandlers = Handlers<typeof UploadServiceService>;

const secret = 'a shared secret';
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const newServer = (): RpcServer => {
  const server = createRpcServer({ secret, logger: silentLogger, registry: new Registry() });
  cleanups.push(() => server.drain(0));
  return server;
};

async function serveUpload(getAttachments: UploadHandlers['getAttachments'], port = 0, host = '127.0.0.1') {
  const server = newServer();
  server.add(UploadServiceService, { getAttachments } as Partial<UploadHandlers> as UploadHandlers);
  return { server, port: await server.listen(host, port) };
}

function uploadClient(ports: number[], withSecret = secret) {
  const client = createRpcClient(UploadServiceService, {
    addresses: ports.map((port) => `127.0.0.1:${port}`),
    secret: withSecret,
  });
  cleanups.push(() => client.close());
  return client;
}

const answer = (text: string) => ({ attachmentsJson: Buffer.from(text), uploadSpaceUsed: 0 });

describe('a call', () => {
  it('is not repeated while there is no organization', async () => {
    let calls = 0;
    const { port } = await serveUpload(async () => {
      calls++;
      throw errors.noOrganization();
    });
    const refused = uploadClient([port]).getAttachments({}, backgroundCall({ timeoutMs: 60_000 }));
    await expect(refused).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: errors.noOrganization().message,
    });
    expect(calls).toBe(1);
  });

  it('is refused with all details, or without them when they are too large', async () => {
    const refused = (fields: Record<string, unknown>) =>
      errors.badRequest(foreignErrorText('Some were left out.'), fields);
    const similar = { left: Array.from({ length: 900 }, (_, n) => `bad address ${n} ${'y'.repeat(90)}`) };
    const random = { left: randomBytes(100_000).toString('base64') };
    for (const [given, received] of [
      [similar, similar],
      [random, {}],
    ]) {
      const { port } = await serveUpload(async () => {
        throw refused(given!);
      });
      await expect(uploadClient([port]).getAttachments({}, testCall())).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Some were left out.',
        fields: received,
      });
    }
  });

  it('is refused when a number does not fit into its field', async () => {
    const server = newServer();
    server.add(UserAdminServiceService, {} as Handlers<typeof UserAdminServiceService>);
    const port = await server.listen('127.0.0.1', 0);
    const client = createRpcClient(UserAdminServiceService, { addresses: [`127.0.0.1:${port}`], secret });
    cleanups.push(() => client.close());
    const request = { email: '', fullName: '', password: '', role: 2 ** 40 };
    await expect(client.createUser(request, testCall())).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([
    { why: 'a service that does not answer', error: errors.unavailable(), levels: ['warn'] },
    {
      why: 'no organization yet, as it is for days on an empty server',
      error: errors.noOrganization(),
      levels: [],
    },
  ])('that is refused is logged as it matters: $why', async ({ error, levels }) => {
    const lines: { level: string; msg: string }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const logger = createLogger({ service: 'test', destination });
    const server = createRpcServer({ secret, logger, registry: new Registry() });
    cleanups.push(() => server.drain(0));
    const createUser = async () => {
      throw error;
    };
    server.add(UserAdminServiceService, { createUser } as unknown as Handlers<
      typeof UserAdminServiceService
    >);
    const port = await server.listen('127.0.0.1', 0);
    const client = createRpcClient(UserAdminServiceService, { addresses: [`127.0.0.1:${port}`], secret });
    cleanups.push(() => client.close());
    const request = { email: '', fullName: '', password: '', role: 400 };
    await expect(client.createUser(request, testCall())).rejects.toMatchObject({
      message: error.message,
    });
    expect(lines.filter(({ msg }) => msg === 'call refused').map((line) => line.level)).toEqual(levels);
  });

  it('carries the principal, the client, the request ID, the trace and the deadline', async () => {
    let seen: Call | undefined;
    const { port } = await serveUpload(async (_request, call) => {
      seen = call;
      return answer('[]');
    });
    const call = {
      ...testCall({ principal: { userId: 7 } }),
      clientName: 'naïve client',
      traceparent: '00-1-2-01',
    };
    await uploadClient([port]).getAttachments({}, call);
    expect(seen).toMatchObject({
      principal: { userId: 7 },
      clientName: 'naïve client',
      requestId: call.requestId,
      traceparent: '00-1-2-01',
    });
    expect(Math.abs((seen?.deadline ?? 0) - call.deadline)).toBeLessThan(8_000);
  });

  it('returns an error of the catalogue as it was thrown', async () => {
    const thrown = errors.streamDoesNotExist({ stream: 'Größe ☃' });
    const { port } = await serveUpload(async () => {
      throw thrown;
    });
    const error = await uploadClient([port])
      .getAttachments({}, testCall())
      .catch((e) => e);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({
      code: thrown.code,
      message: thrown.message,
      fields: thrown.fields,
      status: 400,
    });
  });

  it('returns an error that quotes a very long text', async () => {
    const name = 'ä'.repeat(200_000);
    const { port } = await serveUpload(async () => {
      throw errors.streamDoesNotExist({ stream: name });
    });
    const error = await uploadClient([port])
      .getAttachments({}, testCall())
      .catch((e) => e);
    expect(error).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', status: 400 });
    expect(error.message.length).toBeLessThan(600);
    expect(error.fields.stream).toMatch(/^ä+…$/);
  });

  it('reveals no details of any other failure', async () => {
    const { port } = await serveUpload(async () => {
      throw new Error('secret detail');
    });
    const error = await uploadClient([port])
      .getAttachments({}, testCall())
      .catch((e) => e);
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(error.message).not.toContain('secret detail');
  });

  it('is refused without the shared secret', async () => {
    let reached = false;
    const { port } = await serveUpload(async () => {
      reached = true;
      return answer('[]');
    });
    await expect(uploadClient([port], 'another').getAttachments({}, testCall())).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(reached).toBe(false);
  });

  it('does not use the HTTP proxy of the environment', async () => {
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
    cleanups.push(() => vi.unstubAllEnvs());
    const { port } = await serveUpload(async () => answer('direct'));
    const { attachmentsJson } = await uploadClient([port]).getAttachments({}, testCall());
    expect(Buffer.from(attachmentsJson).toString()).toBe('direct');
  });

  it('is not sent when its signal has been aborted', async () => {
    let handled = 0;
    const { port } = await serveUpload(async () => answer(String(++handled)));
    const client = uploadClient([port]);
    await client.getAttachments({}, testCall());
    const aborted = client.getAttachments({}, { ...testCall(), signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await client.getAttachments({}, testCall());
    expect(handled).toBe(2);
  });

  it('aborts the handler when the caller cancels', async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const { port } = await serveUpload(async (_request, call) => {
      call.signal.addEventListener('abort', () => aborted.resolve());
      started.resolve();
      await aborted.promise;
      return answer('[]');
    });
    const giveUp = new AbortController();
    const running = uploadClient([port]).getAttachments({}, testCall({ signal: giveUp.signal }));
    const failed = expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await started.promise;
    giveUp.abort();
    await failed;
    await aborted.promise;
  });
});

it('a change continues when its caller gives it up, and is told when the connection is lost', async () => {
  const calls: Call[] = [];
  const server = newServer();
  const deleteAttachment = async (_request: unknown, call: Call) => {
    calls.push(call);
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
    return {};
  };
  server.add(UploadServiceService, { deleteAttachment } as Partial<UploadHandlers> as UploadHandlers);
  const port = await server.listen('127.0.0.1', 0);
  await using link = await Link.to(port);
  const client = uploadClient([link.port]);
  const giveUp = new AbortController();
  const left = client.deleteAttachment({ attachmentId: 1 }, testCall({ signal: giveUp.signal }));
  const lost = client.deleteAttachment({ attachmentId: 2 }, testCall());
  const failed = Promise.all([left, lost].map((call) => expect(call).rejects.toThrow()));
  await vi.waitFor(() => expect(calls).toHaveLength(2), { timeout: 60_000 });
  giveUp.abort();
  await expect(left).rejects.toThrow();
  await client
    .deleteAttachment({ attachmentId: 3 }, backgroundCall({ timeoutMs: 300 }))
    .catch(() => undefined);
  expect(calls.slice(0, 2).map(({ signal }) => signal.aborted)).toEqual([false, false]);
  link.lead(undefined);
  await failed;
  await vi.waitFor(() => expect(calls.every(({ signal }) => signal.aborted)).toBe(true), { timeout: 60_000 });
  for (const call of calls) expect(() => requireConnection(call)).toThrow();
});

describe('replicas', () => {
  it('share the calls', async () => {
    const counts = [0, 0];
    const ports = await Promise.all(
      counts.map(
        async (_count, index) =>
          (
            await serveUpload(async () => {
              counts[index]!++;
              return answer('[]');
            })
          ).port,
      ),
    );
    const client = uploadClient(ports);
    await client.getAttachments({}, testCall());
    for (let i = 0; i < 40; i++) await client.getAttachments({}, testCall());
    expect(Math.min(...counts)).toBeGreaterThan(5);
  });

  it('are tried in turn when the method is marked as idempotent', async () => {
    const first = await serveUpload(async () => {
      throw errors.unavailable();
    });
    const second = await serveUpload(async () => answer('[2]'));
    const client = uploadClient([first.port, second.port]);
    for (let i = 0; i < 10; i++) {
      const response = await client.getAttachments({}, testCall());
      expect(String(response.attachmentsJson)).toBe('[2]');
    }
  });

  it('get a call only once when its method is not marked as idempotent', async () => {
    let count = 0;
    const server = newServer();
    const deleteAttachment: UploadHandlers['deleteAttachment'] = async () => {
      count++;
      throw errors.unavailable();
    };
    server.add(UploadServiceService, { deleteAttachment } as Partial<UploadHandlers> as UploadHandlers);
    const client = uploadClient([await server.listen('127.0.0.1', 0)]);
    const call = client.deleteAttachment({ attachmentId: 1 }, testCall());
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(count).toBe(1);
  });

  it('get a call only once when the call says so, even if its method is idempotent', async () => {
    let count = 0;
    const { port } = await serveUpload(async () => {
      count++;
      throw errors.unavailable();
    });
    const call = uploadClient([port]).getAttachments({}, testCall(), { retry: false });
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(count).toBe(1);
  });

  it('wait for a connection while none is connected', async () => {
    const { port } = await serveUpload(async () => answer('[1]'));
    // Unlike the port of a server that has stopped, the port of the proxy cannot be taken by another program.
    await using link = await Link.to(port);
    link.lead(undefined);
    const refused = link.refused(1);
    const waiting = uploadClient([link.port]).getAttachments({}, testCall());
    await refused;
    link.lead(port);
    expect(String((await waiting).attachmentsJson)).toBe('[1]');
  });

  it('that stay unreachable make a call fail at its deadline', async () => {
    const gone = await serveUpload(async () => answer('[]'));
    await gone.server.drain(0);
    const client = uploadClient([gone.port]);
    await expect(client.getAttachments({}, backgroundCall({ timeoutMs: 300 }))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('replicas behind a name', () => {
  it('get calls soon after they appear until they disappear, independently of the others', async () => {
    const counts = new Map<string, number>();
    const servers = new Map<string, RpcServer>();
    let port = 0;
    const add = async (host: string) => {
      const handler = async () => {
        counts.set(host, (counts.get(host) ?? 0) + 1);
        return answer('[]');
      };
      const served = await serveUpload(handler, port, host);
      port = served.port;
      servers.set(host, served.server);
    };
    const lookup = async () => [...servers.keys()].map((address) => ({ address, family: 4 }));
    await add('127.0.0.2');
    const addresses = [`dns:///uploads:${port}`];
    const client = createRpcClient(UploadServiceService, { addresses, secret, lookup });
    cleanups.push(() => client.close());
    const callUntil = async (isEnough: () => boolean) => {
      counts.clear();
      while (!isEnough()) await client.getAttachments({}, testCall());
    };
    await callUntil(() => counts.has('127.0.0.2'));
    await add('127.0.0.3');
    await callUntil(() => counts.get('127.0.0.3')! > 5);
    expect(counts.has('127.0.0.2')).toBe(true);
    const gone = servers.get('127.0.0.2')!;
    servers.delete('127.0.0.2');
    await gone.drain(1_000);
    await callUntil(() => counts.get('127.0.0.3')! > 5);
    expect(counts.has('127.0.0.2')).toBe(false);
  });

  it('wait for an address while the name has none', async () => {
    const { port } = await serveUpload(async () => answer('[1]'));
    let lookups = 0;
    const lookup = async () => {
      if (lookups++ < 2) throw new Error('ENOTFOUND');
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const client = createRpcClient(UploadServiceService, {
      addresses: [`dns:///uploads:${port}`],
      secret,
      lookup,
    });
    cleanups.push(() => client.close());
    expect(String((await client.getAttachments({}, testCall())).attachmentsJson)).toBe('[1]');
  });
});

describe('streams', () => {
  it('carry the parts of an answer in order, then end', async () => {
    const server = newServer();
    server.add(UserAdminServiceService, {
      async *getUsers() {
        for (let i = 0; i < 100; i++) yield { usersJson: Buffer.from(String(i)) };
      },
    } as Partial<Handlers<typeof UserAdminServiceService>> as Handlers<typeof UserAdminServiceService>);
    const client = createRpcClient(UserAdminServiceService, {
      addresses: [`127.0.0.1:${await server.listen('127.0.0.1', 0)}`],
      secret,
    });
    cleanups.push(() => client.close());
    const request = {
      includeCustomProfileFields: false,
      userIds: [],
      hasUserIds: false,
    };
    const parts: string[] = [];
    for await (const part of client.getUsers(request, testCall())) parts.push(String(part.usersJson));
    expect(parts).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
  });

  it('carry messages both ways until one side ends', async () => {
    const server = newServer();
    server.add(EventQueueServiceService, {
      connect: async (stream) => {
        for await (const { frame } of stream) {
          if (frame?.$case !== 'poll') continue;
          const answers = PollAnswers.create({ pollIds: [frame.poll.pollId], eventsJson: Buffer.from('[]') });
          if (!stream.send({ frame: { $case: 'answers', answers } })) await stream.drained();
        }
      },
    } as Partial<Handlers<typeof EventQueueServiceService>> as Handlers<typeof EventQueueServiceService>);
    const client = createRpcClient(EventQueueServiceService, {
      addresses: [`127.0.0.1:${await server.listen('127.0.0.1', 0)}`],
      secret,
    });
    cleanups.push(() => client.close());
    const stream = client.connect(testCall());
    const poll = {
      queueId: 'q',
      userId: 1,
      keyScope: '',
      lastEventId: undefined,
      dontBlock: false,
      traceparent: '',
      isStream: false,
      sentEventId: 0,
    };
    for (let pollId = 1; pollId <= 50; pollId++)
      stream.send({ frame: { $case: 'poll', poll: { ...poll, pollId } } });
    stream.end();
    const seen: number[] = [];
    for await (const { frame } of stream) if (frame?.$case === 'answers') seen.push(...frame.answers.pollIds);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });
});
