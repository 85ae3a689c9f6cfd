import { errors } from '@parley/core';
import type {
  PresencePing,
  UpdatePresencesRequest,
  UpdatePresencesResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import type { PresenceQuestion } from '../board/presence-keeper.ts';
import type { Ctx } from '../context.ts';

/** Days of presence told without a wish (specification, register). */
const defaultHistoryDays = 14;
/** Answers of one call together; who is left out is asked for again. */
const maxAnsweredBytes = 8 * 1024 * 1024;

const nothing = Buffer.from('{}');

/**
 * People are there; who else is, as far as it changed. Asks no database: the gateway has seen that they are active
 * accounts, and who hides their presence is left out when pings are written (only guests who do not see everybody are
 * looked up). Those who know as much get one text.
 */
export async function updatePresences(
  ctx: Ctx,
  { pings }: UpdatePresencesRequest,
  call: Call,
): Promise<UpdatePresencesResponse> {
  // Who is there is the gateway's word: nobody speaks for others.
  if (call.principal) throw errors.unauthorizedPrincipal('This is for the gateway.');
  for (const { userId, isActive } of pings) ctx.presence.ping(userId, isActive);
  const answers: Buffer[] = [];
  const answerOfPing: number[] = [];
  const placeOf = new Map<Buffer, number>();
  let bytes = 0;
  for (const ping of pings) {
    // Before the answer is made: it may know more than its ID says, never less.
    const { updateId } = ctx.presence;
    const presences = ping.pingOnly ? nothing : await presencesFor(ctx, ping);
    let place = placeOf.get(presences);
    if (place === undefined) {
      if (answers.length > 0 && bytes + presences.length > maxAnsweredBytes) break;
      place = answers.push(ping.pingOnly ? nothing : membersOf(presences, updateId)) - 1;
      placeOf.set(presences, place);
      bytes += presences.length;
    }
    answerOfPing.push(place);
  }
  return { answers, answerOfPing };
}

/** Guests who do not see everybody get an answer of their own. */
const presencesFor = (ctx: Ctx, ping: PresencePing): Buffer | Promise<Buffer> =>
  ctx.presence.isLimited(ping.userId)
    ? ctx.presence.answerTo(ping.userId, questionOf(ping))
    : ctx.presence.answer(questionOf(ping));

const questionOf = ({ lastUpdateId, slimPresence, historyLimitDays }: PresencePing): PresenceQuestion => ({
  lastUpdateId: lastUpdateId ?? -1,
  // Who sends an update ID knows the modern format only.
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
