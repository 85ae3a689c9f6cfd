import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { RemoveClientDeviceRequest, RemoveClientDeviceResponse } from '@parley/proto/notify/v1/notify';
import type { Ctx } from '../context.ts';
import { removeDevice } from '../db/phones.ts';
import { deviceRemoved } from '../events/phones.ts';

/** @throws BAD_REQUEST when the caller has no device with this ID */
export async function removeClientDevice(
  ctx: Ctx,
  { deviceId }: RemoveClientDeviceRequest,
  scope: Scope,
): Promise<RemoveClientDeviceResponse> {
  const { userId } = await scope.caller();
  await ctx.db.tx(async (tx) => {
    if (!(await removeDevice(tx, userId, deviceId))) throw errors.badRequest('Invalid `device_id`');
    await emit(tx, deviceRemoved(userId, deviceId));
  });
  return {};
}
