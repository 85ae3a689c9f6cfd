import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errors } from '@parley/core';
import PostalMime, { type Email } from 'postal-mime';
import type { Ctx } from '../../context.ts';
import type { Page } from '../../edge/route.ts';
import { escapeHtml, htmlPage, paragraph } from './html.ts';

/** Mails in the list. */
const maxListed = 200;
/** Lets the page show a mail's HTML, which is untrusted, in a frame without scripts and without this server's origin. */
const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * An inbox of the mails that are written to `PARLEY_MAIL_DIR`, in development only: whoever opens it reads every mail, links
 * for new passwords included.
 */
export const devMailPages: readonly Page[] = [
  {
    path: '/dev/mail',
    operation: 'dev-mail-list',
    async handle(ctx, { language }) {
      const folder = folderOf(ctx);
      const names = (await namesIn(folder)).toReversed().slice(0, maxListed);
      const rows = await Promise.all(names.map(async (name) => rowOf(name, await readMail(folder, name))));
      const list = `<ul>${rows.join('\n')}</ul>`;
      const content = names.length === 0 ? paragraph('There are no mails yet.') : list;
      return htmlPage({ title: 'Mails', content, language });
    },
  },
  {
    path: '/dev/mail/{name}',
    operation: 'dev-mail',
    async handle(ctx, { path: { name = '' }, language }) {
      const mail = await readMail(folderOf(ctx), name);
      const headers = mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n');
      const frame =
        mail.html === undefined
          ? ''
          : `<iframe sandbox srcdoc="${escapeHtml(mail.html)}" title="HTML" style="border:1px solid #8888;height:30rem;width:100%"></iframe>`;
      const parts = [frame, `<pre style="white-space:pre-wrap">${escapeHtml(mail.text ?? '')}</pre>`];
      const content = `<p><a href="/dev/mail">All mails</a></p><pre style="white-space:pre-wrap">${escapeHtml(headers)}</pre>${parts.join('')}`;
      return htmlPage(
        { title: mail.subject ?? '', content, language },
        { headers: { 'content-security-policy': framePolicy } },
      );
    },
  },
];

/** @throws NOT_FOUND except in development */
function folderOf({ config }: Ctx): string {
  if (config.mailFolder === undefined) throw errors.notFound();
  return config.mailFolder;
}

const isMail = (name: string): boolean => /^[\w.-]+\.(?:eml|txt)$/.test(name);

/** Returns the files in order of their names, which begin with the time. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter(isMail).sort();
}

/** @throws NOT_FOUND */
async function readMail(folder: string, name: string): Promise<Email> {
  if (!isMail(name) || name !== basename(name)) throw errors.notFound();
  const bytes = await readFile(join(folder, name)).catch(() => undefined);
  if (!bytes) throw errors.notFound();
  return PostalMime.parse(bytes);
}

function rowOf(name: string, { subject = '', to, date = '' }: Email): string {
  const recipients = to?.map(({ address }) => address ?? '').join(', ') ?? '';
  return `<li><a href="/dev/mail/${encodeURIComponent(name)}">${escapeHtml(subject)}</a><br>${escapeHtml(`${recipients} · ${date}`)}</li>`;
}
