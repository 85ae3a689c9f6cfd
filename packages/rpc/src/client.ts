import type { Duplex } from 'node:stream';
import type { ServiceError } from '@grpc/grpc-js';
import { Client, type CallOptions as GrpcCallOptions, status } from '@grpc/grpc-js';
import { errors, onAbort, ParleyError, processTls, type Tls, tlsOfCaller } from '@parley/core';
import { idempotentMethods } from '@parley/proto/idempotency';
import type { Call } from './calls/call.ts';
import { channelCredentials, nameOptions } from './calls/credentials.ts';
import type { CallOptions, Definition, Method, RpcClient } from './calls/definition.ts';
import { type Failure, failure, repeatWhileUnavailable } from './calls/failures.ts';
import { MessageStream } from './calls/message-stream.ts';
import { traced } from './calls/tracing.ts';
import { encodeRequest, sendUnary } from './calls/unary-call.ts';
import { readError, writeCall } from './calls/wire.ts';
import { FramedCalls } from './frames/framed-client.ts';
import { localMethods } from './local/local-client.ts';
import type { LocalServices } from './local/local-services.ts';
import { type Lookup, systemLookup } from './replicas/addresses.ts';
import { Replicas } from './replicas/replicas.ts';
import { maxMessageBytes } from './server.ts';

export type RpcClientOptions = {
  /** `host:port` of each replica, or one `dns:///name:port` that resolves to all replicas. */
  addresses: readonly string[];
  /** Resolves DNS names. Default: the resolver of the operating system. */
  lookup?: Lookup;
  secret: string;
  /** The services of this process. A call to one of them runs its handler directly, and `addresses` is not used. */
  local?: LocalServices | undefined;
  /** Default: the TLS settings of the process. */
  tls?: Tls | undefined;
};

export type ClosableRpcClient<D extends Definition> = RpcClient<D> & { close(): void };

const channelOptions = {
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.max_send_message_length': maxMessageBytes,
  // Flow control window: the number of unacknowledged bytes that a peer may send. With the default of 64 KiB, large messages
  // would wait for acknowledgements.
  'grpc-node.flow_control_window': 1024 * 1024,
  // Pings detect a frozen replica. They are sent only while calls are running. After a pause, the first call sends one.
  'grpc.keepalive_time_ms': 2_000,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.keepalive_permit_without_calls': 0,
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.min_reconnect_backoff_ms': 50,
  'grpc.max_reconnect_backoff_ms': 500,
  // This load balancing policy reconnects immediately when a connection is lost, without waiting for a call.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.enable_channelz': 0,
  // The proxy variables of the environment are for other hosts. Replicas are in the same network.
  'grpc.enable_http_proxy': 0,
  // gRPC does not retry, because this client decides which calls may be retried.
  'grpc.enable_retries': 0,
};

/** The connection to one replica. Its stream of framed calls ends with it. */
class ReplicaClient extends Client {
  readonly #frames: FramedCalls;

  constructor(frames: FramedCalls, address: string, tls: Tls | undefined) {
    super(address, channelCredentials(tls), { ...channelOptions, ...nameOptions(tls) });
    this.#frames = frames;
  }

  override close(): void {
    this.#frames.leave(this);
    super.close();
  }
}

/**
 * Creates a typed client of a service. When a replica is not available, unary methods with an `idempotency_level` in their proto
 * file (reads, calls with an idempotency key, idempotent writes) are retried at another one until the deadline.
 */
export function createRpcClient<D extends Definition>(
  definition: D,
  { addresses, secret, local, tls = processTls(), lookup = systemLookup }: RpcClientOptions,
): ClosableRpcClient<D> {
  if (local?.runs(definition))
    return { ...localMethods(definition, local), close() {} } as unknown as ClosableRpcClient<D>;
  const frames = new FramedCalls(secret);
  const replicas = new Replicas({
    addresses,
    lookup,
    connect: (address) => new ReplicaClient(frames, address, tlsOfCaller(tls)),
  });
  const methods: Record<string, unknown> = { close: () => replicas.close() };
  for (const [name, method] of Object.entries(definition)) {
    if (method.requestStream) {
      methods[name] = (call: Call) => {
        const replica = replicas.pickAny();
        if (!replica) throw errors.unavailable();
        return openStream(replica, method, call, secret);
      };
    } else if (method.responseStream) {
      methods[name] = (request: unknown, call: Call) => readStream(replicas, method, request, call, secret);
    } else {
      methods[name] = (request: unknown, call: Call, options?: CallOptions) =>
        traced('client', name, call, (each) =>
          callUnary(replicas, method, request, each, {
            secret,
            frames,
            mayRetry: options?.retry ?? idempotentMethods.has(method.path),
          }),
        );
    }
  }
  return methods as ClosableRpcClient<D>;
}

async function callUnary(
  replicas: Replicas,
  method: Method,
  request: unknown,
  call: Call,
  { secret, frames, mayRetry }: { secret: string; frames: FramedCalls; mayRetry: boolean },
): Promise<unknown> {
  const message = encodeRequest(method, request);
  const attempt = async () => {
    const client = replicas.pick() ?? (await replicas.connected(call));
    const framed = frames.send(client, method, message, call);
    return framed ?? sendUnary(client, method, message, writeCall(call, secret), call);
  };
  return repeatWhileUnavailable(attempt, { call, mayRetry, failureOf });
}

function failureOf(error: unknown): Failure {
  const reason = error instanceof ParleyError ? error : readError(error as ServiceError);
  return failure(reason, (error as ServiceError).code === status.UNAVAILABLE);
}

async function* readStream(replicas: Replicas, method: Method, request: unknown, call: Call, secret: string) {
  const client = await replicas.connected(call);
  const raw = client.makeServerStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    request,
    writeCall(call, secret),
    grpcOptions(call),
  );
  const offAbort = onAbort(call.signal, () => raw.cancel());
  try {
    yield* raw;
  } catch (error) {
    throw readError(error as ServiceError);
  } finally {
    offAbort();
    raw.cancel();
  }
}

/** Opens a bidirectional stream. It has no deadline. It ends when one side ends it or the signal of the call aborts. */
function openStream(
  client: Client,
  method: Method,
  call: Call,
  secret: string,
): MessageStream<unknown, unknown> {
  const raw = client.makeBidiStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    writeCall(call, secret),
  );
  onAbort(call.signal, () => raw.cancel());
  return new MessageStream(raw as unknown as Duplex, (error) => readError(error as ServiceError));
}

const grpcOptions = (call: Call): GrpcCallOptions => ({ deadline: call.deadline });
