import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
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
export const credentialHandlers = (ctx: Ctx) =>
  ({
    devFetchApiKey: (request, call) => devFetchApiKey(ctx, request, call),
    endSession: (request, call) => endSession(ctx, request, call),
    fetchApiKey: (request, call) => fetchApiKey(ctx, request, call),
    getApiKey: (request, call) => getApiKey(ctx, request, call),
    listSessions: (request, call) => listSessions(ctx, request, call),
    regenerateApiKey: (request, call) => regenerateApiKey(ctx, request, call),
    requestPasswordReset: (request) => requestPasswordReset(ctx, request),
    resetPassword: (request, call) => resetPassword(ctx, request, call),
    signIn: (request, call) => signIn(ctx, request, call),
    signOut: (request, call) => signOut(ctx, request, call),
    verifyApiKey: (request) => verifyApiKey(ctx, request),
    verifySession: (request) => verifySession(ctx, request),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
