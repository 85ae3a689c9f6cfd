import { errors, visitor } from '@parley/core';
import type { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/useradmin/v1/user_admin';
import { jsonObject, type Members, takeShared } from '@parley/registration';
import type { Ctx } from '../context.ts';
import { listContacts } from '../kernel/db/guest-visibility.ts';
import { isLimited } from '../kernel/domain/guest-visibility.ts';
import type { RegisterRequest } from '../kernel/register.ts';
import type { Scope, TxScope } from '../kernel/scope.ts';
import { readChannelNotifications, readFields, registerFields } from '../register.ts';

/**
 * Returns this service's part of the register response, the initial state of a client. Everything except presences is read in
 * one transaction. Visitors get data about the organization but not about people.
 * @throws UNAUTHORIZED for an unknown caller, and for a visitor when the organization does not admit visitors;
 * USER_DEACTIVATED, REALM_DEACTIVATED; BAD_REQUEST without options
 */
export async function getInitialState(
  ctx: Ctx,
  { options }: GetInitialStateRequest,
  scope: Scope,
): Promise<GetInitialStateResponse> {
  if (!options) throw errors.badRequest('Options are missing.');
  await ctx.presence.include(scope.call);
  const { value, snapshot } = await scope.snapshot((tx, seen) => readState(ctx, tx, seen, options));
  const { members, role, channelNotifications } = value;
  const taken = takeShared(members, options);
  return { state: { fieldsJson: jsonObject(members), snapshot, ...taken }, role, channelNotifications };
}

async function readState(
  ctx: Ctx,
  tx: TxScope,
  snapshot: Promise<Snapshot>,
  options: InitialStateOptions,
): Promise<{
  members: Members;
  role: number | undefined;
  channelNotifications: ChannelNotifications | undefined;
}> {
  const organization = await tx.organization();
  if (organization.isDeactivated) throw errors.organizationDeactivated();
  const reader = await tx.reader();
  const contacts =
    reader !== visitor && isLimited(organization, reader) ? await listContacts(tx, reader.userId) : undefined;
  const request: RegisterRequest = {
    tx,
    snapshot,
    reader,
    organization,
    peopleByRole: () => ctx.peopleByRole(tx, snapshot),
    contacts,
    capabilities: new Set(options.capabilities),
    slimPresence: options.slimPresence,
    presenceHistoryDays: options.presenceHistoryLimitDays,
    signal: tx.call.signal,
  };
  const [members, channelNotifications] = await Promise.all([
    readFields(registerFields(ctx), request, options.fetchEventTypes),
    readChannelNotifications(request),
  ]);
  return { members, role: reader === visitor ? undefined : reader.role, channelNotifications };
}
