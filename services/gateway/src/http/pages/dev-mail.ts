import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errors, escapeHtml } from '@parley/core';
import type { Language } from '@parley/texts';
import PostalMime, { type Email } from 'postal-mime';
import type { Ctx } from '../../context.ts';
import { htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { Page } from '../../edge/declaration/route.ts';

/** Maximum number of mails in the list. */
const maxListed = 200;
/** The untrusted HTML of a mail has no scripts and no access to this server's origin. */
const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'";

/** From `PARLEY_MAIL_DIR`, in development only: whoever opens them can read every e-mail. */
export const devMailPages: readonly Page[] = [
  {
    path: '/dev/mail',
    operation: 'dev-mail-list',
    isForDevelopment: true,
    async handle(ctx, { language }) {
      const folder = folderOf(ctx);
      const names = (await namesIn(folder)).toReversed().slice(0, maxListed);
      const rows = await Promise.all(
        names.map(async (name) => {
          if (isPush(name)) return pushRow(name, await readPush(folder, name));
          return rowOf(name, await readMail(folder, name));
        }),
      );
      const list = `<ul>${rows.join('\n')}</ul>`;
      const content = names.length === 0 ? paragraph('There are no mails and pushes yet.') : list;
      return htmlPage({ title: 'Mails and pushes', content, language, isWide: true });
    },
  },
  {
    path: '/dev/mail/{name}',
    operation: 'dev-mail',
    isForDevelopment: true,
    async handle(ctx, { path: { name = '' }, language }) {
      if (isPush(name)) return pushPage(await readPush(folderOf(ctx), name), language);
      const mail = await readMail(folderOf(ctx), name);
      const headers = mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n');
      const content = [
        '<p><a href="/dev/mail">All mails and pushes</a></p>',
        `<p>${escapeHtml(recipientsOf(mail))}</p>`,
        mail.html === undefined ? '' : frameOf(mail.html),
        `<pre>${withLinks(mail.text ?? '')}</pre>`,
        `<details><summary>Header</summary><pre>${escapeHtml(headers)}</pre></details>`,
      ];
      return htmlPage(
        { title: mail.subject ?? '', content: content.join('\n'), language, isWide: true },
        { headers: { 'content-security-policy': framePolicy } },
      );
    },
  },
];

/** Its links open new windows, because pages of this server refuse to be shown in frames. */
const frameOf = (html: string): string =>
  `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}" title="HTML"></iframe>`;

const withLinks = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/(?:(?!&(?:lt|gt|quot|#39);)[^\s<>])+/g, '<a href="$&">$&</a>');

const recipientsOf = ({ from, to, date = '' }: Email): string =>
  `${from?.address ?? ''} → ${to?.map(({ address }) => address ?? '').join(', ') ?? ''} · ${date}`;

/** Returns the folder of e-mails. @throws NOT_FOUND when there is none, as outside of development */
function folderOf({ config }: Ctx): string {
  if (config.mailFolder === undefined) throw errors.notFound();
  return config.mailFolder;
}

const isMail = (name: string): boolean => /^[\w.-]+\.(?:eml|txt)$/.test(name);
const isPush = (name: string): boolean => /^[\w.-]+\.push$/.test(name);

/** Returns the file names of mails and push notifications in order. Names begin with the time. A missing folder counts as empty. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => isMail(name) || isPush(name)).sort();
}

/** Parses an e-mail. @throws NOT_FOUND when no such file exists */
async function readMail(folder: string, name: string): Promise<Email> {
  if (!isMail(name)) throw errors.notFound();
  return PostalMime.parse(await readFileIn(folder, name));
}

/** A push notification as the notify service writes it to a file. */
type PushFile = { to: string; title: string; body: string; url: string; time: number };

/** Reads a push notification. @throws NOT_FOUND when no such file exists */
const readPush = async (folder: string, name: string): Promise<PushFile> =>
  JSON.parse((await readFileIn(folder, name)).toString()) as PushFile;

/** Reads a file of the folder. @throws NOT_FOUND when no such file exists, or when the name is a path */
async function readFileIn(folder: string, name: string): Promise<Buffer> {
  if (name !== basename(name)) throw errors.notFound();
  const bytes = await readFile(join(folder, name)).catch(() => undefined);
  if (!bytes) throw errors.notFound();
  return bytes;
}

function pushRow(name: string, { to, title, time }: PushFile): string {
  const date = new Date(time * 1000).toISOString();
  return `<li><a href="/dev/mail/${encodeURIComponent(name)}">${escapeHtml(`Push: ${title}`)}</a><br>${escapeHtml(`${to} · ${date}`)}</li>`;
}

function pushPage(push: PushFile, language: Language) {
  const link = `<p><a href="${escapeHtml(push.url)}">${escapeHtml(push.url)}</a></p>`;
  const all = `<pre>${escapeHtml(JSON.stringify(push, undefined, 2))}</pre>`;
  const content = `<p><a href="/dev/mail">All mails and pushes</a></p><p style="white-space:pre-wrap">${escapeHtml(push.body)}</p>${link}${all}`;
  return htmlPage(
    { title: push.title, content, language, isWide: true },
    { headers: { 'content-security-policy': framePolicy } },
  );
}

function rowOf(name: string, { subject = '', to, date = '' }: Email): string {
  const recipients = to?.map(({ address }) => address ?? '').join(', ') ?? '';
  return `<li><a href="/dev/mail/${encodeURIComponent(name)}">${escapeHtml(subject)}</a><br>${escapeHtml(`${recipients} · ${date}`)}</li>`;
}
