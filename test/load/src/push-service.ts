import { startFcm } from '@parley/test-servers';

/** First message that this program sends to its parent process. */
export type PushServiceStarted = { url: string; credentialsFile: string };

/** Answer to each message of the parent process: the number of phones that got a push message. */
export type PushServiceCount = { phones: number };

// The push service runs in a separate process, so that it takes no time from the measuring process.
const fcm = await startFcm();
process.send!({ url: fcm.url, credentialsFile: fcm.credentialsFile } satisfies PushServiceStarted);
const phones = new Set<string>();
process.on('message', () => {
  for (const { token } of fcm.received.splice(0)) phones.add(token);
  process.send!({ phones: phones.size } satisfies PushServiceCount);
});
process.once('disconnect', () => void fcm[Symbol.asyncDispose]().then(() => process.exit()));
