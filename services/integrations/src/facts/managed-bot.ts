import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { roles, type UserId } from '@parley/rules';

/**
 * Returns a bot whose webhooks the caller may manage: as its owner, or as an administrator.
 * @throws BAD_REQUEST when there is no such bot, or the caller may not manage it; ACCESS_DENIED for an API key with limits, because addresses
 * and secrets outlive the key
 */
export const requireManagedBot = (scope: Scope, botUserId: UserId): Promise<User> =>
  scope.confirmed(async (facts) => {
    const caller = await facts.caller();
    const bot = await facts.users.get(botUserId);
    if (!bot?.isBot || bot.isSystemBot) throw errors.badRequest('No such bot');
    const isAdministrator = !caller.isBot && caller.role <= roles.administrator;
    if (bot.botOwnerId !== caller.userId && !isAdministrator) throw errors.notPermitted();
    return bot;
  });
