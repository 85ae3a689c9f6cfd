import { timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import {
  acceptsUnencrypted,
  errors,
  hostAndPort,
  type Logger,
  listenHost,
  processTls,
  type ServiceName,
  secretAcceptedToo,
  type Tls,
} from '@parley/core';
import { FramedCallServiceService, type OpenRequest, type OpenResponse } from '@parley/proto/rpc/v1/frames';
import type { Registry } from 'prom-client';
import { type ByteRoute, type ByteServer, createByteServer } from './byte-server.ts';
import type { ByteHandlers } from './bytes.ts';
import { type Call, defaultTimeoutMs } from './call.ts';
import { serverCredentials } from './credentials.ts';
import type { Definition, Handlers, Method } from './definition.ts';
import { lostConnection } from './failures.ts';
import { FramedCallServer, type FramedRoute } from './framed-server.ts';
import { LocalServer } from './local-server.ts';
import type { LocalServices } from './local-services.ts';
import { createMeasuredCalls, statusName } from './measured-calls.ts';
import { MessageStream } from './message-stream.ts';
import { serviceOfPath, traced } from './tracing.ts';
import { readCall, readSecret, writeError } from './wire.ts';

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
export function createRpcServer(options: RpcServerOptions): RpcServer {
  const { secret, alsoAccepts = secretAcceptedToo(), logger, registry, tls = processTls() } = options;
  const calls = createMeasuredCalls(logger, registry);
  const local = options.local && new LocalServer(options.local, calls);
  const server = new Server({
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
  let isOnlyLocal = local !== undefined;
  const accepted = [secret, alsoAccepts].flatMap((each) => (each === undefined ? [] : [Buffer.from(each)]));
  const answered = new WeakSet<object>();
  const byteRoutes = new Map<string, ByteRoute>();
  /** The service of the handlers. */
  let service: ServiceName | undefined;
  let bytes: ByteServer | undefined;

  /** Checks the secret of a call. @throws UNAUTHORIZED when it is wrong */
  function checkSecret(metadata: Metadata): void {
    const given = Buffer.from(readSecret(metadata));
    if (accepted.filter((each) => isEqual(given, each)).length === 0) throw errors.unauthorized();
  }

  /** Authenticates a call and returns its context. @throws UNAUTHORIZED when the secret is wrong */
  function open(raw: ServerUnaryCall<unknown, unknown>): Call {
    checkSecret(raw.metadata);
    const given = raw.getDeadline();
    const deadline = given instanceof Date ? given.getTime() : given;
    const aborter = new AbortController();
    // gRPC also emits this event after a call was answered. Then nothing listens, and creating the error would be a waste of
    // time.
    raw.on('cancelled', () => {
      if (!answered.has(raw)) aborter.abort(lostConnection());
    });
    return readCall(
      raw.metadata,
      Number.isFinite(deadline) ? deadline : Date.now() + defaultTimeoutMs,
      aborter.signal,
    );
  }

  function unary(
    method: string,
    handler: (request: never, call: Call) => Promise<unknown>,
  ): handleUnaryCall<unknown, unknown> {
    const answer = answerer(method, handler);
    return async (raw, callback) => {
      const outcome = await answer(
        raw.request,
        () => open(raw),
        () => raw.cancelled,
      );
      answered.add(raw);
      if ('failure' in outcome) callback(outcome.failure);
      else callback(null, outcome.response);
    };
  }

  /** Returns a function that handles a call: runs the handler, measures its time, and logs an unexpected failure. */
  function answerer(
    method: string,
    handler: (request: never, call: Call) => Promise<unknown>,
  ): FramedRoute['answer'] {
    return async (request, opened, isCancelled) => {
      const stop = calls.start(method);
      let call: Call | undefined;
      try {
        call = opened();
        const response = await traced(
          'server',
          method,
          call,
          (each) => handler(request as never, each),
          service,
        );
        stop('OK');
        return { response };
      } catch (error) {
        const failure = calls.fail(method, error, call?.requestId, isCancelled());
        stop(statusName(failure.code));
        return { failure };
      }
    };
  }

  /** Returns a function that decodes the request of a framed call and then handles the call. */
  function framedAnswerer(method: Method, answer: FramedRoute['answer']): FramedRoute['answer'] {
    return async (request, opened, isCancelled) => {
      let decoded: unknown;
      try {
        decoded = method.requestDeserialize(request as Buffer);
      } catch (error) {
        return { failure: { code: status.INTERNAL, details: (error as Error).message } };
      }
      return answer(decoded, opened, isCancelled);
    };
  }

  const frames = new FramedCallServer();
  server.addService(FramedCallServiceService, {
    open(raw: ServerDuplexStream<OpenRequest, OpenResponse>) {
      try {
        checkSecret(raw.metadata);
      } catch (error) {
        raw.emit('error', { metadata: new Metadata(), ...writeError(error) });
        return;
      }
      frames.serve(raw);
    },
  });

  function serverStream(method: string, handler: (request: never, call: Call) => AsyncIterable<unknown>) {
    return async (raw: ServerWritableStream<unknown, unknown>) => {
      const stop = calls.start(method);
      const stream = new MessageStream<never, unknown>(raw as unknown as Duplex);
      let call: Call | undefined;
      try {
        call = open(raw as never);
        for await (const response of handler(raw.request as never, call)) {
          if (raw.cancelled) break;
          if (!stream.send(response)) await stream.drained();
        }
        stop('OK');
        raw.end();
      } catch (error) {
        const result = calls.fail(method, error, call?.requestId, raw.cancelled);
        stop(statusName(result.code));
        raw.emit('error', { metadata: new Metadata(), ...result });
      }
    };
  }

  function bidirectional(
    method: string,
    handler: (stream: MessageStream<never, never>, call: Call) => Promise<void>,
  ) {
    return async (raw: ServerDuplexStream<unknown, unknown>) => {
      let call: Call | undefined;
      try {
        call = open(raw as never);
        await handler(new MessageStream<never, never>(raw as unknown as Duplex), call);
        raw.end();
      } catch (error) {
        raw.emit('error', {
          metadata: new Metadata(),
          ...calls.fail(method, error, call?.requestId, raw.cancelled),
        });
      }
    };
  }

  return {
    add(definition, handlers) {
      const implementation: UntypedServiceImplementation = {};
      for (const [name, method] of Object.entries(definition)) {
        service = serviceOfPath(method.path);
        const handler = handlers[name] as never;
        implementation[name] = method.requestStream
          ? bidirectional(name, handler)
          : method.responseStream
            ? serverStream(name, handler)
            : unary(name, handler);
        if (!method.requestStream && !method.responseStream)
          frames.add({ method, answer: framedAnswerer(method, answerer(name, handler)) });
      }
      server.addService(definition, implementation);
      isOnlyLocal &&= options.local?.runs(definition) ?? false;
      local?.add(definition, handlers);
    },
    addBytes(definition, handlers) {
      local?.addBytes(definition, handlers);
      for (const [name, method] of Object.entries(definition)) {
        byteRoutes.set(method.path, { name, method, handler: handlers[name] as never });
      }
    },
    listen(host, port) {
      if (port === 0 && isOnlyLocal) return Promise.resolve(0);
      // gRPC's own listener cannot serve calls with bytes, or accept both encrypted and unencrypted connections on one port.
      if (byteRoutes.size > 0 || (tls && acceptsUnencrypted(tls))) {
        bytes = createByteServer(server.createConnectionInjector(ServerCredentials.createInsecure()), {
          routes: byteRoutes,
          tls,
          open(metadata, signal) {
            checkSecret(metadata);
            return readCall(metadata, Date.now() + defaultTimeoutMs, signal);
          },
          failed: calls.fail,
          measured: calls.start,
        });
        return bytes.listen(listenHost(host), port);
      }
      return new Promise((resolve, reject) => {
        server.bindAsync(hostAndPort(listenHost(host), port), serverCredentials(tls), (error, bound) =>
          error ? reject(error) : resolve(bound),
        );
      });
    },
    async drain(ms) {
      const closed = bytes?.close();
      frames.leave();
      const localCalls = local?.drain(ms);
      const timer = setTimeout(() => {
        server.forceShutdown();
        bytes?.closeNow();
      }, ms);
      await connectionsEnded(server);
      await closed;
      clearTimeout(timer);
      await localCalls;
    },
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
