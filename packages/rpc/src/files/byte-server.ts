import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createListener, type Server as Listener, type Socket } from 'node:net';
import { createServer as createTlsListener } from 'node:tls';
import { type ConnectionInjector, Metadata } from '@grpc/grpc-js';
import { acceptsUnencrypted, chunksOf, errors, portOf, type Tls } from '@parley/core';
import type { Call } from '../calls/call.ts';
import type { Method } from '../calls/definition.ts';
import { brokeOff, wentAway } from '../calls/failures.ts';
import { serviceOfPath, traced } from '../calls/tracing.ts';
import {
  type ByteAnswer,
  type Bytes,
  errorHead,
  fromHead,
  maxHeadBytes,
  messageOf,
  toHead,
  withMessage,
} from './bytes.ts';

export type ByteRoute = {
  name: string;
  method: Method;
  handler: (request: never, bytes: Bytes, call: Call) => Promise<ByteAnswer<unknown>>;
};

export type ByteServerOptions = {
  routes: ReadonlyMap<string, ByteRoute>;
  tls: Tls | undefined;
  /**
   * Checks the secret of the caller, and returns the context of the call.
   * @throws UNAUTHORIZED when the secret is wrong
   */
  open(metadata: Metadata, signal: AbortSignal): Call;
  /** Logs the failure of a call. */
  failed(method: string, error: unknown, requestId: string | undefined, isCancelled: boolean): void;
  /** Starts to measure a call. The caller passes the outcome to the returned function. */
  measured(method: string): (outcome: 'OK' | 'FAILED') => void;
};

/** Time limit in milliseconds for the first bytes of a connection. They show its protocol. */
const firstBytesMs = 10_000;
/** Interval of TCP keep-alive in milliseconds, which detects that the machine of a caller has failed. */
const keepAliveMs = 30_000;
/**
 * Milliseconds for which the server reads and drops the rest of a request after an error. Meanwhile, only the caller closes the
 * connection. If the server closed the connection while the caller still sends, the error could be lost.
 */
const lingerMs = 5_000;
const gRpcBegins = 'PRI';
/** The first byte of a TLS handshake (RFC 8446, section 5.1). HTTP requests never begin with it. */
const handshakeBegins = 0x16;

export type ByteServer = {
  listen(host: string, port: number): Promise<number>;
  /** Accepts no new connections. Resolves when all have ended. */
  close(): Promise<void>;
  /** Closes the remaining connections immediately. */
  closeNow(): void;
};

/**
 * Creates a server for two protocols on the same port. A connection that starts as HTTP/2 is passed to gRPC. Any other one is
 * HTTP/1.1 and serves one call with its bytes. The server sends status 100 (Continue) before it gets the bytes, which shows the
 * caller that it answers.
 */
export function createByteServer(grpc: ConnectionInjector, options: ByteServerOptions): ByteServer {
  const sockets = new Set<Socket>();
  const http = createServer({ maxHeaderSize: maxHeadBytes, requestTimeout: 0, keepAliveTimeout: lingerMs });
  http.on('request', (request, response) => void serve(options, request, response));
  http.on('checkContinue', (request, response) => {
    response.writeContinue();
    void serve(options, request, response);
  });
  const accept = (socket: Socket) => {
    whenBegun(socket, (first) => {
      if (first.toString('latin1', 0, gRpcBegins.length) === gRpcBegins) return grpc.injectConnection(socket);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.setKeepAlive(true, keepAliveMs);
      http.emit('connection', socket);
    });
  };
  const listener: Listener = listenerOf(options.tls, accept);
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject);
        listener.listen(port, host, () => resolve(portOf(listener)));
      }),
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
      }),
    closeNow() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Calls `accept` with the first bytes of a connection, which stay in the socket. Closes connections that send none in time. */
function whenBegun(socket: Socket, accept: (first: Buffer) => void): void {
  const close = () => socket.destroy();
  socket.on('error', close);
  socket.setTimeout(firstBytesMs, close);
  socket.once('readable', () => {
    const first: Buffer | null = socket.read();
    if (!first) return socket.destroy();
    socket.setTimeout(0).off('timeout', close);
    socket.unshift(first);
    accept(first);
  });
}

/** With TLS, both sides authenticate. Depending on the mode, unencrypted connections are accepted, too. */
function listenerOf(tls: Tls | undefined, accept: (socket: Socket) => void): Listener {
  if (!tls) return createListener({ noDelay: true }, accept);
  const encrypted = encryptedListener(tls, accept);
  if (!acceptsUnencrypted(tls)) return encrypted;
  const both = createListener({ noDelay: true }, (socket) =>
    whenBegun(socket, (first) => {
      if (first[0] === handshakeBegins) encrypted.emit('connection', socket);
      else accept(socket);
    }),
  );
  both.once('close', () => encrypted.close());
  return both;
}

function encryptedListener(tls: Tls, accept: (socket: Socket) => void): Listener {
  const { ca, cert, key } = tls;
  const listener = createTlsListener(
    {
      ...{ ca, cert, key },
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
      handshakeTimeout: firstBytesMs,
      ALPNProtocols: ['h2', 'http/1.1'],
      noDelay: true,
    },
    accept,
  );
  const stop = tls.onChange?.(() =>
    listener.setSecureContext({ ca: tls.ca, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.3' }),
  );
  listener.once('close', () => stop?.());
  return listener;
}

async function serve(
  { routes, open, failed, measured }: ByteServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const aborter = new AbortController();
  let isAnswered = false;
  response.once('close', () => {
    if (!response.writableFinished && !isAnswered) aborter.abort(wentAway());
  });
  const route = routes.get(request.url ?? '');
  const stop = measured(route?.name ?? 'none');
  let call: Call | undefined;
  try {
    if (!route) throw errors.internal('There is no such call.');
    const metadata = fromHead(request.headers);
    call = open(metadata, aborter.signal);
    const message = route.method.requestDeserialize(messageOf(metadata));
    const answer = await traced(
      'server',
      route.name,
      call,
      (each) => route.handler(message as never, received(request), each),
      serviceOfPath(route.method.path),
    );
    const head = withMessage(new Metadata(), route.method.responseSerialize(answer.response));
    response.writeHead(200, {
      ...toHead(head),
      'content-length': answer.bytes?.length ?? 0,
      connection: 'keep-alive',
    });
    request.resume();
    if (answer.bytes) await write(response, answer.bytes.chunks);
    response.end();
    isAnswered = true;
    stop('OK');
  } catch (error) {
    stop('FAILED');
    failed(route?.name ?? 'none', error, call?.requestId, aborter.signal.aborted);
    // The response has already started, so it can no longer become an error. Closing the connection shows the caller that it is
    // incomplete.
    if (response.headersSent) return void response.destroy();
    isAnswered = true;
    response.writeHead(500, { ...errorHead(error), 'content-length': 0, connection: 'keep-alive' });
    response.end();
    request.resume();
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  }
}

/** When the handler stops early, the connection stays open, so that the caller still gets the response. */
async function* received(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(request.iterator({ destroyOnReturn: false }));
  } catch {
    throw brokeOff();
  }
  if (!request.complete) throw brokeOff();
}

async function write(response: ServerResponse, chunks: Bytes): Promise<void> {
  for await (const chunk of chunks) {
    if (response.destroyed) throw wentAway();
    if (!response.write(chunk)) await drained(response);
  }
}

function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}
