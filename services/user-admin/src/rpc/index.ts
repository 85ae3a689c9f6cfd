import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { createBot } from './create-bot.ts';
import { createOrganization } from './create-organization.ts';
import { createUser } from './create-user.ts';
import { devFetchApiKey } from './dev-fetch-api-key.ts';
import { fetchApiKey } from './fetch-api-key.ts';
import { getInitialState } from './get-initial-state.ts';
import { getOrganization } from './get-organization.ts';
import { getOwnUser } from './get-own-user.ts';
import { getServerSettings } from './get-server-settings.ts';
import { getUsers } from './get-users.ts';
import { listGroups } from './list-groups.ts';
import { resolveUsers } from './resolve-users.ts';
import { verifyApiKey } from './verify-api-key.ts';

/** Every RPC of the service. */
export const handlers = (ctx: Ctx): Handlers<typeof UserAdminServiceService> => ({
  // Authentication, asked by the gateway only.
  verifyApiKey: (request) => verifyApiKey(ctx, request),
  fetchApiKey: (request) => fetchApiKey(ctx, request),
  devFetchApiKey: (request) => devFetchApiKey(ctx, request),
  // HTTP API.
  getServerSettings: () => getServerSettings(ctx),
  getOwnUser: (request, call) => getOwnUser(ctx, request, call),
  getUsers: (request, call) => getUsers(ctx, request, call),
  createUser: (request, call) => createUser(ctx, request, call),
  getInitialState: (request, call) => getInitialState(ctx, request, call),
  // Operators only.
  createOrganization: (request, call) => createOrganization(ctx, request, call),
  createBot: (request, call) => createBot(ctx, request, call),
  // Facts for other services' directories.
  resolveUsers: (request) => resolveUsers(ctx, request),
  listGroups: () => listGroups(ctx),
  getOrganization: () => getOrganization(ctx),
});
