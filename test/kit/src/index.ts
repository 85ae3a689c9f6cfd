export { freePort } from '@parley/embedded';
export { until } from '@parley/test-servers';
export { type AnyNetworkOptions, anyNetwork, haveNetworks } from './any-network.ts';
export { ApiClient, ApiError, type Body, type Credentials, type Method, type Params } from './api-client.ts';
export { type BulkContents, writeBulkArchive } from './bulk-archive.ts';
export { Cluster, type ClusterOptions } from './cluster.ts';
export { EventReader, isTemporary, type ReaderOptions } from './event-reader.ts';
export { followed, LogHead } from './log-head.ts';
export { Network, type NetworkOptions, type Replica } from './network.ts';
export type { AnyNetwork, AnyReplica } from './network-interface.ts';
export { Organization, testPassword } from './organization.ts';
export { forgetWriters } from './own-writes/forget-writers.ts';
export {
  everyPair,
  type Lane,
  openLanes,
  type Pair,
  randomPair,
  writtenOperations,
} from './own-writes/index.ts';
export { Person } from './person.ts';
export { type Random, randomOf, triesManyCases } from './random.ts';
export { takesConnections } from './takes-connections.ts';
