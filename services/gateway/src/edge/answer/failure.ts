import {
  errorCode,
  errors,
  errorText,
  escapeHtml,
  foreignErrorText,
  isRecord,
  ParleyError,
} from '@parley/core';
import type { ErrorText, Language } from '@parley/texts';
import { htmlPage } from './html-page.ts';
import type { PageContent } from './page-content.ts';

/** An error as clients see it. */
export type Failure = {
  status: number;
  body: string;
  headers: Readonly<Record<string, string>>;
};

/** In seconds, when the server is overloaded, unless the error contains another number. */
const retryAfterSeconds = 1;

export type FailureOptions = {
  language?: Language;
  /** False for requests of web pages, because the browser would open its own dialog. Default true. */
  offersBasic?: boolean;
};

/**
 * Renders an error in the client's language (docs/api/requests.md#languages). The message of a server error contains the request
 * ID. The ID has no member of its own, because strict clients refuse unknown members. The header `X-Request-Id` and the log contain
 * the same ID.
 */
export function renderFailure(
  error: ParleyError,
  requestId: string,
  { language = 'en', offersBasic = true }: FailureOptions = {},
): Failure {
  const isOurs = error.status >= 500;
  const message = error.messageIn(language);
  const body = JSON.stringify({
    ...fieldsIn(language, error),
    result: 'error',
    msg: isOurs ? `${withoutStop(message)} ${requestIdText(requestId).in(language)}` : message,
    code: error.code,
  });
  const headers: Record<string, string> = { 'content-language': language, vary: 'accept-language' };
  if (error.status === 401 && offersBasic) headers['www-authenticate'] = 'Basic realm="parley"';
  const wait = error.fields['retry-after'];
  if (error.status === 503 || error.code === 'RATE_LIMIT_HIT') {
    headers['retry-after'] = String(typeof wait === 'number' ? Math.ceil(wait) : retryAfterSeconds);
  }
  return { status: error.status, body, headers };
}

/** Renders an error as an HTML page, for a person who opened an address in a browser. */
export function renderFailurePage(
  error: ParleyError,
  requestId: string,
  language: Language,
): Pick<PageContent, 'contentType' | 'body' | 'headers'> {
  const message = withoutStop(error.messageIn(language));
  const content = error.status >= 500 ? `<p>${escapeHtml(requestIdText(requestId).in(language))}</p>` : '';
  return htmlPage({ title: message, content, language });
}

const requestIdText = (requestId: string): ErrorText => errorText('(request ID: {requestId})', { requestId });

/** Returns the members of an error besides its code and message. Members that people read are translated. */
function fieldsIn(language: Language, { code, fields, text }: ParleyError): ParleyError['fields'] {
  if (language === 'en') return fields;
  if (code === 'BAD_NARROW') {
    const { reason } = text.values;
    return typeof reason === 'object' ? { ...fields, desc: reason.in(language) } : fields;
  }
  if (code === 'INVITATION_FAILED' && Array.isArray(fields.errors)) {
    const skipped = fields.errors as readonly [address: string, reason: string, isDeactivated: boolean][];
    return {
      ...fields,
      errors: skipped.map(([address, reason, isDeactivated]) => [
        address,
        foreignErrorText(reason).in(language),
        isDeactivated,
      ]),
    };
  }
  return fields;
}

const withoutStop = (message: string): string => (message.endsWith('.') ? message.slice(0, -1) : message);

const frameworkErrors: Readonly<Record<string, () => ParleyError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ParleyError('PAYLOAD_TOO_LARGE', 'The request body is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ParleyError('BAD_REQUEST', 'Unsupported content type: send a form', {}, 415),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    errors.badRequest('The request body is not as long as Content-Length says'),
  FST_ERR_BAD_URL: () => errors.badRequest('Malformed URL'),
};

/** Converts any thrown value to a ParleyError. Unexpected values become INTERNAL_ERROR. */
export function toParleyError(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const known = frameworkErrors[errorCode(error) ?? ''];
  if (known) return known();
  const { statusCode } = isRecord(error) ? error : {};
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return errors.badRequest('Malformed request');
  }
  return errors.internal();
}
