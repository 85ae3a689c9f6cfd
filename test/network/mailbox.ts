import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@parley/test-kit';

export type Mail = { to: string; subject: string; text: string; link: string };

/** The folder to which the server writes mails in development. */
export class Mailbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-mail-'));

  /** Waits for mail to an address whose subject contains a text. Returns the newest one. */
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
