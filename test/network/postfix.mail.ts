import { silentLogger } from '@parley/core';
import { createDb, type Db, sql } from '@parley/db';
import { freePort } from '@parley/embedded';
import { createRegistry } from '@parley/service-kit';
import { Network, Organization, type Person } from '@parley/test-kit';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Postfix } from './postfix.ts';

// Tests Debian's Postfix as the organization's mail server: outgoing mail with SMTP, incoming mail with LMTP, and delivery
// reports.

const domain = 'parley.test';
let postfix: Postfix;
let network: Network;
let db: Db;
let alice: Person;
let bob: Person;
let ghost: Person;

beforeAll(async () => {
  const mailPort = await freePort();
  postfix = await Postfix.start(['bob@test.example', 'owner@test.example'], { domain, port: mailPort });
  network = await Network.start({
    replicas: { notify: 2 },
    env: {
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${postfix.port}?ignoreTLS=true`,
      PARLEY_MAIL_FROM: `Parley <noreply@${domain}>`,
      PARLEY_NOTIFY_IDLE_SECONDS: '1',
      PARLEY_MAIL_IN_DOMAIN: domain,
      PARLEY_MAIL_IN_PORT: String(mailPort),
    },
  });
  const organization = await Organization.create(network);
  ({ alice, bob, ghost } = (await organization.add('alice', 'bob', 'ghost')) as Record<
    'alice' | 'bob' | 'ghost',
    Person
  >);
  for (const person of [bob, ghost])
    await person.api.patch('/settings', { email_notifications_batching_period_seconds: 1 });
  await network.caughtUp();
  db = createDb({
    url: network.database.urlOf('notify'),
    poolSize: 1,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'postfix-test',
  });
});

afterAll(async () => {
  await db?.close();
  await network?.stop();
  postfix?.[Symbol.dispose]();
});

/** Returns a person's mailbox with joined header lines. */
const mailboxOf = ({ email }: Person) => postfix.mailbox(email).replaceAll(/\r?\n[ \t]+/g, ' ');

/** Sends a mail through the mail server, as a mail program does. */
async function send(to: string, text: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true });
  await transport.sendMail({ from: 'Bob <bob@test.example>', to, subject: 'Re: lunch', text });
  transport.close();
}

describe('with Postfix', () => {
  it('a mail reaches a mailbox, and the reply becomes a message', async () => {
    await alice.sendDirect([bob], 'Lunch today?');
    await expect.poll(() => mailboxOf(bob)).toContain('Lunch today?');
    const mailbox = mailboxOf(bob);
    expect(mailbox).toMatch(/^Return-Path: <bounce\.[0-9a-z.]+@parley\.test>$/m);
    const replyTo = /^Reply-To: <?(reply\.[^\s>]+@parley\.test)/m.exec(mailbox)![1]!;
    await send(replyTo, 'Yes, at noon.\n\nOn Monday, alice wrote:\n> Lunch today?\n');
    await expect
      .poll(async () => {
        await network.caughtUp();
        const messages = await alice.messages([{ operator: 'dm', operand: [bob.userId] }]);
        return messages.map(({ content }) => content);
      })
      .toEqual(['Lunch today?', 'Yes, at noon.']);
  });

  it('a mail to an address that Parley did not create bounces to its sender, with the reason', async () => {
    await send(`unknown@${domain}`, 'Hello?');
    await expect.poll(() => mailboxOf(bob)).toContain('There is no such address');
  });

  it('a report of an address that does not exist ends mails about messages to it', async () => {
    await alice.sendDirect([ghost], 'Is anybody there?');
    await expect
      .poll(() => db.many(sql`select address_key as address from refused_addresses`))
      .toEqual([{ address: ghost.email }]);
    await alice.sendDirect([ghost], 'Still not?');
    await expect
      .poll(() => db.many(sql`select state, failure from mails order by mail_id desc limit 1`))
      .toEqual([{ state: 'failed', failure: 'The address was refused before.' }]);
    expect(postfix.log()).toMatch(/to=<bounce\..*status=sent \(250 The report was taken/);
  });
});
