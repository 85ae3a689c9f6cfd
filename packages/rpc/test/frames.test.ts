import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { errors, silentLogger } from '@parley/core';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { Link, startLoopClock, until } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { personOf } from '../src/calls/call.ts';
import { inFrames } from '../src/frames/frame-size.ts';
import { FramedCalls } from '../src/frames/framed-client.ts';
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
type Answer = UploadHandlers['getAttachments'];

const secret = 'a shared secret';
const method = UploadServiceService.getAttachments;
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(getAttachments: Answer): Promise<{ server: RpcServer; port: number }> {
  const server = createRpcServer({ secret, logger: silentLogger, registry: new Registry() });
  server.add(UploadServiceService, { getAttachments } as Partial<UploadHandlers> as UploadHandlers);
  cleanups.push(() => server.drain(0));
  return { server, port: await server.listen('127.0.0.1', 0) };
}

/** Opens a stream of frames. Returns a function that sends a call in a frame. */
async function openFrames(port: number, restAfterMs?: number) {
  const frames = new FramedCalls(secret, restAfterMs);
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  cleanups.push(() => client.close());
  const send = (call: Call) => frames.send(client, method, method.requestSerialize({}), call);
  await until('the stream of frames is open', () => isSent(send));
  return send;
}

/** Sends a call whose answer does not matter. Returns false if there is no open stream for it. */
function isSent(send: Awaited<ReturnType<typeof openFrames>>): boolean {
  const sent = send(testCall());
  sent?.catch(() => undefined);
  return sent !== undefined;
}

const text = (value: string) => ({ attachmentsJson: Buffer.from(value), uploadSpaceUsed: 0 });

/** Starts a server whose calls with a principal run until they are aborted. `calls` contains these calls. */
async function serveUntilAborted() {
  const calls: Call[] = [];
  const { port } = await serve(async (_request, call) => {
    if (!call.principal) return text('open');
    calls.push(call);
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
    return text('nobody reads this');
  });
  return { port, calls };
}

it('carries each call with its context, and each answer to its caller', async () => {
  const { port } = await serve(async (_request, call) => text(`${call.requestId} ${JSON.stringify(call)}`));
  const send = await openFrames(port);
  const calls = Array.from(
    { length: 200 },
    (_, n): Call => ({
      ...testCall({ principal: { userId: 7 + n, sessionId: 3 } }),
      clientName: 'naïve client',
      remoteAddress: '192.0.2.1',
      traceparent: '00-1-2-01',
      after: { epoch: 'e', sequence: 5 },
      presence: { isActive: true, at: 12 },
    }),
  );
  const answers = await Promise.all(calls.map((call) => send(call)));
  for (const [at, answer] of answers.entries()) {
    const [requestId, ...rest] = (answer as ReturnType<typeof text>).attachmentsJson.toString().split(' ');
    const { signal: _signal, deadline, ...sent } = calls[at]!;
    expect(requestId).toBe(sent.requestId);
    const seen = JSON.parse(rest.join(' '));
    expect(seen).toMatchObject(sent);
    expect(Math.abs(seen.deadline - deadline)).toBeLessThan(10_000);
  }
});

it('carries failures with all details', async () => {
  const { port } = await serve(async () => {
    throw errors.missingParameter('topic');
  });
  const client = createRpcClient(UploadServiceService, { addresses: [`127.0.0.1:${port}`], secret });
  cleanups.push(() => client.close());
  for (let each = 0; each < 40; each++) {
    await expect(client.getAttachments({}, testCall())).rejects.toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      fields: { var_name: 'topic' },
    });
  }
});

it('carries large answers in parts, interleaved with small ones', async () => {
  const large = 'x'.repeat(5 * 1024 * 1024);
  const { port } = await serve(async (_request, call) =>
    text(personOf(call)?.userId === 1 ? large : 'small'),
  );
  const send = await openFrames(port);
  const answers = (await Promise.all(
    [1, 2, 1, 2].map((userId) => send(testCall({ principal: { userId } }))),
  )) as ReturnType<typeof text>[];
  expect(answers.map((each) => each.attachmentsJson.length)).toEqual([large.length, 5, large.length, 5]);
});

it('tells the server when a caller cancels or its deadline passes, and fails the call immediately', async () => {
  const { port, calls } = await serveUntilAborted();
  const send = await openFrames(port);
  const leaving = new AbortController();
  const principal = { userId: 1 };
  const left = send(testCall({ principal, signal: leaving.signal }))!;
  const late = send({ ...testCall({ principal }), deadline: Date.now() + 50 })!;
  // The deadline may pass before both calls run.
  const expired = expect(late).rejects.toThrow('DEADLINE_EXCEEDED');
  await until('both run', () => calls.length === 2);
  leaving.abort();
  await expect(left).rejects.toThrow('CANCELLED');
  await expired;
  await until('both were aborted', () => calls.every(({ signal }) => signal.aborted));
});

it('tells a call whose connection was lost from one that its caller cancelled', async () => {
  const { port, calls } = await serveUntilAborted();
  await using link = await Link.to(port);
  const send = await openFrames(link.port);
  const leaving = new AbortController();
  const left = send(testCall({ principal: { userId: 1 }, signal: leaving.signal }))!;
  const lost = send(testCall({ principal: { userId: 2 } }))!;
  const ended = Promise.allSettled([left, lost]);
  await until('both run', () => calls.length === 2);
  leaving.abort();
  await until('one was aborted', () => calls[0]!.signal.aborted);
  for (const call of calls) expect(() => requireConnection(call)).not.toThrow();
  link.lead(undefined);
  await until('both were aborted', () => calls[1]!.signal.aborted);
  expect(() => requireConnection(calls[0]!)).not.toThrow();
  expect(() => requireConnection(calls[1]!)).toThrow('The caller went away.');
  await ended;
});

it('aborts the calls of a client that stops answering, within seconds', async () => {
  const { port, calls } = await serveUntilAborted();
  await using link = await Link.to(port);
  const send = await openFrames(link.port);
  const sending = send(testCall({ principal: { userId: 1 } }))!;
  const failed = expect(sending).rejects.toThrow();
  await until('the call runs', () => calls.length === 1);
  link.hold();
  using clock = startLoopClock();
  await until('the call was aborted', () => calls[0]!.signal.aborted);
  expect(clock.elapsedMs()).toBeLessThan(6_000);
  link.lead(undefined);
  await failed;
});

it('answers running calls while the server stops, and sends it no new ones', async () => {
  const begun: (() => void)[] = [];
  const { server, port } = await serve(async (_request, { principal }) => {
    if (principal) await new Promise<void>((resolve) => begun.push(resolve));
    return text('answered');
  });
  const send = await openFrames(port);
  const running = send(testCall({ principal: { userId: 1 } }))!;
  await until('the call runs', () => begun.length === 1);
  const stopped = server.drain(30_000);
  await until('the client sends nothing more', () => !isSent(send));
  begun[0]!();
  expect((await running) as ReturnType<typeof text>).toEqual(text('answered'));
  await stopped;
});

it('fails calls whose connection breaks, and retries the idempotent ones', async () => {
  let isBroken = false;
  const { server, port } = await serve(async () => {
    if (isBroken) await new Promise(() => undefined);
    return text('first');
  });
  const other = await serve(async () => text('second'));
  const addresses = [port, other.port].map((each) => `127.0.0.1:${each}`);
  const client = createRpcClient(UploadServiceService, { addresses, secret });
  cleanups.push(() => client.close());
  for (let each = 0; each < 60; each++) await client.getAttachments({}, testCall());
  const send = await openFrames(port);
  isBroken = true;
  const alone = send(testCall())!;
  const retried = Promise.all(
    Array.from({ length: 50 }, () => client.getAttachments({}, backgroundCall({ timeoutMs: 60_000 }))),
  );
  const failed = expect(alone).rejects.toThrow('UNAVAILABLE');
  await server.drain(0);
  await failed;
  for (const { attachmentsJson } of await retried) expect(attachmentsJson.toString()).toBe('second');
});

it('ends its stream when the client is closed, after running calls are answered', async () => {
  const begun: (() => void)[] = [];
  const { port } = await serve(async (_request, { principal }) => {
    if (principal) await new Promise<void>((resolve) => begun.push(resolve));
    return text('answered');
  });
  const client = createRpcClient(UploadServiceService, { addresses: [`127.0.0.1:${port}`], secret });
  for (let each = 0; each < 40; each++) await client.getAttachments({}, testCall());
  const running = client.getAttachments({}, testCall({ principal: { userId: 1 } }));
  await until('the call runs', () => begun.length === 1);
  client.close();
  begun[0]!();
  expect(await running).toEqual(text('answered'));
});

it('splits messages that are sent together into frames of bounded size, in order', () => {
  const sizes = [10, 2_000_000, 5, 600_000, 600_000, 1];
  expect(inFrames(sizes, (size) => size)).toEqual([[10], [2_000_000], [5, 600_000], [600_000, 1]]);
  expect(inFrames([], () => 1)).toEqual([]);
});

it('uses gRPC with a server that does not support frames', async () => {
  const server = new Server();
  server.addService(UploadServiceService, {
    getAttachments: (_raw: unknown, callback: (error: null, answer: object) => void) =>
      callback(null, text('by gRPC')),
  } as never);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  cleanups.push(() => server.forceShutdown());
  const client = createRpcClient(UploadServiceService, { addresses: [`127.0.0.1:${port}`], secret });
  cleanups.push(() => client.close());
  for (let each = 0; each < 60; each++) {
    const { attachmentsJson } = await client.getAttachments({}, testCall());
    expect(attachmentsJson.toString()).toBe('by gRPC');
  }
});

it('ends a stream without calls, but not one with a call in progress, and opens another one for later calls', async () => {
  const gate = Promise.withResolvers<void>();
  let isGated = false;
  const { port } = await serve(async () => {
    if (isGated) await gate.promise;
    return text('answer');
  });
  const send = await openFrames(port, 200);
  isGated = true;
  const slow = send(testCall());
  expect(slow).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  isGated = false;
  const meanwhile = send(testCall());
  expect(meanwhile).toBeDefined();
  gate.resolve();
  await Promise.all([slow, meanwhile]);
  await until('the stream without calls to end', async () => {
    // Each attempt is a call, after which the stream stays open for a while.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return !isSent(send);
  });
  await until('another stream is open', () => isSent(send));
});
