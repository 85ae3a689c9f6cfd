/**
 * Completes the erasure of people by asking each service to delete the person's data, and deletes the messages of deactivated
 * people that administrators selected. Every replica continues what is pending. All steps are idempotent, so another replica can repeat the steps of one that crashed.
 */
import { partBefore, rest } from '@parley/core';
import { backgroundCall, type Call } from '@parley/rpc';
import { largeIconOf, type UserId } from '@parley/rules';
import {
  endMessageDeletion,
  type MessageDeletion,
  pendingMessageDeletions,
} from '../accounts/db/message-deletions.ts';
import { collectAll } from '../auditing/collect-worker.ts';
import { cancelPersonExport, lockExportsOfPerson, markExportDeleted } from '../exporting/db/exports.ts';
import { auditAs } from '../kernel/audit.ts';
import { type BackgroundWorker, backgroundWorker } from '../kernel/background-worker.ts';
import { pollInterval } from '../kernel/poll-interval.ts';
import { createDbScope } from '../kernel/scope.ts';
import { listEmoji } from '../organization/db/emoji.ts';
import { listBots } from '../people/db/users.ts';
import type { Ctx } from './context.ts';
import { eraseAuditEntries } from './db/audit-entries.ts';
import { addCounts, type Erasure, type ErasureCounts, endErasure, pendingErasures } from './db/erasures.ts';

const intervalMs = 2_000;
const stepMs = 30_000;

export function createErasureWorker(ctx: Ctx): BackgroundWorker {
  return backgroundWorker((signal) => run(ctx, signal));
}

async function run(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const pauseAfter = pollInterval(intervalMs);
  while (!signal.aborted) {
    let hasFound = false;
    try {
      for (const erasure of await pendingErasures(ctx.db)) {
        hasFound = true;
        await complete(ctx, erasure, signal);
      }
      for (const deletion of await pendingMessageDeletions(ctx.db)) {
        hasFound = true;
        await deleteMessages(ctx, deletion, signal);
      }
    } catch (error) {
      if (!signal.aborted) ctx.logger.warn({ err: error }, 'an erasure could not be completed; retrying');
    }
    await rest(pauseAfter(hasFound), signal).catch(() => undefined);
  }
}

async function complete(ctx: Ctx, erasure: Erasure, signal: AbortSignal): Promise<void> {
  const { erasureId, userId, deletesMessages } = erasure;
  const email = erasure.email ?? '';
  const step = () => backgroundCall({ timeoutMs: stepMs, signal });
  const bots = await listBots(ctx.db, userId);
  await eraseInServices(ctx, erasure, { userId, deletesMessages, email }, step);
  // Messages and files of bots stay, because they are not the person's own.
  for (const bot of bots) {
    const account = { userId: bot.userId, deletesMessages: false, email: bot.deliveryEmail };
    await eraseInServices(ctx, erasure, account, step);
  }
  await deleteExports(ctx, userId, step());
  // Records of the audit log that other services still have would otherwise arrive after the entries are erased.
  await collectAll(ctx, signal);
  await createDbScope(ctx, step()).write(async (tx) => {
    const userIds = [userId, ...bots.map((bot) => bot.userId)];
    const auditEntries = await eraseAuditEntries(tx, { userIds, email });
    await addCounts(tx, erasureId, { audit_entries: auditEntries });
    if (!(await endErasure(tx, erasureId))) return;
    const details = { erasureId, auditEntries };
    await auditAs(tx, undefined, { action: 'user.erasure_completed', userId, details });
  });
}

/** Deletes the messages of a deactivated person that an administrator selected. */
async function deleteMessages(ctx: Ctx, deletion: MessageDeletion, signal: AbortSignal): Promise<void> {
  const { deletionId, userId, requestedBy, ...places } = deletion;
  let messages = 0;
  for (let isFinished = false; !isFinished; ) {
    const call = backgroundCall({ timeoutMs: stepMs, signal });
    const part = await ctx.rpc.messaging.deleteMessagesOfUser({ userId, ...places }, call);
    messages += part.messages;
    isFinished = part.isFinished;
  }
  await createDbScope(ctx, backgroundCall({ timeoutMs: stepMs, signal })).write(async (tx) => {
    if (!(await endMessageDeletion(tx, deletionId))) return;
    await auditAs(tx, requestedBy, { action: 'user.messages_deleted', userId, details: { messages } });
  });
}

/** An account whose data is erased: that of the person, or of one of their bots. */
type Account = { userId: UserId; deletesMessages: boolean; email: string };

/** Asks each service to erase its data about an account, and adds the numbers of deleted items to the report. */
async function eraseInServices(
  ctx: Ctx,
  { erasureId }: Erasure,
  { userId, deletesMessages, email }: Account,
  step: () => Call,
): Promise<void> {
  const { channel, messaging, upload, notify, integrations } = ctx.rpc;
  const add = (counts: ErasureCounts) => ctx.db.tx((tx) => addCounts(tx, erasureId, counts));
  for (let isFinished = false; !isFinished; ) {
    const part = await messaging.eraseUser({ userId, deletesMessages }, step());
    await add({ messages: part.messages, personal_items: part.personalItems });
    isFinished = part.isFinished;
  }
  const organizationImages = await imagesOfOrganization(ctx, step());
  for (let isFinished = false; !isFinished; ) {
    const part = await upload.eraseUser(
      { userId, deletesFiles: deletesMessages, organizationImages },
      step(),
    );
    await add({ files: part.files, images: part.images });
    isFinished = part.isFinished;
  }
  const { personalItems } = await channel.eraseUser({ userId }, step());
  const { devices } = await notify.eraseUser({ userId, email }, step());
  await integrations.eraseUser({ userId }, step());
  await add({ channel_settings: personalItems, devices });
}

/** Deletes the archives with the person's data, and cancels the exports in progress. */
async function deleteExports(ctx: Ctx, userId: UserId, call: Call): Promise<void> {
  await ctx.db.tx(async (tx) => {
    for (const row of await lockExportsOfPerson(tx, userId)) {
      await cancelPersonExport(tx, row.exportId);
      await ctx.rpc.upload.deleteExportArchive({ exportId: row.exportId }, call);
      await markExportDeleted(tx, row);
    }
  });
}

/** Returns the paths of images that the organization uses. They are kept even if the erased person uploaded them. */
async function imagesOfOrganization(ctx: Ctx, call: Call): Promise<string[]> {
  const scope = createDbScope(ctx, call);
  const { settings } = await scope.organization();
  const emoji = await listEmoji(scope);
  const images = [settings.icon_url, settings.logo_url, settings.night_logo_url];
  const largeIcon = largeIconOf(settings.icon_url) ?? null;
  return [...images, largeIcon, ...emoji.flatMap(({ path, stillPath }) => [path, stillPath])]
    .filter((path) => path !== null)
    .filter((path) => path !== '')
    .map((path) => partBefore(path, '?'));
}
