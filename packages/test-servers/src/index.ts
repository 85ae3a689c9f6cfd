export { createTestDatabase, type TestDatabase, uniqueName } from './database.ts';
export { listFiles } from './list-files.ts';
export { type LoopClock, startLoopClock } from './loop-clock.ts';
export {
  decryptPush,
  type ReceivedPush,
  startPushService,
  type TestBrowser,
  type TestPushService,
} from './push-service.ts';
export { type Servers, type ServersOptions, type ServerUrls, startServers } from './servers.ts';
export { sharedServers } from './shared-servers.ts';
export { shiftTransactionIds } from './shift-transaction-ids.ts';
