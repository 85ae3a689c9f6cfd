import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only, type UserId } from '@parley/rules';

/** Builds an event about a device. Its fact lets gateways drop what they keep of the person's devices. */
const deviceEvent = (
  kind: 'added' | 'updated' | 'removed',
  userId: UserId,
  event: ClientEvent<'device/add' | 'device/update' | 'device/remove'>,
): Event =>
  clientEvent(`notify.device.${kind}`, only(userId), event, {
    fact: { $case: 'devicesChanged', devicesChanged: { userId } },
  });

export const deviceAdded = (userId: UserId, deviceId: number): Event =>
  deviceEvent('added', userId, { type: 'device', op: 'add', device_id: deviceId });

export const deviceRemoved = (userId: UserId, deviceId: number): Event =>
  deviceEvent('removed', userId, { type: 'device', op: 'remove', device_id: deviceId });

/** The changed members of a device. Absent members are unchanged. */
export type DeviceChange = {
  push_key_id?: number | null;
  push_token_id?: string | null;
  pending_push_token_id?: string | null;
  push_token_last_updated_timestamp?: number;
  push_registration_error_code?: string | null;
};

/** Builds the event for a device whose key or token changed. */
export const deviceUpdated = (userId: UserId, deviceId: number, change: DeviceChange): Event =>
  deviceEvent('updated', userId, { type: 'device', op: 'update', device_id: deviceId, ...change });

/** The forwarding service has accepted or refused the phone's registration. */
export const accountRegistered = (
  userId: UserId,
  accountId: number,
  status: { status: 'active' } | { status: 'failed'; error_code: string },
): Event =>
  clientEvent('notify.phone.registered', only(userId), {
    type: 'push_device',
    push_account_id: String(accountId),
    ...status,
  });
