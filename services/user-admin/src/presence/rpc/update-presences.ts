import { errors } from '@parley/core';
import type {
  PresencePing,
  UpdatePresencesRequest,
  UpdatePresencesResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { Scope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import type { PresenceQuery } from '../tracking/presence-tracker.ts';

/** Number of days of presence in an answer when the client gives none. */
const defaultHistoryDays = 14;
/** Maximum total size of the answers to one call, in bytes. The gateway repeats pings that got no answer. */
const maxAnsweredBytes = 8 * 1024 * 1024;

const emptyObject = Buffer.from('{}');

/**
 * Records pings of several people and returns for each what changed. It reads the database only for guests who do not
 * see all people. It needs no other lookup, because the gateway has checked the accounts, and because the statement
 * that writes pings omits people who hide their presence. Pings with equal queries share one answer.
 */
export async function updatePresences(
  ctx: Ctx,
  { pings }: UpdatePresencesRequest,
  scope: Scope,
): Promise<UpdatePresencesResponse> {
  // Only the gateway, which authenticates people, may send pings.
  if (scope.call.principal) throw errors.unauthorizedPrincipal('This is for the gateway.');
  await ctx.presence.awake();
  for (const { userId, isActive } of pings) ctx.presence.ping(userId, isActive);
  const answers: Buffer[] = [];
  const answerOfPing: number[] = [];
  const indexOf = new Map<Buffer, number>();
  let bytes = 0;
  for (const ping of pings) {
    // The ID is read before the answer is built. So the answer may contain newer changes than its ID, but misses none.
    const { updateId } = ctx.presence;
    const presences = ping.pingOnly ? emptyObject : await presencesFor(ctx, ping);
    let index = indexOf.get(presences);
    if (index === undefined) {
      if (answers.length > 0 && bytes + presences.length > maxAnsweredBytes) break;
      index = answers.push(ping.pingOnly ? emptyObject : membersOf(presences, updateId)) - 1;
      indexOf.set(presences, index);
      bytes += presences.length;
    }
    answerOfPing.push(index);
  }
  return { answers, answerOfPing };
}

/** Returns the presences for one ping. A guest who does not see all people gets an individual answer. */
const presencesFor = (ctx: Ctx, ping: PresencePing): Buffer | Promise<Buffer> =>
  ctx.presence.isLimited(ping.userId)
    ? ctx.presence.answerTo(ping.userId, queryOf(ping))
    : ctx.presence.answer(queryOf(ping));

const queryOf = ({ lastUpdateId, slimPresence, historyLimitDays }: PresencePing): PresenceQuery => ({
  lastUpdateId: lastUpdateId ?? -1,
  // Clients that send an update ID know no other format than the current one.
  slim: slimPresence || lastUpdateId !== undefined,
  historyDays: historyLimitDays || defaultHistoryDays,
});

const membersOf = (presences: Buffer, updateId: number): Buffer =>
  Buffer.concat([
    Buffer.from(
      `{"presence_last_update_id":${updateId},"server_timestamp":${Date.now() / 1000},"presences":`,
    ),
    presences,
    Buffer.from('}'),
  ]);
