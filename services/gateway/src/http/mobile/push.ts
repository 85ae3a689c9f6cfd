/**
 * Push to phones. This server sends none (`realm_push_notifications_enabled` is false), so that it keeps no devices:
 * each operation answers as a server without push; see docs/api/organization.md#push-notifications.
 */
import { errors, ParleyError } from '@parley/core';

/** Characters of a device's token. */
const maxTokenLength = 4_096;

/** @throws BAD_REQUEST for a text that no device has */
export function checkToken(token: string): void {
  if (token === '' || token.length > maxTokenLength) throw errors.badRequest('Empty or invalid length token');
}

/** A device is to be added. */
export const notConfigured = () =>
  new ParleyError(
    'PUSH_SERVICE_NOT_CONFIGURED',
    'Server is not configured to use push notification service.',
  );

/** A device is to be taken away: none was ever added. */
export const noSuchToken = () => errors.badRequest('Token does not exist');
