import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { addBot, listOwnBots, updateBot } from './bots.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { createBot } from './create-bot.ts';
import { createOrganization } from './create-organization.ts';
import { createUser } from './create-user.ts';
import { deactivateUser } from './deactivate-user.ts';
import { devFetchApiKey } from './dev-fetch-api-key.ts';
import { fetchApiKey } from './fetch-api-key.ts';
import { getInitialState } from './get-initial-state.ts';
import { getOrganization } from './get-organization.ts';
import { getOwnUser } from './get-own-user.ts';
import { getServerSettings } from './get-server-settings.ts';
import { getUser } from './get-user.ts';
import { getUsers } from './get-users.ts';
import { groupHandlers } from './group-handlers.ts';
import { confirmAddress, getJoinOffer, join } from './join.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listGroups } from './list-groups.ts';
import {
  createInvitationLink,
  listOpenInvitations,
  resendInvitation,
  revokeInvitation,
} from './manage-invitations.ts';
import { listApiKeys, revokeApiKey, setPassword } from './operate.ts';
import { organizationHandlers } from './organization-handlers.ts';
import { personalHandlers } from './personal-handlers.ts';
import { reactivateUser } from './reactivate-user.ts';
import { getApiKey, regenerateApiKey } from './regenerate-api-key.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { resolveUsers } from './resolve-users.ts';
import { sendInvitations } from './send-invitations.ts';
import { endSession, listOwnSessions, signIn, signOut, verifySession } from './sessions.ts';
import { setAvatar } from './set-avatar.ts';
import { updateSettings } from './update-settings.ts';
import { updateUser } from './update-user.ts';
import { verifyApiKey } from './verify-api-key.ts';

/** Every RPC of the service. */
export const handlers = (ctx: Ctx): Handlers<typeof UserAdminServiceService> => ({
  // Authentication, asked by the gateway only.
  verifyApiKey: (request) => verifyApiKey(ctx, request),
  fetchApiKey: (request, call) => fetchApiKey(ctx, request, call),
  devFetchApiKey: (request) => devFetchApiKey(ctx, request),
  // HTTP API.
  getServerSettings: () => getServerSettings(ctx),
  getOwnUser: (request, call) => getOwnUser(ctx, request, call),
  getUsers: (request, call) => getUsers(ctx, request, call),
  createUser: (request, call) => createUser(ctx, request, call),
  getInitialState: (request, call) => getInitialState(ctx, request, call),
  // People.
  getUser: (request, call) => getUser(ctx, request, call),
  updateUser: (request, call) => updateUser(ctx, request, call),
  deactivateUser: (request, call) => deactivateUser(ctx, request, call),
  reactivateUser: (request, call) => reactivateUser(ctx, request, call),
  updateSettings: (request, call) => updateSettings(ctx, request, call),
  setAvatar: (request, call) => setAvatar(ctx, request, call),
  regenerateApiKey: (request, call) => regenerateApiKey(ctx, request, call),
  getApiKey: (request, call) => getApiKey(ctx, request, call),
  addBot: (request, call) => addBot(ctx, request, call),
  listBots: (request, call) => listOwnBots(ctx, request, call),
  updateBot: (request, call) => updateBot(ctx, request, call),
  listAuditEntries: (request, call) => listAuditEntries(ctx, request, call),
  // Coming in.
  sendInvitations: (request, call) => sendInvitations(ctx, request, call),
  createInvitationLink: (request, call) => createInvitationLink(ctx, request, call),
  listInvitations: (request, call) => listOpenInvitations(ctx, request, call),
  revokeInvitation: (request, call) => revokeInvitation(ctx, request, call),
  resendInvitation: (request, call) => resendInvitation(ctx, request, call),
  getJoinOffer: (request) => getJoinOffer(ctx, request),
  confirmAddress: (request) => confirmAddress(ctx, request),
  join: (request, call) => join(ctx, request, call),
  requestPasswordReset: (request) => requestPasswordReset(ctx, request),
  resetPassword: (request, call) => resetPassword(ctx, request, call),
  confirmEmailChange: (request, call) => confirmEmailChange(ctx, request, call),
  signIn: (request, call) => signIn(ctx, request, call),
  verifySession: (request) => verifySession(ctx, request),
  signOut: (request, call) => signOut(ctx, request, call),
  listSessions: (request, call) => listOwnSessions(ctx, request, call),
  endSession: (request, call) => endSession(ctx, request, call),
  ...organizationHandlers(ctx),
  ...personalHandlers(ctx),
  ...groupHandlers(ctx),
  // Operators only.
  setPassword: (request, call) => setPassword(ctx, request, call),
  revokeApiKey: (request, call) => revokeApiKey(ctx, request, call),
  listApiKeys: (request, call) => listApiKeys(ctx, request, call),
  createOrganization: (request, call) => createOrganization(ctx, request, call),
  createBot: (request, call) => createBot(ctx, request, call),
  // Facts for other services' directories.
  resolveUsers: (request) => resolveUsers(ctx, request),
  listGroups: () => listGroups(ctx),
  getOrganization: () => getOrganization(ctx),
});
