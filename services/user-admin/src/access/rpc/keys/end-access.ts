import { errors } from '@parley/core';
import type { BotOfPerson, EndAccessRequest, EndAccessResponse } from '@parley/proto/useradmin/v1/keys';
import { isOfOperator, personOf } from '@parley/rpc';
import type { Person } from '../../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import { accessEndedMail, letterheadFor } from '../../../mails/mail-texts.ts';
import { administeredAccount } from '../../../people/administered-account.ts';
import { listBots } from '../../../people/db/users.ts';
import { managesBot } from '../../../people/domain/account-permissions.ts';
import { requirePersonByEmail } from '../../../people/person-by-email.ts';
import type { Ctx } from '../../context.ts';
import { endAccess as endAllAccess } from '../../end-access.ts';

/**
 * Ends all access of the caller's account, or of another account that the caller may administer, and notifies the person by
 * mail. Needs no proof of a factor, because a person who has lost a device cannot give one. The person's bots keep their access
 * unless `endsBots`, and only those end that the caller may manage. Operators name the account by its address.
 * @throws BAD_REQUEST for an unknown account, when the caller may not administer it, and when a call without a session asks to
 * keep its session; UNAUTHORIZED_PRINCIPAL for an owner when the caller is none
 */
export async function endAccess(
  ctx: Ctx,
  request: EndAccessRequest,
  scope: DbScope,
): Promise<EndAccessResponse> {
  const response = await scope.write(async (tx) => {
    const account = await accountOf(tx, request);
    const kept = request.keepsCurrentSession ? requireSession(tx) : {};
    const ended = await endAllAccess(ctx, tx, account.userId, { reason: 'requested', ...kept });
    const bots = account.isBot ? [] : (await listBots(tx, account.userId)).filter((bot) => bot.isActive);
    const listed: BotOfPerson[] = [];
    for (const { userId, fullName, ...bot } of bots) {
      const hasEnded = request.endsBots && (await mayEnd(tx, { userId, fullName, ...bot }));
      if (hasEnded) await endAllAccess(ctx, tx, userId, { reason: 'bot_of_person' });
      listed.push({ userId, fullName, hasEnded });
    }
    if (!account.isBot && account.isActive) {
      await ctx.outbox.queue(tx, { mail: accessEndedMail(account, await letterheadFor(tx, account)) });
    }
    return { userId: account.userId, ...ended, bots: listed };
  });
  ctx.outbox.kick();
  return response;
}

async function accountOf(tx: TxScope, { userId, email }: EndAccessRequest): Promise<Person> {
  if (isOfOperator(tx.call)) return requirePersonByEmail(tx, email);
  return userId === 0 ? await tx.caller() : await administeredAccount(tx, userId);
}

function requireSession({ call }: TxScope): { keptSessionId: number } {
  const sessionId = personOf(call)?.sessionId;
  if (sessionId === undefined) throw errors.badRequest('Only sessions of browsers can be kept.');
  return { keptSessionId: sessionId };
}

const mayEnd = async (tx: TxScope, bot: Person): Promise<boolean> =>
  isOfOperator(tx.call) || managesBot(await tx.caller(), bot);
