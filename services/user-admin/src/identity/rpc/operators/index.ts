import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { createBot } from './create-bot.ts';
import { createOrganization } from './create-organization.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { setPassword } from './set-password.ts';
import { setRights } from './set-rights.ts';

/** RPCs for operators: calls without a principal. */
export const operatorHandlers = (ctx: Ctx) =>
  ({
    createBot: (request, call) => createBot(ctx, request, call),
    createOrganization: (request, call) => createOrganization(ctx, request, call),
    listApiKeys: (request, call) => listApiKeys(ctx, request, call),
    revokeApiKey: (request, call) => revokeApiKey(ctx, request, call),
    setPassword: (request, call) => setPassword(ctx, request, call),
    setRights: (request, call) => setRights(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
