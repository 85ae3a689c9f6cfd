import { boundedBytes, errors, ParleyError } from '@parley/core';

/** Time limit of a request to an identity provider, in milliseconds. */
export const providerTimeoutMs = 8_000;
/** Maximum size of a response, in bytes. */
const maxBytes = 1024 * 1024;

/** Does not follow redirects. Limits the time and the size of the response. */
export async function requestProvider(url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(providerTimeoutMs);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  const tooLong = () => new Error('The answer of the identity provider is too long.');
  const body = await boundedBytes(response.body ?? [], maxBytes, tooLong);
  const hasBody = response.status !== 204 && response.status !== 304;
  return new Response(hasBody ? body : null, {
    status: response.status,
    headers: response.headers,
  });
}

/** Returns the error for an invalid answer of a provider. `cause` is only for the log. */
export function refused(cause?: unknown): ParleyError {
  const error = new ParleyError(
    'AUTHENTICATION_FAILED',
    'The sign-in at the identity provider did not succeed. Please try again.',
  );
  error.cause = cause;
  return error;
}

export function providerUnavailable(cause: unknown): ParleyError {
  const error = errors.unavailable('The identity provider does not answer. Please try again later.');
  error.cause = cause;
  return error;
}
