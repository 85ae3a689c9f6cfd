import { errors, ParleyError } from '@parley/core';

/** Time limit of a request to an identity provider, in milliseconds. */
export const providerTimeoutMs = 8_000;
/** Maximum size of a response, in bytes. */
const maxBytes = 1024 * 1024;

/** Does not follow redirects. Limits the time and the size of the response. */
export async function requestProvider(url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(providerTimeoutMs);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('The answer of the identity provider is too long.');
    chunks.push(chunk);
  }
  const hasBody = response.status !== 204 && response.status !== 304;
  return new Response(hasBody ? Buffer.concat(chunks) : null, {
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
