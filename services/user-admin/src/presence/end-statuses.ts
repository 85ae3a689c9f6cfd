import { rest } from '@parley/core';
import { emitAll } from '@parley/db';
import { backgroundCall } from '@parley/rpc';
import { audienceOf } from '../guest-visibility/visible-people.ts';
import { type BackgroundWorker, backgroundWorker } from '../kernel/background-worker.ts';
import { findUser } from '../kernel/db/people.ts';
import { createDbScope } from '../kernel/scope.ts';
import type { Ctx } from './context.ts';
import { deleteEndedStatuses } from './db/user-statuses.ts';
import { noStatus } from './domain/user-status.ts';
import { userStatusChanged } from './events/user-status.ts';

/** Pause between two looks for ended statuses, in milliseconds. People choose ends by the minute. */
const intervalMs = 10_000;
const timeoutMs = 30_000;
const batch = 100;

export const createStatusWorker = (ctx: Ctx): BackgroundWorker =>
  backgroundWorker(async (signal) => {
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await endStatuses(ctx, signal)) === batch);
      } catch (error) {
        if (!signal.aborted) ctx.logger.warn({ err: error }, 'statuses could not be ended; retrying');
      }
      await rest(intervalMs, signal).catch(() => undefined);
    }
  });

/** Clears statuses whose time is over, and tells everyone who may see the people. Returns how many were cleared. */
async function endStatuses(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const scope = createDbScope(ctx, backgroundCall({ timeoutMs, signal }));
  return scope.write(async (tx) => {
    const userIds = await deleteEndedStatuses(tx, batch);
    for (const userId of userIds) {
      const person = await findUser(tx, userId);
      if (!person) continue;
      const { statusText: status_text, emojiName: emoji_name, emojiCode: emoji_code } = noStatus;
      const cleared = { status_text, emoji_name, emoji_code, reaction_type: 'unicode_emoji' as const };
      await emitAll(tx, [userStatusChanged(userId, await audienceOf(tx, person), cleared)]);
    }
    return userIds.length;
  });
}
