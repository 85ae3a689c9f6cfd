import { createHash, timingSafeEqual } from 'node:crypto';
import { jsonBytes, ParleyError, type ScimConfig } from '@parley/core';
import type { HandleScimResponse } from '@parley/proto/useradmin/v1/scim';
import type { ScimAnswer } from './answer.ts';
import type { Ctx } from './context.ts';
import { ScimError } from './domain/scim-error.ts';

/**
 * Compares a token with the configured one, in constant time. Returns the configuration of provisioning.
 * @param given SHA-256 of the token
 * @throws ScimError 401 for a wrong token, and 404 when no token is configured
 */
export function requireToken({ config }: Pick<Ctx, 'config'>, given: Buffer): ScimConfig {
  const { scim } = config.signIn;
  if (!scim) throw new ScimError(404, 'Provisioning is not configured.');
  const expected = createHash('sha256').update(scim.token).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ScimError(401, 'The token is not valid.');
  }
  return scim;
}

/** Returns an error in the form of the protocol (RFC 7644, section 3.12). Rethrows failures of this server. */
export function refusalOf(error: unknown): ScimAnswer {
  const isOurs = error instanceof ScimError || (error instanceof ParleyError && error.status < 500);
  if (!isOurs) throw error;
  const scimType = error instanceof ScimError ? error.scimType : 'invalidValue';
  return {
    status: error.status,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(error.status),
      ...(scimType && { scimType }),
      detail: error.message,
    },
  };
}

export const encode = ({ status, body, etag = '', location = '' }: ScimAnswer): HandleScimResponse => ({
  status,
  body: body ? jsonBytes(body) : Buffer.alloc(0),
  etag,
  location,
});
