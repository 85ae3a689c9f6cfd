import { timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import {
  acceptsUnencrypted,
  errorMessage,
  errors,
  hostAndPort,
  type Logger,
  listenHost,
  processTls,
  secretAcceptedToo,
  type Tls,
} from '@parley/core';
import { FramedCallServiceService, type OpenRequest, type OpenResponse } from '@parley/proto/rpc/v1/frames';
import type { Registry } from 'prom-client';
import { type Call, defaultTimeoutMs } from './calls/call.ts';
import { serverCredentials } from './calls/credentials.ts';
import type { Definition, Handlers, Method } from './calls/definition.ts';
import { lostConnection } from './calls/failures.ts';
import { createMeasuredCalls, type MeasuredCalls, statusName } from './calls/measured-calls.ts';
import { MessageStream } from './calls/message-stream.ts';
import { serviceOfPath, traced } from './calls/tracing.ts';
import { readCall, readSecret, writeError } from './calls/wire.ts';
import { type ByteRoute, type ByteServer, createByteServer } from './files/byte-server.ts';
import type { ByteHandlers } from './files/bytes.ts';
import { FramedCallServer, type FramedRoute } from './frames/framed-server.ts';
import { LocalServer } from './local/local-server.ts';
import type { LocalServices } from './local/local-services.ts';

/** Maximum size of a message in bytes, in both directions. Longer answers are sent as a stream of messages. */
export const maxMessageBytes = 32 * 1024 * 1024;

export type RpcServerOptions = {
  /** Secret that all services of a deployment share. Calls without it are rejected. */
  secret: string;
  /** A second accepted secret, for the time in which the secret is replaced. Default: that of the process. */
  alsoAccepts?: string | undefined;
  logger: Logger;
  registry: Registry;
  /** Default: the TLS settings of the process. */
  tls?: Tls | undefined;
  /** The services of this process, which call the handlers directly. */
  local?: LocalServices | undefined;
};

export type RpcServer = {
  add<D extends Definition>(definition: D, handlers: Handlers<D>): void;
  /** Adds the methods that transfer bytes. They are served on the same port. Must be called before `listen`. */
  addBytes<D extends Definition>(definition: D, handlers: ByteHandlers<D>): void;
  /**
   * Starts to listen, and returns the port. Port 0 chooses a free one. For a service whose only replica is in this process, port 0
   * opens none and returns 0: nobody else could know the port.
   */
  listen(host: string, port: number): Promise<number>;
  /** Rejects new calls, waits up to `ms` milliseconds for running calls, and then cancels them. */
  drain(ms: number): Promise<void>;
};

/**
 * Creates a gRPC server. Handlers receive the request or stream and a `Call`, and may throw a `ParleyError`. All calls except
 * bidirectional streams are measured, and unexpected failures are logged.
 */
export const createRpcServer = (options: RpcServerOptions): RpcServer => new GrpcServer(options);

/** What authentication reads of a call of any kind. */
type RawCall = {
  readonly metadata: Metadata;
  getDeadline(): Date | number;
  on(event: 'cancelled', listener: () => void): unknown;
};

class GrpcServer implements RpcServer {
  readonly #tls: Tls | undefined;
  readonly #accepted: readonly Buffer[];
  readonly #calls: MeasuredCalls;
  readonly #localServices: LocalServices | undefined;
  readonly #local: LocalServer | undefined;
  readonly #server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    // Framed calls (several small calls in one message) share one stream. With the default window of 64 KiB they would wait for
    // each other.
    'grpc-node.flow_control_window': 1024 * 1024,
    // Pings close connections whose clients have failed, and abort their calls. Server and client use the same interval, so the
    // server aborts a call at most about two seconds after the client has given it up. Pings also close connections that `drain`
    // leaves: after `tryShutdown`, `forceShutdown` does not close connections with unanswered calls, and the next ping fails.
    'grpc.keepalive_time_ms': 2_000,
    'grpc.keepalive_timeout_ms': 2_000,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.enable_channelz': 0,
  });
  readonly #frames = new FramedCallServer();
  readonly #answered = new WeakSet<object>();
  readonly #byteRoutes = new Map<string, ByteRoute>();
  #bytes: ByteServer | undefined;
  #isOnlyLocal: boolean;

  constructor(options: RpcServerOptions) {
    const { secret, alsoAccepts = secretAcceptedToo(), logger, registry, tls = processTls() } = options;
    this.#tls = tls;
    this.#accepted = [secret, alsoAccepts].flatMap((each) => (each === undefined ? [] : [Buffer.from(each)]));
    this.#calls = createMeasuredCalls(logger, registry);
    this.#localServices = options.local;
    this.#local = options.local && new LocalServer(options.local, this.#calls);
    this.#isOnlyLocal = this.#local !== undefined;
    this.#server.addService(FramedCallServiceService, {
      open: (raw: ServerDuplexStream<OpenRequest, OpenResponse>) => this.#openFrames(raw),
    });
  }

  add<D extends Definition>(definition: D, handlers: Handlers<D>): void {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const handler = handlers[name] as never;
      implementation[name] = method.requestStream
        ? this.#bidirectional(name, handler)
        : method.responseStream
          ? this.#serverStream(name, handler)
          : this.#unary(name, method, handler);
    }
    this.#server.addService(definition, implementation);
    this.#isOnlyLocal &&= this.#localServices?.runs(definition) ?? false;
    this.#local?.add(definition, handlers);
  }

  addBytes<D extends Definition>(definition: D, handlers: ByteHandlers<D>): void {
    this.#local?.addBytes(definition, handlers);
    for (const [name, method] of Object.entries(definition)) {
      this.#byteRoutes.set(method.path, { name, method, handler: handlers[name] as never });
    }
  }

  listen(host: string, port: number): Promise<number> {
    if (port === 0 && this.#isOnlyLocal) return Promise.resolve(0);
    const tls = this.#tls;
    // gRPC's own listener cannot serve calls with bytes, or accept both encrypted and unencrypted connections on one port.
    if (this.#byteRoutes.size > 0 || (tls && acceptsUnencrypted(tls))) {
      this.#bytes = this.#createByteServer();
      return this.#bytes.listen(listenHost(host), port);
    }
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(hostAndPort(listenHost(host), port), serverCredentials(tls), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
  }

  async drain(ms: number): Promise<void> {
    const closed = this.#bytes?.close();
    this.#frames.leave();
    const localCalls = this.#local?.drain(ms);
    const timer = setTimeout(() => {
      this.#server.forceShutdown();
      this.#bytes?.closeNow();
    }, ms);
    await connectionsEnded(this.#server);
    await closed;
    clearTimeout(timer);
    await localCalls;
  }

  #createByteServer(): ByteServer {
    return createByteServer(this.#server.createConnectionInjector(ServerCredentials.createInsecure()), {
      routes: this.#byteRoutes,
      tls: this.#tls,
      open: (metadata, signal) => {
        this.#checkSecret(metadata);
        return readCall(metadata, Date.now() + defaultTimeoutMs, signal);
      },
      failed: this.#calls.fail,
      measured: this.#calls.start,
    });
  }

  /** Checks the secret of a call. @throws UNAUTHORIZED when it is wrong */
  #checkSecret(metadata: Metadata): void {
    const given = Buffer.from(readSecret(metadata));
    if (this.#accepted.filter((each) => isEqual(given, each)).length === 0) throw errors.unauthorized();
  }

  /** Authenticates a call and returns its context. @throws UNAUTHORIZED when the secret is wrong */
  #open(raw: RawCall): Call {
    this.#checkSecret(raw.metadata);
    const given = raw.getDeadline();
    const deadline = given instanceof Date ? given.getTime() : given;
    const aborter = new AbortController();
    // gRPC also emits this event after a call was answered. Then nothing listens, and creating the error would be a waste of
    // time.
    raw.on('cancelled', () => {
      if (!this.#answered.has(raw)) aborter.abort(lostConnection());
    });
    return readCall(
      raw.metadata,
      Number.isFinite(deadline) ? deadline : Date.now() + defaultTimeoutMs,
      aborter.signal,
    );
  }

  #openFrames(raw: ServerDuplexStream<OpenRequest, OpenResponse>): void {
    try {
      this.#checkSecret(raw.metadata);
    } catch (error) {
      raw.emit('error', { metadata: new Metadata(), ...writeError(error) });
      return;
    }
    this.#frames.serve(raw);
  }

  /** Returns the function that gRPC calls. The method can be called in frames, too. */
  #unary(
    name: string,
    method: Method,
    handler: (request: never, call: Call) => Promise<unknown>,
  ): handleUnaryCall<unknown, unknown> {
    const answer = this.#answerer(name, method, handler);
    this.#frames.add({ method, answer: decodingFirst(method, answer) });
    return async (raw, callback) => {
      const outcome = await answer(
        raw.request,
        () => this.#open(raw),
        () => raw.cancelled,
      );
      this.#answered.add(raw);
      if ('failure' in outcome) callback(outcome.failure);
      else callback(null, outcome.response);
    };
  }

  /** Returns a function that handles a call: runs the handler, measures its time, and logs an unexpected failure. */
  #answerer(
    name: string,
    { path }: Method,
    handler: (request: never, call: Call) => Promise<unknown>,
  ): FramedRoute['answer'] {
    const calls = this.#calls;
    const service = serviceOfPath(path);
    return async (request, opened, isCancelled) => {
      const stop = calls.start(name);
      let call: Call | undefined;
      try {
        call = opened();
        const response = await traced(
          'server',
          name,
          call,
          (each) => handler(request as never, each),
          service,
        );
        stop('OK');
        return { response };
      } catch (error) {
        const failure = calls.fail(name, error, call?.requestId, isCancelled());
        stop(statusName(failure.code));
        return { failure };
      }
    };
  }

  #serverStream(name: string, handler: (request: never, call: Call) => AsyncIterable<unknown>) {
    return async (raw: ServerWritableStream<unknown, unknown>) => {
      const stop = this.#calls.start(name);
      const stream = new MessageStream<never, unknown>(raw as unknown as Duplex);
      let call: Call | undefined;
      try {
        call = this.#open(raw);
        for await (const response of handler(raw.request as never, call)) {
          if (raw.cancelled) break;
          if (!stream.send(response)) await stream.drained();
        }
        stop('OK');
        raw.end();
      } catch (error) {
        const result = this.#calls.fail(name, error, call?.requestId, raw.cancelled);
        stop(statusName(result.code));
        raw.emit('error', { metadata: new Metadata(), ...result });
      }
    };
  }

  #bidirectional(name: string, handler: (stream: MessageStream<never, never>, call: Call) => Promise<void>) {
    return async (raw: ServerDuplexStream<unknown, unknown>) => {
      let call: Call | undefined;
      try {
        call = this.#open(raw);
        await handler(new MessageStream<never, never>(raw as unknown as Duplex), call);
        raw.end();
      } catch (error) {
        raw.emit('error', {
          metadata: new Metadata(),
          ...this.#calls.fail(name, error, call?.requestId, raw.cancelled),
        });
      }
    };
  }
}

/** Returns a function that decodes the request of a framed call and then handles the call. */
function decodingFirst(method: Method, answer: FramedRoute['answer']): FramedRoute['answer'] {
  return async (request, opened, isCancelled) => {
    let decoded: unknown;
    try {
      decoded = method.requestDeserialize(request as Buffer);
    } catch (error) {
      return { failure: { code: status.INTERNAL, details: errorMessage(error) } };
    }
    return answer(decoded, opened, isCancelled);
  };
}

/**
 * Stops a gRPC server gracefully. Resolves when its connections have ended.
 *
 * It repeats `tryShutdown`, because gRPC may never call back when a connection broke immediately before. gRPC then waits for
 * the callback of `session.close`, which Node drops for a destroyed session. At the next attempt, gRPC no longer knows the
 * session.
 */
async function connectionsEnded(server: Server): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    const ask = (waitMs: number) => {
      timer = setTimeout(() => ask(waitMs * 2), waitMs);
      server.tryShutdown(() => resolve());
    };
    ask(100);
  });
  clearTimeout(timer);
}

/** Compares two secrets in constant time for a given length, so that the duration does not reveal a secret. */
const isEqual = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
