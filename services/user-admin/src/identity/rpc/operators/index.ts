import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { createBot } from './create-bot.ts';
import { createOrganization } from './create-organization.ts';
import { createPasswordLink } from './create-password-link.ts';
import { deleteAccountSessions } from './delete-account-sessions.ts';
import { deleteSignInFailures } from './delete-sign-in-failures.ts';
import { listAccountSessions } from './list-account-sessions.ts';
import { listAccounts } from './list-accounts.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { setPassword } from './set-password.ts';
import { setRights } from './set-rights.ts';
import { updateAccount } from './update-account.ts';

/** RPCs for operators: calls without a principal. */
export const operatorHandlers = {
  createBot,
  createOrganization,
  listApiKeys,
  revokeApiKey,
  setPassword,
  setRights,
  listAccounts,
  updateAccount,
  createPasswordLink,
  listAccountSessions,
  deleteAccountSessions,
  deleteSignInFailures,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
