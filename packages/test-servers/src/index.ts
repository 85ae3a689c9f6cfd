export { type ApnsNotification, startApns, type TestApns } from './apns.ts';
export { changesSettled } from './changes-settled.ts';
export { createTestDatabase, type TestDatabase, uniqueName } from './database.ts';
export { type FcmMessage, startFcm, type TestFcm } from './fcm.ts';
export { initCluster } from './init-cluster.ts';
export { type LdapEntry, LdapStandIn } from './ldap-stand-in.ts';
export { Link } from './link.ts';
export { listFiles } from './list-files.ts';
export { type LoopClock, startLoopClock } from './loop-clock.ts';
export { type BoxKeys, createBoxKeys, openSealedBox, openSecretBox } from './nacl.ts';
export { OidcStandIn } from './oidc-stand-in.ts';
export { type ForwardedPush, startPushForwarder, type TestPushForwarder } from './push-forwarder.ts';
export {
  decryptPush,
  type ReceivedPush,
  startPushService,
  type TestBrowser,
  type TestPushService,
} from './push-service.ts';
export { serviceSchemas } from './roles.ts';
export { type Servers, type ServersOptions, type ServerUrls, startServers } from './servers.ts';
export { sharedServers } from './shared-servers.ts';
export { shiftTransactionIds } from './shift-transaction-ids.ts';
export { type Site, startSite } from './site.ts';
export {
  createStandby,
  promote,
  type StandbyOptions,
  slotsCopied,
  standbyCaughtUp,
  stopWaiting,
  synchronize,
} from './standby.ts';
export { eventually, until } from './wait.ts';
export { warnings } from './warnings.ts';
