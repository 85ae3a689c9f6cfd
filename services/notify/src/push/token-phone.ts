import { errors, ParleyError } from '@parley/core';
import type { PhoneService } from '@parley/proto/notify/v1/notify';
import { hasTokenLength, isApnsToken, type ServiceName, serviceNameOf } from '../domain/phone.ts';

/** APNs tokens in lower case, so that equal tokens have one form. @throws BAD_REQUEST */
export function parseTokenPhone(request: { service: PhoneService; token: string }): {
  service: ServiceName;
  token: string;
} {
  const service = serviceNameOf(request.service);
  if (!service || !hasTokenLength(request.token)) throw errors.badRequest('Empty or invalid length token');
  if (service === 'fcm') return { service, token: request.token };
  if (!isApnsToken(request.token)) throw errors.badRequest('Invalid APNS token');
  return { service, token: request.token.toLowerCase() };
}

/** Returns the error for a phone that no configured push service can reach. */
export const notConfigured = () =>
  new ParleyError(
    'PUSH_SERVICE_NOT_CONFIGURED',
    'Server is not configured to use push notification service.',
  );
