import { type ErrorMessage, type ErrorText, errorText, errorTextOf, type Language } from '@parley/texts';

/**
 * The codes of all errors, with their usual HTTP status (docs/api/requests.md#errors). Services throw these errors, gRPC
 * transports them, and only the gateway converts them to HTTP responses.
 */
const catalogue = {
  BAD_REQUEST: 400,
  REQUEST_VARIABLE_MISSING: 400,
  BAD_NARROW: 400,
  BAD_EVENT_QUEUE_ID: 400,
  STREAM_DOES_NOT_EXIST: 400,
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: 400,
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 400,
  INVITATION_FAILED: 400,
  EXPECTATION_MISMATCH: 400,
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: 400,
  REACTION_ALREADY_EXISTS: 400,
  REACTION_DOES_NOT_EXIST: 400,
  CANNOT_DEACTIVATE_LAST_USER: 400,
  CANNOT_DEACTIVATE_GROUP_IN_USE: 400,
  CHANNEL_ALREADY_EXISTS: 409,
  INVALID_PUSH_DEVICE_TOKEN: 400,
  NO_ACTIVE_PUSH_DEVICE: 400,
  PUSH_SERVICE_NOT_CONFIGURED: 400,
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: 400,
  INVALID_ZOOM_TOKEN: 400,
  UNKNOWN_ZOOM_USER: 400,
  ADMIN_ACTION_REQUIRED: 403,
  FAILED_TO_CONNECT_BOUNCER: 502,
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 502,
  AUTHENTICATION_FAILED: 401,
  UNAUTHORIZED: 401,
  UNAUTHORIZED_PRINCIPAL: 400,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  PASSWORD_AUTH_DISABLED: 401,
  SECOND_FACTOR_REQUIRED: 403,
  CONFIRMATION_REQUIRED: 403,
  CSRF_FAILED: 403,
  ACCESS_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_HIT: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof catalogue;

export const errorStatus: Readonly<Record<ErrorCode, number>> = catalogue;

export type ErrorFields = Readonly<Record<string, unknown>>;

/** Maximum number of characters in a message or field of an error, because they may quote long texts from the client. */
const maxTextLength = 500;

const clip = (text: string): string => {
  if (text.length <= maxTextLength) return text;
  return `${text
    .slice(0, maxTextLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
};

/** An error that clients receive. Its message and fields contain nothing secret. */
export class ParleyError extends Error {
  override name = 'ParleyError';
  readonly code: ErrorCode;
  /** Further members of the error's JSON body, by their names in the API. */
  readonly fields: ErrorFields;
  /** HTTP status. It is the usual one of the code, unless the API requires another. */
  readonly status: number;
  /** The message in a form that can be translated. `message` is the English text. */
  readonly text: ErrorText;

  constructor(
    code: ErrorCode,
    message: ErrorMessage,
    fields: ErrorFields = {},
    status: number = catalogue[code],
  ) {
    const text = errorTextOf(message);
    super(clip(text.in('en')));
    this.text = text;
    this.code = code;
    this.fields = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? clip(value) : value]),
    );
    this.status = status;
  }

  messageIn(language: Language): string {
    return language === 'en' ? this.message : clip(this.text.in(language));
  }
}

const noOrganizationYet = 'There is no organization yet.';

/** Returns whether an error means that the organization has not been created yet. This is not a failure of the server. */
export const isNoOrganization = (error: ParleyError): boolean => error.message === noOrganizationYet;

/** Functions that create frequent errors. For other errors, code calls `new ParleyError(code, …)`. */
export const errors = {
  badRequest: (message: ErrorMessage, fields?: ErrorFields) =>
    new ParleyError('BAD_REQUEST', message, fields),
  missingParameter: (name: string) =>
    new ParleyError('REQUEST_VARIABLE_MISSING', errorText("Missing '{name}' argument", { name }), {
      var_name: name,
    }),
  badNarrow: (reason: ErrorMessage) =>
    new ParleyError(
      'BAD_NARROW',
      errorText('Invalid narrow operator: {reason}', { reason: errorTextOf(reason) }),
      { desc: errorTextOf(reason).in('en') },
    ),
  // The terminal client and older libraries recognize this error by the beginning of its message instead of its code. So the
  // text must not change.
  badEventQueueId: (queueId: string) =>
    new ParleyError('BAD_EVENT_QUEUE_ID', errorText('Bad event queue id: {queueId}', { queueId }), {
      queue_id: queueId,
    }),
  streamDoesNotExist: (stream: { stream: string } | { stream_id: number }) =>
    'stream' in stream
      ? new ParleyError(
          'STREAM_DOES_NOT_EXIST',
          errorText("Channel '{name}' does not exist", { name: stream.stream }),
          stream,
        )
      : new ParleyError(
          'STREAM_DOES_NOT_EXIST',
          errorText("Channel with ID '{channelId}' does not exist", { channelId: stream.stream_id }),
          stream,
        ),
  /** Lookups of the organization and of its system groups fail with this error until the organization is created. */
  noOrganization: () => new ParleyError('UNAVAILABLE', noOrganizationYet),
  unauthorized: (message: ErrorMessage = 'Not logged in: API authentication or user session required') =>
    new ParleyError('UNAUTHORIZED', message),
  userDeactivated: () => new ParleyError('USER_DEACTIVATED', 'Account is deactivated'),
  organizationDeactivated: () =>
    new ParleyError('REALM_DEACTIVATED', 'This organization has been deactivated'),
  /** The object has changed since the client read it. `name` is the request parameter with the value that the client read. */
  expectationMismatch: (name: string, fields?: ErrorFields) =>
    new ParleyError(
      'EXPECTATION_MISMATCH',
      errorText("'{name}' value does not match the expected value.", { name }),
      fields,
    ),
  /** The operation requires an administrator, such as creating channel folders or deleting topics. */
  administratorRequired: () =>
    new ParleyError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
  ownerRequired: () => new ParleyError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'),
  /** The caller lacks a permission that groups or settings grant. */
  notPermitted: (message: ErrorMessage = 'Insufficient permission') =>
    new ParleyError('BAD_REQUEST', message),
  keyLimited: () => new ParleyError('ACCESS_DENIED', 'This API key may not be used for this.'),
  unauthorizedPrincipal: (message: ErrorMessage) => new ParleyError('UNAUTHORIZED_PRINCIPAL', message),
  /** A missing resource: status 404 with the code BAD_REQUEST, as the API requires for most resources. */
  missing: (message: ErrorMessage) => new ParleyError('BAD_REQUEST', message, {}, 404),
  notFound: (message: ErrorMessage = 'Not found') => new ParleyError('NOT_FOUND', message),
  rateLimitHit: (retryAfterSeconds: number) =>
    new ParleyError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { 'retry-after': retryAfterSeconds }),
  unavailable: (message: ErrorMessage = 'The server cannot answer right now. Please try again.') =>
    new ParleyError('UNAVAILABLE', message),
  /** Too many people sign in at the same time. The sign-in has not started, so it may be repeated. */
  manySignIns: () =>
    new ParleyError(
      'UNAVAILABLE',
      'Many people are signing in at the moment. Please try again in a few seconds.',
      { 'retry-after': 5 },
    ),
  internal: (message: ErrorMessage = 'Internal server error') => new ParleyError('INTERNAL_ERROR', message),
} as const;
