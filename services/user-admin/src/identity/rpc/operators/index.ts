import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { createBot } from './create-bot.ts';
import { createOrganization } from './create-organization.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { setPassword } from './set-password.ts';
import { setRights } from './set-rights.ts';

/** RPCs for operators: calls without a principal. */
export const operatorHandlers = {
  createBot,
  createOrganization,
  listApiKeys,
  revokeApiKey,
  setPassword,
  setRights,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
