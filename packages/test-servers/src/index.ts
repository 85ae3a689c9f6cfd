export {
  createTestDatabase,
  sharedServers,
  type TestDatabase,
  uniqueName,
} from './database.ts';
export type { SchemaOwner } from './roles.ts';
export { type Servers, type ServersOptions, type ServerUrls, startServers } from './servers.ts';
export { shiftTransactionIds } from './shift-transaction-ids.ts';
