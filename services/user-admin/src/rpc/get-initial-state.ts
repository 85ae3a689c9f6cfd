import { errors, visitor } from '@parley/core';
import type { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/useradmin/v1/user_admin';
import { jsonObject, type Members, takeShared } from '@parley/registration';
import { type Call, personOf } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { listContacts } from '../guest-visibility/db/contacts.ts';
import { isLimited } from '../guest-visibility/domain/guest-visibility.ts';
import type { RegisterRequest } from '../kernel/field-readers.ts';
import { ownSettings } from '../kernel/own-settings.ts';
import type { DbScope, SnapshotScope } from '../kernel/scope.ts';
import {
  always,
  channelNotificationsFor,
  readChannelNotifications,
  readFields,
  registerFields,
} from '../register-fields.ts';

/**
 * Returns this service's part of the register response, the initial state of a client. Everything except presences is read in
 * one transaction. Visitors get data about the organization but not about people.
 * @throws UNAUTHORIZED for an unknown caller, and for a visitor when the organization does not admit visitors;
 * REALM_DEACTIVATED; BAD_REQUEST without options
 */
export async function getInitialState(
  ctx: Ctx,
  { options }: GetInitialStateRequest,
  scope: DbScope,
): Promise<GetInitialStateResponse> {
  if (!options) throw errors.badRequest('Options are missing.');
  await ctx.presence.include(scope.call);
  const { value, snapshot } = isMinimal(scope.call, options)
    ? await scope.snapshot((tx) => readMinimalState(tx, options), { inOneTurn: true })
    : await scope.snapshot((tx, seen) => readState(ctx, tx, seen, options));
  const { members, role, channelNotifications } = value;
  const taken = takeShared(members, options);
  return { state: { fieldsJson: jsonObject(members), snapshot, ...taken }, role, channelNotifications };
}

type State = {
  members: Members;
  role: number | undefined;
  channelNotifications: ChannelNotifications | undefined;
};

/** Returns whether a person requests nothing of this service. Registrations that only wait for events are the most frequent ones. */
const isMinimal = (call: Call, { fetchEventTypes }: InitialStateOptions): boolean =>
  personOf(call) !== undefined && fetchEventTypes.length === 0;

/** Reads what every registration of a person gets. Needs one round trip. */
async function readMinimalState(tx: SnapshotScope, { capabilities }: InitialStateOptions): Promise<State> {
  const all = [tx.organization(), tx.caller(), tx.once(ownSettings)] as const;
  await Promise.allSettled(all);
  const organization = await all[0];
  if (organization.isDeactivated) throw errors.organizationDeactivated();
  const { role } = await all[1];
  const own = await all[2];
  return { members: always(own), role, channelNotifications: channelNotificationsFor(capabilities, own) };
}

async function readState(
  ctx: Ctx,
  tx: SnapshotScope,
  snapshot: Promise<Snapshot>,
  options: InitialStateOptions,
): Promise<State> {
  // Read at the same time. That the organization is deactivated is said before anything about the reader.
  const all = [tx.organization(), tx.reader(), tx.once(ownSettings)] as const;
  await Promise.allSettled(all);
  const organization = await all[0];
  if (organization.isDeactivated) throw errors.organizationDeactivated();
  const reader = await all[1];
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
