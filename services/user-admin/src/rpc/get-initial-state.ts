import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import type { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { requireCaller } from '../kernel/caller.ts';
import { readRealm } from '../kernel/db/realm.ts';
import { listSharers } from '../kernel/db/visibility.ts';
import { jsonObject, type Members } from '../kernel/domain/json-object.ts';
import { isLimited } from '../kernel/domain/visibility.ts';
import type { RegisterRequest } from '../kernel/register.ts';
import { readChannelNotifications, readFields, registerFields } from '../register.ts';

/**
 * This service's part of the register response, read in one transaction. A caller without a principal is a
 * spectator, where the organization lets them in: they learn of the organization, of nobody in it.
 * @throws UNAUTHORIZED for a spectator elsewhere
 */
export async function getInitialState(
  ctx: Ctx,
  request: GetInitialStateRequest,
  call: Call,
): Promise<GetInitialStateResponse> {
  const { options } = request;
  if (!options) throw errors.badRequest('Options are missing.');
  const { value, snapshot } = await ctx.db.snapshot((tx) => readState(ctx, tx, options, call));
  const { members, role, channelNotifications } = value;
  return { state: { fieldsJson: jsonObject(members), snapshot }, role, channelNotifications };
}

async function readState(
  ctx: Ctx,
  tx: Tx,
  options: InitialStateOptions,
  call: Call,
): Promise<{ members: Members; role: number; channelNotifications: ChannelNotifications | undefined }> {
  const caller = call.principal && (await requireCaller(tx, call));
  const realm = await readRealm(tx, ctx.config);
  if (!caller && !realm.settings.enable_spectator_access) throw errors.unauthorized();
  const shares = caller && isLimited(realm, caller) ? await listSharers(tx, caller.userId) : undefined;
  const wanted: RegisterRequest = {
    tx,
    caller,
    realm,
    shares,
    clientGravatar: options.clientGravatar,
    capabilities: new Set(options.capabilities),
    slimPresence: options.slimPresence,
    presenceHistoryDays: options.presenceHistoryLimitDays,
    signal: call.signal,
  };
  return {
    members: await readFields(registerFields(ctx.presence), wanted, options.fetchEventTypes),
    role: caller?.role ?? 0,
    channelNotifications: await readChannelNotifications(wanted),
  };
}
