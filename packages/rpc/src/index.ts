export { bindHandlers } from './bind.ts';
export { createByteClient } from './byte-client.ts';
export {
  backgroundCall,
  type Call,
  isOfOperator,
  type PresenceReport,
  type Principal,
  personOf,
  requireOperator,
  requirePrincipal,
  type SeenUpTo,
} from './calls/call.ts';
export type { CallOptions, Definition, Handlers, RpcClient } from './calls/definition.ts';
export { requireConnection } from './calls/failures.ts';
export { MessageStream } from './calls/message-stream.ts';
export { readKeyScope, writeKeyScope } from './calls/wire.ts';
export { type ClosableRpcClient, createRpcClient, type RpcClientOptions } from './client.ts';
export { freeBuffersEarly } from './files/buffers.ts';
export type {
  ByteAnswer,
  ByteClient,
  ByteHandlers,
  Bytes,
  ClosableByteClient,
  ReceivedAnswer,
} from './files/bytes.ts';
export { LocalServices, type LocalServicesOptions, replicaAddresses } from './local/local-services.ts';
export { NameWatch, type NameWatchOptions } from './replicas/name-watch.ts';
export { createRpcServer, type RpcServer, type RpcServerOptions } from './server.ts';
