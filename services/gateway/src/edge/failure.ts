import { errors, ParleyError } from '@parley/core';

/** An error as clients see it. */
export type Failure = {
  status: number;
  body: string;
  headers: Readonly<Record<string, string>>;
};

/** Number of seconds after which a client may retry when the server is overloaded or a service is unavailable. */
const retryAfterSeconds = 1;

/**
 * Renders an error for a client. The message of a server error contains the request ID, because strict clients refuse
 * unknown members. The ID is also in `X-Request-Id` and in the log.
 */
export function renderFailure(
  error: ParleyError,
  requestId: string,
  /** False for requests of web pages, because the browser would open its own dialog for credentials. */
  offersBasic = true,
): Failure {
  const isOurs = error.status >= 500;
  const body = JSON.stringify({
    ...error.fields,
    result: 'error',
    msg: isOurs ? `${withoutStop(error.message)} (request ID: ${requestId})` : error.message,
    code: error.code,
  });
  const headers: Record<string, string> = {};
  if (error.status === 401 && offersBasic) headers['www-authenticate'] = 'Basic realm="parley"';
  if (error.status === 503) headers['retry-after'] = String(retryAfterSeconds);
  const wait = error.fields['retry-after'];
  if (error.code === 'RATE_LIMIT_HIT' && typeof wait === 'number') {
    headers['retry-after'] = String(Math.ceil(wait));
  }
  return { status: error.status, body, headers };
}

const withoutStop = (message: string): string => (message.endsWith('.') ? message.slice(0, -1) : message);

/** Errors of the HTTP framework that clients cause, by code. */
const frameworkErrors: Readonly<Record<string, () => ParleyError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ParleyError('PAYLOAD_TOO_LARGE', 'The request body is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ParleyError('BAD_REQUEST', 'Unsupported content type: send a form', {}, 415),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    errors.badRequest('The request body is not as long as Content-Length says'),
  FST_ERR_BAD_URL: () => errors.badRequest('Malformed URL'),
};

/** Converts any thrown value to an error of the catalogue. Unexpected values become INTERNAL_ERROR. */
export function toParleyError(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
  if (known) return known();
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return errors.badRequest('Malformed request');
  }
  return errors.internal();
}
