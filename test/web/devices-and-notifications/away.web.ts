import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, testPassword } from '@parley/test-kit';
import { startPushService, type TestPushService } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, soon, write } from '../browser.ts';
import { installed, openWithPush } from '../push-device.ts';
import { Team } from '../team.ts';

// Tests notifications of a person who is away: the push message, the mail, and a reply by mail that appears in the sender's
// browser.

const executable = findBrowser();
if (!executable) saySkipped('test/web/devices-and-notifications/away.web.ts');

const folder = mkdtempSync(join(tmpdir(), 'parley-away-'));

let service: TestPushService;
let team: Team;
let mailPort: number;

beforeAll(async () => {
  if (!executable) return;
  service = await startPushService();
  mailPort = await freePort();
  team = await Team.start(executable, {
    env: {
      PARLEY_NOTIFY_IDLE_SECONDS: '2',
      PARLEY_PUSH_ALLOWED_HOSTS: service.host,
      PARLEY_MAIL_DIR: folder,
      PARLEY_MAIL_IN_DOMAIN: 'parley.test',
      PARLEY_MAIL_IN_PORT: String(mailPort),
    },
  });
});

afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the text of the first mail about messages, with joined header lines; undefined without a mail. */
async function findMail(): Promise<string | undefined> {
  const name = (await readdir(folder)).find((each) => each.endsWith('.eml'));
  return name && (await readFile(join(folder, name), 'utf8')).replaceAll(/\r?\n[ \t]+/g, ' ');
}

/** Sends a mail to Parley as the organization's mail server does. Returns the SMTP reply to the mail's content. */
async function sendMail(to: string, content: string): Promise<string> {
  const socket = connect(mailPort, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (part: string) => {
    received += part;
  });
  const lines = [
    'EHLO mail.test',
    'MAIL FROM:<alice@mail.test>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${content}\r\n.`,
  ];
  let reply = '';
  for (const line of ['', ...lines]) {
    received = '';
    if (line !== '') socket.write(`${line}\r\n`);
    await expect.poll(() => /^\d{3} .*\r\n$/m.test(received), soon).toBe(true);
    reply = received;
  }
  socket.end('QUIT\r\n');
  return reply;
}

describe.skipIf(!executable)('a person who closed their browser', () => {
  it('gets a push and a mail about a mention, and answers the mail in the other person’s browser', async () => {
    const { alice, bob } = team;
    await alice.api.patch('/settings', { email_notifications_batching_period_seconds: 1 });
    const { page, device } = await openWithPush(team, service);
    await page.goto(team.url());
    await page.getByRole('textbox', { name: 'Email' }).fill(alice.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await installed(page);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('subscribed')), soon)
      .toMatch(/^[\w-]{80,}$/);
    await page.context().close();

    const { page: other, problems } = await team.openTopic(bob, 'plans');
    await write(other, `Hello @**alice|${alice.userId}**, are you coming?`);
    await expect.poll(() => device.received.length, soon).toBe(1);
    expect(device.received[0]!.content).toMatchObject({ title: '#design > plans', reason: 'mention' });

    await expect.poll(findMail, soon).toBeDefined();
    const inbox = await openTab(team.browser, team.url('').replace(/\/$/, '/dev/mail'));
    await inbox.page.getByText('#design > plans').first().waitFor();
    await inbox.page.context().close();

    const mail = (await findMail())!;
    expect(mail).toMatch(/^To: .*alice@/m);
    const replyTo = /^Reply-To: <?(reply\.[^\s>]+@parley\.test)/m.exec(mail)![1]!;
    const answer = [
      `From: Alice <${alice.email}>\r\nTo: ${replyTo}\r\nSubject: Re: plans`,
      'Message-ID: <answer@mail.test>\r\nContent-Type: text/plain; charset=utf-8\r\n',
      'On my way!\r\n\r\nOn Monday, bob wrote:\r\n> are you coming?',
    ].join('\r\n');
    expect(await sendMail(replyTo, answer)).toMatch(/^250 /);
    const messages = other.getByRole('region', { name: 'Messages' });
    await messages.getByText('On my way!').waitFor({ timeout: 60_000 });
    expect(await messages.getByText('bob wrote').count()).toBe(0);
    expect(problems).toEqual([]);
    await other.context().close();
  });
});
