import { emitAll } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { AddClientDeviceRequest, AddClientDeviceResponse } from '@parley/proto/notify/v1/notify';
import type { Ctx } from '../context.ts';
import { insertDevice } from '../db/phones.ts';
import { maxPhones } from '../domain/phone.ts';
import { deviceAdded, deviceRemoved } from '../events/phones.ts';

/** Stores a new device of the caller. Deletes the caller's oldest device when there are more than `maxPhones`. */
export async function addClientDevice(
  ctx: Ctx,
  _request: AddClientDeviceRequest,
  scope: Scope,
): Promise<AddClientDeviceResponse> {
  const { userId } = await scope.caller();
  return ctx.db.tx(async (tx) => {
    const { deviceId, goneIds } = await insertDevice(tx, userId, maxPhones);
    await emitAll(tx, [
      ...goneIds.map((goneId) => deviceRemoved(userId, goneId)),
      deviceAdded(userId, deviceId),
    ]);
    return { deviceId };
  });
}
