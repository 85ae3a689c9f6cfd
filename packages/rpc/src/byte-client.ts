import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { errors, processTls, sleep, type Tls } from '@parley/core';
import { replicasOf, systemLookup } from './addresses.ts';
import {
  type ByteClient,
  errorOf,
  fromHead,
  maxHeadBytes,
  messageOf,
  type ReceivedAnswer,
  toHead,
  withMessage,
} from './bytes.ts';
import type { Call } from './call.ts';
import type { RpcClientOptions } from './client.ts';
import type { Definition, Method } from './definition.ts';
import { traced } from './tracing.ts';
import { writeCall } from './wire.ts';

/** Time for a replica to take a connection and to say that it is alive. */
const aliveMs = 2_000;
/** How long a replica is looked for. Nothing has been sent until then, so that is safe for every call. */
const searchMs = 10_000;
const pauseMs = 100;
/** For so long a replica that was silent is asked only after the others. */
const suspectMs = 5_000;
/** A replica that takes no byte for so long while some wait is given up. */
const stallMs = 20_000;

/**
 * A typed client of methods that carry bytes. A connection carries one call. The next replica is asked whether it is
 * alive before anything is sent; a call that has begun is never repeated.
 */
export function createByteClient<D extends Definition>(
  definition: D,
  { addresses, secret, tls = processTls() }: RpcClientOptions,
): ByteClient<D> {
  const replicas = createReplicas(addresses, tls);
  const methods: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(definition)) {
    methods[name] = (message: unknown, call: Call, send?: (to: Writable) => Promise<void>) =>
      traced('client', name, call, (each) => ask(replicas, method, message, each, secret, send));
  }
  return methods as ByteClient<D>;
}

async function ask(
  replicas: Replicas,
  method: Method,
  message: unknown,
  call: Call,
  secret: string,
  send: ((to: Writable) => Promise<void>) | undefined,
): Promise<ReceivedAnswer<unknown>> {
  const head = toHead(withMessage(writeCall(call, secret), method.requestSerialize(message)));
  const { request, answered } = await begin(replicas, method.path, head, call);
  const onAbort = () => request.destroy(errors.unavailable());
  call.signal.addEventListener('abort', onAbort, { once: true });
  request.once('close', () => call.signal.removeEventListener('abort', onAbort));
  const sent = (async () => {
    await send?.(request);
    request.end();
    return await answered;
  })();
  try {
    // Whoever is called and refuses answers before the last byte.
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

/** Errors of the catalogue; others are the network's. */
const isOwn = (error: unknown): boolean => error instanceof Error && error.name === 'ParleyError';

type Begun = { request: ClientRequest; answered: Promise<IncomingMessage> };

/** The head, sent to a replica that said it is alive. @throws UNAVAILABLE when none does in time */
async function begin(
  replicas: Replicas,
  path: string,
  head: Record<string, string | string[]>,
  call: Call,
): Promise<Begun> {
  const until = Math.min(call.deadline, Date.now() + searchMs);
  for (;;) {
    for (const endpoint of await replicas.all()) {
      if (call.signal.aborted) throw errors.unavailable();
      const begun = await greet(endpoint, path, head);
      if (begun) return begun;
      replicas.suspect(endpoint);
    }
    if (Date.now() + pauseMs >= until) throw errors.unavailable();
    await sleep(pauseMs, call.signal).catch(() => {
      throw errors.unavailable();
    });
  }
}

function connection({ host, port, tls }: Endpoint): Socket {
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
  path: string,
  head: Record<string, string | string[]>,
): Promise<Begun | undefined> {
  return new Promise((resolve) => {
    const request = openRequest({
      createConnection: () => connection(endpoint),
      method: 'POST',
      path,
      maxHeaderSize: maxHeadBytes,
      headers: { ...head, host: 'parley', expect: '100-continue', 'transfer-encoding': 'chunked' },
    });
    // An answer may come in one piece with the greeting.
    const answered = once(request, 'response').then(([response]) => response as IncomingMessage);
    answered.catch(() => undefined);
    const giveUp = () => {
      clearTimeout(timer);
      request.destroy();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, aliveMs);
    // Stays: an error after the greeting is told by the answer that does not come.
    request.on('error', giveUp);
    request.once('continue', () => {
      clearTimeout(timer);
      watchForStalls(request);
      resolve({ request, answered });
    });
    request.flushHeaders();
  });
}

/** Ends a request whose bytes are not taken any more. */
function watchForStalls(request: ClientRequest): void {
  const socket: Socket = request.socket!;
  let written = -1;
  const timer = setInterval(() => {
    const now = socket.bytesWritten - socket.writableLength;
    if (request.writableNeedDrain && now === written) request.destroy(errors.unavailable());
    written = now;
  }, stallMs).unref();
  request.once('close', () => clearInterval(timer));
}

type Endpoint = { host: string; port: number; tls?: Tls | undefined };

type Replicas = {
  /** Every replica, each time beginning with another; those that were silent lately at the end. */
  all(): Promise<Endpoint[]>;
  /** Notes that a replica said nothing. */
  suspect(endpoint: Endpoint): void;
};

function createReplicas(addresses: readonly string[], tls: Tls | undefined): Replicas {
  let next = Math.floor(Math.random() * addresses.length);
  const suspectUntil = new Map<string, number>();
  const keyOf = ({ host, port }: Endpoint) => `${host} ${port}`;
  return {
    async all() {
      const found = (await Promise.all(addresses.map(endpointsOf))).flat().map((each) => ({ ...each, tls }));
      const first = next++ % Math.max(1, found.length);
      for (const [key, until] of suspectUntil) if (until <= Date.now()) suspectUntil.delete(key);
      return [...found.slice(first), ...found.slice(0, first)].sort(
        (a, b) => Number(suspectUntil.has(keyOf(a))) - Number(suspectUntil.has(keyOf(b))),
      );
    },
    suspect(endpoint) {
      suspectUntil.set(keyOf(endpoint), Date.now() + suspectMs);
    },
  };
}

/** `host:port`, or `dns:///name:port` for all addresses of a name. */
async function endpointsOf(address: string): Promise<Endpoint[]> {
  const found = await replicasOf(address, systemLookup).catch(() => []);
  return found.map((each) => {
    const [, host, port] = /^\[?(.*?)\]?:(\d+)$/.exec(each) ?? [];
    if (host === undefined) throw new Error('An address is host:port.');
    return { host, port: Number(port) };
  });
}
