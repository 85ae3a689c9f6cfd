import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@parley/test-kit';
import PostalMime from 'postal-mime';

export type Mail = { to: string; subject: string; text: string; link: string };

/** A mail about missed messages. */
export type Notification = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Header values, by name in lower case. */
  headers: Readonly<Record<string, string>>;
};

/** Reads the folder to which the server writes mails instead of sending them, as in development. */
export class Mailbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-mail-'));

  /** Waits for a mail to an address whose subject contains a text. Returns the newest such mail. */
  waitFor(to: string, subject: string): Promise<Mail> {
    return until(`a mail to ${to} about "${subject}"`, async () => {
      const mails = (await this.all()).filter((mail) => mail.to === to && mail.subject.includes(subject));
      return mails.at(-1);
    });
  }

  async all(): Promise<Mail[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.txt')).sort();
    return Promise.all(names.map(async (name) => parse(await readFile(join(this.folder, name), 'utf8'))));
  }

  /** Waits for a mail about missed messages whose subject contains a text. */
  waitForNotification(to: string, subject: string): Promise<Notification> {
    return until(`a notification to ${to} about "${subject}"`, async () =>
      (await this.notificationsTo(to)).findLast((mail) => mail.subject.includes(subject)),
    );
  }

  /** Returns the mails about missed messages to an address, the oldest first. */
  async notificationsTo(to: string): Promise<Notification[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.eml')).sort();
    const all = await Promise.all(names.map((name) => this.#readNotification(name)));
    return all.filter((mail) => mail.to === to);
  }

  async #readNotification(name: string): Promise<Notification> {
    const mail = await PostalMime.parse(await readFile(join(this.folder, name)));
    return {
      to: mail.to?.[0]?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function parse(text: string): Mail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  return {
    to: header('To'),
    subject: header('Subject'),
    text,
    link: /https?:\/\/\S+\/(?:join|reset-password|confirm-email)\/\S+/.exec(text)?.[0] ?? '',
  };
}
