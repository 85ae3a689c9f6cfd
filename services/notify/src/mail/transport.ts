import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@parley/core';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from '../domain/mail.ts';

/** The mail server refused the recipient's address or the mail for good: no retry can succeed. */
export class RefusedMailError extends Error {
  override name = 'RefusedMailError';
  /** Whether the server refused the address, and not this one mail. */
  readonly isAddressRefused: boolean;

  constructor(message: string, { isAddressRefused, cause }: { isAddressRefused: boolean; cause: unknown }) {
    super(message, { cause });
    this.isAddressRefused = isAddressRefused;
  }
}

/** Sends mails. */
export type Transport = {
  /** Resolves when the mail server has taken the mail over. @throws RefusedMailError, or an error after which a retry may succeed */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

export type MailConfig = {
  /** `smtp://user:password@host:587` or `smtps://…`; empty for none. */
  smtpUrl: string;
  /** Sender. */
  from: string;
  /** Folder to which mail is written instead, in development; empty for none. */
  folder: string;
};

const timeoutMs = 20_000;
/** Connections to the mail server. */
export const maxConnections = 4;

/** Sends by SMTP where that is configured, else writes files to a folder, else only logs a warning. */
export function createMailTransport(config: MailConfig, logger: Logger): Transport {
  if (config.smtpUrl !== '') return smtpTransport(config);
  if (config.folder !== '') return folderTransport(config, logger);
  return {
    send: async () => logger.warn('a mail was not sent because no mail server is configured'),
    close: () => undefined,
  };
}

/** Returns a mail in the form of the library. */
function optionsOf(mail: OutgoingMail, from: string): SendMailOptions {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return {
    from: mail.fromName === '' ? from : { name: mail.fromName, address },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: new Date(mail.createdAtMs),
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    references: [...mail.references],
    ...(mail.references.length > 0 && { inReplyTo: mail.references.at(-1) }),
    // A mail must not make the library read files or open addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** SMTP codes of 500 and more are final (RFC 5321, 4.2.1). */
const isFinal = ({ responseCode = 0, code }: Failure): boolean => responseCode >= 500 && code !== 'EAUTH';

type Failure = Error & { responseCode?: number; code?: string; command?: string };

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
  } as Parameters<typeof createTransport>[0]);
  return {
    async send(mail) {
      try {
        await smtp.sendMail(optionsOf(mail, from));
      } catch (error) {
        const failure = error as Failure;
        if (!isFinal(failure)) throw error;
        const isAddressRefused = failure.code === 'EENVELOPE' && failure.command === 'RCPT TO';
        throw new RefusedMailError(failure.message, { isAddressRefused, cause: error });
      }
    },
    close: () => smtp.close(),
  };
}

function folderTransport({ folder, from }: MailConfig, logger: Logger): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { message } = await composer.sendMail(optionsOf(mail, from));
      const time = new Date(mail.createdAtMs).toISOString().replaceAll(':', '-');
      // The name depends on the mail alone, so that a repeated mail replaces itself.
      const file = join(folder, `${time}-${mail.messageId.replaceAll(/[^\w.-]/g, '')}.eml`);
      // Renamed when complete, so that a reader never sees half a mail.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      logger.info({ file }, 'wrote a mail');
    },
    close: () => composer.close(),
  };
}
