import { oneLine, ParleyError } from '@parley/core';

/**
 * A mail or recipient that is not accepted, with the reply of SMTP (RFC 5321, 4.2). With 5xx the sender's mail server
 * bounces the mail to its sender once, with the text; with 4xx it delivers the mail again later.
 */
export class MailRefusal extends Error {
  override name = 'MailRefusal';
  readonly responseCode: number;

  constructor(responseCode: number, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.responseCode = responseCode;
  }
}

/** The reply while a dependency does not answer: nothing was stored, and the mail is delivered again. */
export const unavailable = (cause?: unknown): MailRefusal =>
  new MailRefusal(451, 'The server cannot take the mail right now. It is taken later.', { cause });

/**
 * Returns the refusal for an error. For an error of the request it is permanent and contains the reason. For a failure
 * of the server it is temporary.
 */
export function refusalOf(error: unknown): MailRefusal {
  if (error instanceof MailRefusal) return error;
  if (error instanceof ParleyError && error.status < 500 && error.status !== 429) {
    return new MailRefusal(550, oneLine(error.message), { cause: error });
  }
  return unavailable(error);
}
