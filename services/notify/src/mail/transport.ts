import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, type Logger } from '@parley/core';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { originHeader } from '../domain/incoming-mail.ts';
import type { OutgoingMail } from '../domain/mail.ts';

/** The mail server refused the mail or the recipient's address permanently. A retry cannot succeed. */
export class RefusedMailError extends Error {
  override name = 'RefusedMailError';
  /** Whether the server refused the recipient's address. False when it refused only this mail. */
  readonly isAddressRefused: boolean;

  constructor(message: string, { isAddressRefused, cause }: { isAddressRefused: boolean; cause: unknown }) {
    super(message, { cause });
    this.isAddressRefused = isAddressRefused;
  }
}

export type Transport = {
  /** @throws RefusedMailError, or an error after which a retry may succeed */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

export type MailConfig = {
  /** `smtp://user:password@host:587` or `smtps://…`; empty when there is no mail server. */
  smtpUrl: string;
  /** Sender, such as `Parley <noreply@example.com>`. */
  from: string;
  /** Folder to which mails are written instead of being sent, in development; empty for none. */
  folder: string;
};

const timeoutMs = 20_000;
/** Maximum number of connections to the mail server. */
export const maxConnections = 4;

/** SMTP, or else a folder. Without both, each mail is discarded and a warning is logged. */
export function createMailTransport(config: MailConfig, logger: Logger): Transport {
  if (config.smtpUrl !== '') return smtpTransport(config);
  if (config.folder !== '') return folderTransport(config, logger);
  return {
    send: async () => logger.warn('a mail was not sent because no mail server is configured'),
    close: () => undefined,
  };
}

/** Converts a mail for nodemailer. */
function optionsOf(mail: OutgoingMail, from: string): SendMailOptions {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const host = /@([^@>]+)>$/.exec(mail.messageId)?.[1] ?? '';
  return {
    from: mail.fromName === '' ? from : { name: mail.fromName, address },
    to: { name: '', address: mail.to },
    ...(mail.envelopeFrom !== undefined && { envelope: { from: mail.envelopeFrom, to: [mail.to] } }),
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== '' && { html: mail.html }),
    messageId: mail.messageId,
    date: new Date(mail.createdAtMs),
    // When a mail of this server comes back to it, the header field with its host name identifies the mail loop.
    headers: { 'Auto-Submitted': 'auto-generated', [originHeader]: host, ...mail.headers },
    references: [...mail.references],
    ...(mail.references.length > 0 && { inReplyTo: mail.references.at(-1) }),
    // The content of a mail must not make nodemailer read files or request URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** SMTP codes from 500 (RFC 5321, section 4.2.1), except a failed login of this server. */
const isFinal = (error: Error): boolean =>
  'responseCode' in error && Number(error.responseCode) >= 500 && errorCode(error) !== 'EAUTH';

/** Returns whether the server refuses the address of the recipient, and not the mail. */
const isAddressRefused = (error: Error): boolean =>
  errorCode(error) === 'EENVELOPE' && 'command' in error && error.command === 'RCPT TO';

function smtpTransport({ smtpUrl, from }: MailConfig): Transport {
  const smtp = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await smtp.sendMail(optionsOf(mail, from));
      } catch (error) {
        if (!(error instanceof Error) || !isFinal(error)) throw error;
        throw new RefusedMailError(error.message, {
          isAddressRefused: isAddressRefused(error),
          cause: error,
        });
      }
    },
    close: () => smtp.close(),
  };
}

function folderTransport({ folder, from }: MailConfig, logger: Logger): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  /** A mail without HTML becomes a plain text file, from which links can be copied unchanged. */
  async function fileOf(mail: OutgoingMail): Promise<{ bytes: Buffer | string; ending: string }> {
    if (mail.html === '') {
      const { to, subject, text, createdAtMs } = mail;
      const date = new Date(createdAtMs).toUTCString();
      return {
        bytes: `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: ${date}\n\n${text}`,
        ending: 'txt',
      };
    }
    const { message } = await composer.sendMail(optionsOf(mail, from));
    return { bytes: message as Buffer, ending: 'eml' };
  }
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bytes, ending } = await fileOf(mail);
      const time = new Date(mail.createdAtMs).toISOString().replaceAll(':', '-');
      // The file name depends only on the mail, so a repeated mail replaces its first file.
      const file = join(folder, `${time}-${mail.messageId.replaceAll(/[^\w.-]/g, '')}.${ending}`);
      // Renaming the complete file ensures that a reader never sees an incomplete mail.
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
      logger.info({ file }, 'wrote a mail');
    },
    close: () => composer.close(),
  };
}
