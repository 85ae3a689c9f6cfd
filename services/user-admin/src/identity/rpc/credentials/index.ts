import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { devFetchApiKey } from './dev-fetch-api-key.ts';
import { endSession } from './end-session.ts';
import { fetchApiKey } from './fetch-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { listSessions } from './list-sessions.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { verifyApiKey } from './verify-api-key.ts';
import { verifySession } from './verify-session.ts';

/** RPCs about API keys, passwords and sessions. */
export const credentialHandlers = {
  devFetchApiKey,
  endSession,
  fetchApiKey,
  getApiKey,
  listSessions,
  regenerateApiKey,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  verifyApiKey,
  verifySession,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
