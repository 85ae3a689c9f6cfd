import { createHash } from 'node:crypto';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { MessageId, UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { findPress, finishPress, insertPress, type PressRow } from '../../db/presses.ts';
import { newToken } from '../../domain/new-token.ts';
import { type Place, placeText } from '../../domain/place.ts';
import { pressKey } from '../../in-memory/press-results.ts';
import type { InstalledApp } from '../installed-app.ts';
import { noApp } from '../program-of-bot.ts';
import type { AppFailure } from './ask-app.ts';

/** What became of a press: stored, so that a repeated press gets the same. */
export type PressResult = {
  outcome: 'done' | 'failed' | 'closed' | 'invalid' | 'changed';
  reason: AppFailure | 'invalid' | '';
  errors?: Record<string, string>;
  /** The form that takes the place of the former one. */
  viewId?: string;
};

type NewPress = {
  clientId: string;
  userId: UserId;
  place: Place;
  messageId?: MessageId;
  ephemeralId?: string;
  /** How the use of the app is recorded in the audit log. */
  use: string;
};

/** A press that was made now: the token that opens forms and answers. */
export type Press = { row: PressRow; token: string };

/**
 * How long a repeated press waits for the first one, which another replica may be sending, in milliseconds, and after which time it looks again
 * without being told.
 */
const waiting = { withinMs: 6_000, everyMs: 1_000 };

/** Returns who owns what is stored about a press: the app, or the bot that is none. */
export const ownerOf = ({ appId, botId }: Pick<InstalledApp, 'appId' | 'botId'>) => ({
  appId,
  botId: appId === noApp ? botId : 0,
});

const noOwner = { appId: noApp, botId: 0 };

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a press, once: a repeated one gets the result of the first. The app is asked after the press is stored, and never twice.
 * @param app undefined for a poll or to-do list of the server, whose presses are recorded by their submessages
 * @param ask sends the request to the app
 */
export async function pressOnce(
  ctx: Ctx,
  app: Pick<InstalledApp, 'appId' | 'botId' | 'manifest'> | undefined,
  { clientId, userId, place, messageId = 0, ephemeralId = '', use }: NewPress,
  ask: (press: Press) => Promise<PressResult>,
  scope: Scope,
): Promise<PressResult> {
  const token = newToken();
  const row = await ctx.db.tx(async (tx) => {
    const tokenSha256 = tokenHash(token);
    const stored = {
      ...(app ? ownerOf(app) : noOwner),
      userId,
      clientId,
      place: placeText(place),
      messageId,
      ephemeralId,
    };
    const inserted = await insertPress(tx, { ...stored, tokenSha256 });
    if (inserted && app) {
      const channelId = place.kind === 'channel' ? place.channelId : 0;
      const details = { app: app.manifest.name, use, channelId };
      await recordAudit(tx, scope.call, [{ action: 'app.used', userId: app.botId, details }]);
    }
    return inserted;
  });
  if (!row) return await earlierResult(ctx, userId, clientId);
  const result = await ask({ row, token });
  await finishPress(ctx.db, row.pressId, JSON.stringify(result));
  ctx.pressResults.announce(pressKey(userId, clientId));
  return result;
}

/** Waits for the result of a press that was made before. */
async function earlierResult(ctx: Ctx, userId: UserId, clientId: string): Promise<PressResult> {
  const look = async (): Promise<PressResult | undefined> => {
    const earlier = await findPress(ctx.db, userId, clientId);
    return earlier && earlier.result !== '' ? (JSON.parse(earlier.result) as PressResult) : undefined;
  };
  const result = await ctx.pressResults.wait(pressKey(userId, clientId), look, waiting);
  // Without one, the replica that sent it has ended before it stored the result.
  return result ?? { outcome: 'failed', reason: 'timeout' };
}
