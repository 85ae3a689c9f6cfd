import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { newSecret, newToken } from '../domain/new-token.ts';
import { tokenHash } from './presses/press.ts';

/** Returns a new token and signing secret for the app of a bot, as they are stored. */
export function newCredentials({ sealer }: Pick<Ctx, 'sealer'>, botId: UserId) {
  const token = `xoxb-${botId}-${newToken()}`;
  return {
    tokenSha256: tokenHash(token),
    sealedToken: sealer.seal(token, botId),
    sealedSecret: sealer.seal(newSecret(), botId),
  };
}
