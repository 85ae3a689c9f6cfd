export { bindHandlers } from './bind.ts';
export { freeBuffersEarly } from './buffers.ts';
export { createByteClient } from './byte-client.ts';
export type {
  ByteAnswer,
  ByteClient,
  ByteHandlers,
  Bytes,
  ClosableByteClient,
  ReceivedAnswer,
} from './bytes.ts';
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
} from './call.ts';
export { type ClosableRpcClient, createRpcClient, type RpcClientOptions } from './client.ts';
export type { CallOptions, Definition, Handlers, RpcClient } from './definition.ts';
export { requireConnection } from './failures.ts';
export { LocalServices, type LocalServicesOptions, replicaAddresses } from './local-services.ts';
export { MessageStream } from './message-stream.ts';
export { NameWatch, type NameWatchOptions } from './name-watch.ts';
export { createRpcServer, type RpcServer, type RpcServerOptions } from './server.ts';
export { readKeyScope, writeKeyScope } from './wire.ts';
