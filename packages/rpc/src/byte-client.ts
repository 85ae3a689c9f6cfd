import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { errors, onAbort, processTls, required, sleep, type Tls, tlsOfCaller } from '@parley/core';
import type { Call } from './calls/call.ts';
import type { Definition, Method } from './calls/definition.ts';
import { traced } from './calls/tracing.ts';
import { writeCall } from './calls/wire.ts';
import type { RpcClientOptions } from './client.ts';
import { ByteReplicas, type Endpoint } from './files/byte-replicas.ts';
import {
  type ClosableByteClient,
  errorOf,
  fromHead,
  maxHeadBytes,
  messageOf,
  type ReceivedAnswer,
  toHead,
  withMessage,
} from './files/bytes.ts';
import { localByteMethods } from './local/local-client.ts';
import { systemLookup } from './replicas/addresses.ts';

/** Time limit in milliseconds for a replica to accept a connection and answer with status 100 (Continue). */
const aliveMs = 2_000;
/** Milliseconds for finding a replica that answers; the call's bytes are sent only to such a one. */
const searchMs = 10_000;
const pauseMs = 100;
/** A call fails when the replica accepts none of the pending bytes for this many milliseconds, or for up to twice as many. */
const stallMs = 20_000;

/**
 * Returns a typed client of methods that transfer bytes. Each connection serves one call. A replica must answer with status 100
 * before the client sends the bytes. After that answer, the call is never retried.
 */
export function createByteClient<D extends Definition>(
  definition: D,
  { addresses, secret, local, tls = processTls(), lookup = systemLookup }: RpcClientOptions,
): ClosableByteClient<D> {
  if (local?.runs(definition))
    return { ...localByteMethods(definition, local), close() {} } as unknown as ClosableByteClient<D>;
  const replicas = new ByteReplicas(addresses, lookup);
  const peers: Peers = { replicas, secret, tls: tlsOfCaller(tls) };
  const methods: Record<string, unknown> = { close: () => replicas.close() };
  for (const [name, method] of Object.entries(definition)) {
    methods[name] = (message: unknown, call: Call, send?: (to: Writable) => Promise<void>) =>
      traced('client', name, call, (each) => ask(peers, method, message, each, send));
  }
  return methods as ClosableByteClient<D>;
}

/** The replicas, and what the client needs to authenticate itself and to verify them. */
type Peers = { replicas: ByteReplicas; secret: string; tls: Tls | undefined };

async function ask(
  peers: Peers,
  method: Method,
  message: unknown,
  call: Call,
  send: ((to: Writable) => Promise<void>) | undefined,
): Promise<ReceivedAnswer<unknown>> {
  const head = toHead(withMessage(writeCall(call, peers.secret), method.requestSerialize(message)));
  const { request, answered } = await begin(peers, method.path, head, call);
  const offAbort = onAbort(call.signal, () => request.destroy(errors.unavailable()));
  request.once('close', offAbort);
  const sent = (async () => {
    await send?.(request);
    request.end();
    return await answered;
  })();
  try {
    // A replica may reject the call before it has received all bytes, so the client does not wait until it has sent them.
    const response = await Promise.race([sent, answered]);
    sent.catch(() => undefined);
    const metadata = fromHead(response.headers);
    const failure = errorOf(metadata);
    if (failure) throw failure;
    return { response: method.responseDeserialize(messageOf(metadata)), bytes: response };
  } catch (error) {
    request.destroy();
    throw isOwn(error) ? error : errors.unavailable();
  }
}

/** Returns whether an error may be passed on unchanged. All others, such as failures of the network, become UNAVAILABLE. */
const isOwn = (error: unknown): boolean => error instanceof Error && error.name === 'ParleyError';

type Begun = { request: ClientRequest; answered: Promise<IncomingMessage> };

/**
 * Sends the head of the request to a replica that answers.
 * @throws UNAVAILABLE when none answers in time
 */
async function begin(
  { replicas, tls }: Peers,
  path: string,
  head: Record<string, string | string[]>,
  call: Call,
): Promise<Begun> {
  const until = Math.min(call.deadline, Date.now() + searchMs);
  for (;;) {
    for (const endpoint of await replicas.inTurn()) {
      if (call.signal.aborted) throw errors.unavailable();
      const begun = await greet(endpoint, tls, path, head);
      if (begun) return begun;
      replicas.suspect(endpoint);
    }
    if (Date.now() + pauseMs >= until) throw errors.unavailable();
    await sleep(pauseMs, call.signal).catch(() => {
      throw errors.unavailable();
    });
  }
}

function connection({ host, port }: Endpoint, tls: Tls | undefined): Socket {
  if (!tls) return connect({ host, port, noDelay: true });
  const { ca, cert, key, name } = tls;
  return connectTls({
    host,
    port,
    ca,
    cert,
    key,
    servername: name,
    ALPNProtocols: ['http/1.1'],
  }).setNoDelay();
}

function greet(
  endpoint: Endpoint,
  tls: Tls | undefined,
  path: string,
  head: Record<string, string | string[]>,
): Promise<Begun | undefined> {
  return new Promise((resolve) => {
    const request = openRequest({
      createConnection: () => connection(endpoint, tls),
      method: 'POST',
      path,
      maxHeaderSize: maxHeadBytes,
      headers: { ...head, host: 'parley', expect: '100-continue', 'transfer-encoding': 'chunked' },
    });
    // This listener is added before status 100 arrives, because the final response may arrive in the same read.
    const answered = once(request, 'response').then(([response]) => response as IncomingMessage);
    answered.catch(() => undefined);
    const giveUp = () => {
      clearTimeout(timer);
      request.destroy();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, aliveMs);
    // This listener is never removed. After status 100, an error makes `answered` reject.
    request.on('error', giveUp);
    request.once('continue', () => {
      clearTimeout(timer);
      watchForStalls(request);
      resolve({ request, answered });
    });
    request.flushHeaders();
  });
}

/** Aborts a request when the replica has accepted no bytes for some time. */
function watchForStalls(request: ClientRequest): void {
  const socket: Socket = required(request.socket, 'socket of a request');
  let written = -1;
  const timer = setInterval(() => {
    const now = socket.bytesWritten - socket.writableLength;
    if (request.writableNeedDrain && now === written) request.destroy(errors.unavailable());
    written = now;
  }, stallMs).unref();
  request.once('close', () => clearInterval(timer));
}
