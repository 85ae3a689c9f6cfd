import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@parley/core';
import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string };

/** Sends mails. `send` rejects when the server did not accept the mail; a retry may succeed. */
export type Transport = { send(mail: Mail): Promise<void>; close(): void };

export type MailConfig = {
  /** `smtp://user:password@host:587` or `smtps://…`; empty when no mail server is configured. */
  smtpUrl: string;
  /** Address of the sender. */
  from: string;
  /** Folder to which mails are written during development; empty when there is none. */
  folder: string;
};

const timeoutMs = 20_000;

/** Creates the transport: SMTP when it is configured, otherwise files in a folder, otherwise only a logged warning. */
export function createMailTransport(config: MailConfig, logger: Logger): Transport {
  if (config.smtpUrl !== '') return smtpTransport(config);
  if (config.folder !== '') return folderTransport(config, logger);
  return {
    send: async () => logger.warn('a mail was not sent because no mail server is configured'),
    close: () => undefined,
  };
}

function smtpTransport({ smtpUrl, from }: MailConfig): Transport {
  const smtp = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The text of a mail must not make the library read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return {
    async send({ to, subject, text }) {
      await smtp.sendMail({ from, to, subject, text, headers: { 'auto-submitted': 'auto-generated' } });
    },
    close: () => smtp.close(),
  };
}

function folderTransport({ folder, from }: MailConfig, logger: Logger): Transport {
  let count = 0;
  return {
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${++count}.txt`;
      const file = join(folder, name);
      const body = `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: ${new Date().toUTCString()}\n\n${text}`;
      // The file is renamed when it is complete, so that readers never see half a mail.
      await writeFile(`${file}.part`, body, { mode: 0o600 });
      await rename(`${file}.part`, file);
      logger.info({ file }, 'wrote a mail');
    },
    close: () => undefined,
  };
}
