import type {
  PresencePing,
  UpdatePresencesRequest,
  UpdatePresencesResponse,
} from '@parley/proto/useradmin/v1/personal';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import type { PresenceQuery } from '../tracking/presence-tracker.ts';

/** Number of past days whose presences are returned if the client sends no number. */
const defaultHistoryDays = 14;
/** Maximum total size of the answers to one call, in bytes. Further pings get no answer, and the gateway sends them again. */
const maxAnsweredBytes = 8 * 1024 * 1024;

const emptyObject = Buffer.from('{}');

/**
 * Records pings of several people, which report that their clients are connected. Returns for each ping the presences that
 * changed after the update ID in the ping; with `pingOnly`, an empty object. Pings with equal queries share one answer. To be
 * fast, the handler reads the database only for guests who may not see all people, and after a time without calls (`awake`).
 * The gateway has checked the accounts, and the statement that writes pings omits people who hide their presence.
 */
export async function updatePresences(
  ctx: Ctx,
  { pings }: UpdatePresencesRequest,
  scope: DbScope,
): Promise<UpdatePresencesResponse> {
  // Only the gateway, which has authenticated the people, may report pings on their behalf.
  requireOperator(scope.call);
  await ctx.presence.awake();
  for (const { userId, isActive } of pings) ctx.presence.ping(userId, isActive);
  const answers: Buffer[] = [];
  const answerOfPing: number[] = [];
  const indexOf = new Map<Buffer, number>();
  let bytes = 0;
  for (const ping of pings) {
    // Reads the update ID before building the answer. So the answer may contain changes after the ID, but never lacks a change
    // before it.
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

/** Returns the presences for one ping. A guest who may not see all people gets an individual answer. */
const presencesFor = (ctx: Ctx, ping: PresencePing): Buffer | Promise<Buffer> =>
  ctx.presence.isLimited(ping.userId)
    ? ctx.presence.answerTo(ping.userId, queryOf(ping))
    : ctx.presence.answer(queryOf(ping));

const queryOf = ({ lastUpdateId, slimPresence, historyLimitDays }: PresencePing): PresenceQuery => ({
  lastUpdateId: lastUpdateId ?? -1,
  // Clients that send an update ID know only the slim format, which is the newer one.
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
