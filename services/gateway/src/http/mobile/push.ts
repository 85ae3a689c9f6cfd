/**
 * Push notifications. This server sends none (`realm_push_notifications_enabled` is false) and stores no devices:
 * each operation answers as a server without push; see docs/api/organization.md#push-notifications.
 */
import { errors, ParleyError } from '@parley/core';

/** Longest token of a device, in characters. */
const maxTokenLength = 4_096;

/** Checks the token of a device. @throws BAD_REQUEST for an impossible one */
export function checkToken(token: string): void {
  if (token === '' || token.length > maxTokenLength) throw errors.badRequest('Empty or invalid length token');
}

/** Answers a request that adds a device. */
export const notConfigured = () =>
  new ParleyError(
    'PUSH_SERVICE_NOT_CONFIGURED',
    'Server is not configured to use push notification service.',
  );

/** Answers a request that removes a device. No device was ever added. */
export const noSuchToken = () => errors.badRequest('Token does not exist');
