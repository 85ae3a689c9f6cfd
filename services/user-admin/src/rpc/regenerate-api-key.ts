import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import type {
  GetApiKeyRequest,
  GetApiKeyResponse,
  RegenerateApiKeyRequest,
  RegenerateApiKeyResponse,
} from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { renewApiKey } from '../api-keys.ts';
import type { Ctx } from '../context.ts';
import { findCredentials } from '../db/credentials.ts';
import { lockUser } from '../db/users.ts';
import { managesBot } from '../domain/change-rules.ts';
import type { Person } from '../domain/person.ts';
import { requireCaller } from './caller.ts';

/** The caller's key, or that of a bot of theirs, is another one from here on. */
export async function regenerateApiKey(
  ctx: Ctx,
  { botUserId }: RegenerateApiKeyRequest,
  call: Call,
): Promise<RegenerateApiKeyResponse> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    const { userId } = botUserId === 0 ? caller : await requireOwnBot(tx, caller, botUserId);
    return { apiKey: await renewApiKey(ctx, tx, call, userId) };
  });
}

/** The key of one of the caller's bots. */
export async function getApiKey(
  ctx: Ctx,
  { botUserId }: GetApiKeyRequest,
  call: Call,
): Promise<GetApiKeyResponse> {
  return ctx.db.tx(async (tx) => {
    const bot = await requireOwnBot(tx, await requireCaller(tx, call), botUserId);
    const { apiKeySealed } = (await findCredentials(tx, bot.userId))!;
    return { apiKey: ctx.sealer.open(apiKeySealed, bot.userId) };
  });
}

/** @throws BAD_REQUEST when it is no bot, or none that the caller may change. */
export async function requireOwnBot(tx: Tx, caller: Person, botUserId: number): Promise<Person> {
  const bot = await lockUser(tx, botUserId);
  if (!bot?.isBot || bot.isSystemBot) throw errors.badRequest('No such bot');
  if (!managesBot(caller, bot)) throw errors.notPermitted();
  return bot;
}
