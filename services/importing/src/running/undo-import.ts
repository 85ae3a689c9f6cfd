import { storeProgress } from '../db/imports.ts';
import { forgetKeys } from '../db/keys.ts';
import { closeQueues, settleChannels } from './settle.ts';
import type { Running } from './state.ts';

/**
 * Removes everything that an import has brought: messages, files, channels, people who have never signed in, groups and emoji. Channels
 * with messages of people stay, and so do people who have signed in. It can be interrupted at any point and be run again.
 */
export async function undoImport(running: Pick<Running, 'ctx' | 'row' | 'call'>): Promise<void> {
  const { ctx, row } = running;
  const { importId } = row;
  const { clients } = ctx;
  let removed = 0;
  const report = (phase: string) =>
    storeProgress(ctx.db, importId, { phase, done: removed, total: 0, source: row.source });
  for (let hasMore = true; hasMore; ) {
    const answer = await clients.messaging.undoImportedMessages({ importId }, running.call());
    removed += answer.deleted;
    hasMore = answer.hasMore;
    await report('message');
  }
  for (let hasMore = true; hasMore; ) {
    hasMore = (await clients.upload.undoImportedFiles({ importId }, running.call())).hasMore;
    await report('file');
  }
  const { channelIds, mergedIds } = await clients.channel.listImportedChannels({ importId }, running.call());
  const { userIds } = await clients.userAdmin.listImportedPeople({ importId }, running.call());
  const used = await clients.messaging.findUsedInMessages(
    { channelIds, userIds, topics: [], conversations: [], importId },
    running.call(),
  );
  await clients.channel.undoImportedChannels({ importId, keptChannelIds: used.channelIds }, running.call());
  await report('channel');
  await clients.userAdmin.undoImportedPeople({ importId, keptUserIds: used.userIds }, running.call());
  await settleChannels(running, [...used.channelIds, ...mergedIds]);
  await forgetKeys(ctx.db, importId);
  await closeQueues(running);
}
