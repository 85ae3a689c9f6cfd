import type { Call } from './call.ts';
import type { MessageStream } from './message-stream.ts';

/** A method in the form that ts-proto generates. */
export type Method = {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own message types, inferred below
  readonly requestSerialize: (value: any) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly responseSerialize: (value: any) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
};

/** A service in the form that ts-proto generates: its methods by name. */
export type Definition = Readonly<Record<string, Method>>;

type RequestOf<M extends Method> = Parameters<M['requestSerialize']>[0];
type ResponseOf<M extends Method> = ReturnType<M['responseDeserialize']>;

type HandlerOf<M extends Method> = M['requestStream'] extends true
  ? (stream: MessageStream<RequestOf<M>, ResponseOf<M>>, call: Call) => Promise<void>
  : M['responseStream'] extends true
    ? (request: RequestOf<M>, call: Call) => AsyncIterable<ResponseOf<M>>
    : (request: RequestOf<M>, call: Call) => Promise<ResponseOf<M>>;

/** One handler for each method. The compiler rejects a missing handler. */
export type Handlers<D extends Definition> = { readonly [Name in keyof D]: HandlerOf<D[Name]> };

export type CallOptions = {
  /**
   * Whether the call is retried at another replica when its replica is not available. By default, only methods with an
   * `idempotency_level` in their proto file are retried. Set this for a request that differs from its method.
   */
  retry?: boolean;
};

type ClientMethodOf<M extends Method> = M['requestStream'] extends true
  ? (call: Call) => MessageStream<ResponseOf<M>, RequestOf<M>>
  : M['responseStream'] extends true
    ? (request: RequestOf<M>, call: Call) => AsyncIterable<ResponseOf<M>>
    : (request: RequestOf<M>, call: Call, options?: CallOptions) => Promise<ResponseOf<M>>;

/** The methods of a service for callers. Every failure is a `ParleyError`. */
export type RpcClient<D extends Definition> = { readonly [Name in keyof D]: ClientMethodOf<D[Name]> };
