/**
 * Push notifications to phones. This server sends none (`realm_push_notifications_enabled` is false) and stores no phones.
 * Each operation answers as a server without push notifications does (docs/api/organization.md#push-notifications).
 */
import { errors, ParleyError } from '@parley/core';

/** Maximum length of a device's token, in characters. */
const maxTokenLength = 4_096;

/** Checks the token of a device. @throws BAD_REQUEST for an impossible one */
export function checkToken(token: string): void {
  if (token === '' || token.length > maxTokenLength) throw errors.badRequest('Empty or invalid length token');
}

/** Returns the error for a request that adds a device. */
export const notConfigured = () =>
  new ParleyError(
    'PUSH_SERVICE_NOT_CONFIGURED',
    'Server is not configured to use push notification service.',
  );

/** Returns the error for a request that removes a device, because none was ever added. */
export const noSuchToken = () => errors.badRequest('Token does not exist');
