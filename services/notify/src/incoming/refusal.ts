import { oneLine, ParleyError } from '@parley/core';

/**
 * Refusal of a mail or recipient, with the code of the SMTP reply (RFC 5321, section 4.2). With 5xx, the sending mail server
 * returns the mail to its sender with the text of the reply. With 4xx, it delivers the mail again later.
 */
export class MailRefusal extends Error {
  override name = 'MailRefusal';
  readonly responseCode: number;

  constructor(responseCode: number, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.responseCode = responseCode;
  }
}

/** Returns the refusal of a mail that this server cannot handle now. The mail is delivered again. */
export const unavailable = (cause?: unknown): MailRefusal =>
  new MailRefusal(451, 'The server cannot take the mail right now. It is taken later.', { cause });

/** Permanent for an error of the request; temporary for a failure of the server or a rate limit. */
export function refusalOf(error: unknown): MailRefusal {
  if (error instanceof MailRefusal) return error;
  if (error instanceof ParleyError && error.status < 500 && error.status !== 429) {
    return new MailRefusal(550, oneLine(error.message), { cause: error });
  }
  return unavailable(error);
}
