import { boundedBytes, errors } from '@parley/core';

/** Maximum time to wait for a provider, in milliseconds. */
const timeoutMs = 10_000;
/** Maximum length of an answer in bytes. Longer answers are refused. */
const maxBytes = 256 * 1024;

export type ProviderAnswer = { status: number; text: string };

/** `url` must come from the configuration. Redirects are not followed. @throws UNAVAILABLE, also for more than `maxBytes` */
export async function requestProvider(
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url, { ...init, redirect: 'error', signal: limited });
    const text = await boundedBytes(
      response.body ?? [],
      maxBytes,
      () => new Error('The answer is too long.'),
    );
    return { status: response.status, text: text.toString() };
  } catch (error) {
    throw providerUnavailable(error);
  }
}

export function providerUnavailable(cause?: unknown): Error {
  const error = errors.unavailable('The provider of video calls does not answer. Please try again.');
  error.cause = cause;
  return error;
}
