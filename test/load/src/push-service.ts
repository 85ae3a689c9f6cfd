import { startFcm } from '@parley/test-servers';

/** The first message to the parent process. */
export type PushServiceStarted = { url: string; credentialsFile: string };

/** The answer to any later message: how many phones got a push. */
export type PushServiceCount = { phones: number };

// A process of its own: it must not take time from the process that measures.
const fcm = await startFcm();
process.send!({ url: fcm.url, credentialsFile: fcm.credentialsFile } satisfies PushServiceStarted);
const phones = new Set<string>();
process.on('message', () => {
  for (const { token } of fcm.received.splice(0)) phones.add(token);
  process.send!({ phones: phones.size } satisfies PushServiceCount);
});
process.once('disconnect', () => void fcm[Symbol.asyncDispose]().then(() => process.exit()));
