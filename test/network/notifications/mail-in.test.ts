import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@parley/core';
import { createDb, sql } from '@parley/db';
import { freePort } from '@parley/embedded';
import { createRegistry } from '@parley/service-kit';
import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox, type Notification } from './mailbox.ts';

// Tests incoming mail, from the address that the server issues to the message in the channel.

const domain = 'parley.test';
const scimToken = 'a-token-of-the-identity-provider';
const folder = mkdtempSync(join(tmpdir(), 'parley-mail-in-'));
const mailbox = new Mailbox();
let network: Network;
let organization: Organization;
let alice: Person;
let port: number;
let mails = 0;

beforeAll(async () => {
  port = await freePort();
  const signInFile = join(folder, 'sign-in.json');
  writeFileSync(signInFile, JSON.stringify({ scim: { token: scimToken, maxDeactivatedShare: 1 } }));
  network = await Network.start({
    replicas: { notify: 2 },
    env: {
      PARLEY_MAIL_DIR: mailbox.folder,
      PARLEY_NOTIFY_IDLE_SECONDS: '1',
      PARLEY_MAIL_IN_DOMAIN: domain,
      PARLEY_MAIL_IN_PORT: String(port),
      PARLEY_MAIL_IN_AUTHSERV_ID: 'mx.test',
      PARLEY_SIGN_IN_FILE: signInFile,
    },
  });
  organization = await Organization.create(network);
  ({ alice } = await organization.add('alice'));
  await alice.subscribe(['lobby'], [alice]);
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
  rmSync(folder, { recursive: true });
});

type MailToSend = {
  to: string;
  text?: string;
  html?: string;
  subject?: string;
  messageId?: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content: string }[];
};

/** The header field with which the organization's mail server confirms that a mail is from a domain. */
const confirmed = (address: string) => ({
  'Authentication-Results': `mx.test; dmarc=pass header.from=${address.split('@')[1]}`,
});

/** Delivers a mail as the organization's mail server does. Returns the SMTP reply. */
async function deliver({ to, ...mail }: MailToSend, from = 'stranger@x.test'): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    const all = { from: `A Stranger <${from}>`, to, messageId: `<${++mails}@x.test>`, ...mail };
    return (await transport.sendMail({ ...all, envelope: { from, to } })).response;
  } catch (error) {
    return (error as { response: string }).response;
  } finally {
    transport.close();
  }
}

/** Creates a person who is away and gets mails after a short delay. */
async function addAway(name: string): Promise<Person> {
  const { [name]: person } = await organization.add(name);
  await alice.subscribe(['lobby'], [person!], { send_new_subscription_messages: false });
  await person!.api.patch('/settings', { email_notifications_batching_period_seconds: 1 });
  await network.caughtUp();
  return person!;
}

async function notificationOf(person: Person, subject: string): Promise<Notification> {
  return mailbox.waitForNotification(person.email, subject);
}

/** Returns the stored authentication results of the received mails that passed DMARC. */
async function received(): Promise<{ authentication: string }[]> {
  const db = createDb({
    url: network.database.urlOf('notify'),
    poolSize: 1,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'mail-in-test',
  });
  try {
    return await db.many(
      sql`select authentication from received_mails where authentication like '%dmarc=pass'`,
    );
  } finally {
    await db.close();
  }
}

const replyTo = ({ headers }: Notification): string => headers['reply-to'] ?? '';

/** Waits until all changes are processed. Returns the newest messages that the person can read, the oldest first. */
async function readBy(person: Person, narrow: unknown[]): Promise<Body[]> {
  await network.caughtUp();
  return person.messages(narrow);
}

describe('a reply to a notification', () => {
  it('becomes a message of its author in the direct conversation, once', async () => {
    const bob = await addAway('bob');
    await alice.sendDirect([bob], 'Are you coming?');
    const mail = await notificationOf(bob, 'Direct messages with alice');
    expect(replyTo(mail)).toMatch(/^reply\.[0-9a-z.]+@parley\.test$/);
    expect(mail.text).toContain('Reply to this mail');
    const answer = {
      to: replyTo(mail),
      messageId: '<answer@x.test>',
      text: 'Yes, **soon**!\n\nOn Mon, Ann <a@x.test> wrote:\n> Are you coming?\n',
    };
    expect(await deliver(answer, bob.email)).toMatch(/^250 /);
    // Delivers the mail again, as a mail server that did not receive the SMTP reply does.
    expect(await deliver({ ...answer, to: answer.to.toUpperCase() }, bob.email)).toMatch(/^250 .*before/);
    const messages = await readBy(alice, [{ operator: 'dm', operand: [bob.userId] }]);
    expect(messages.map(({ content, sender_id }) => [content, sender_id])).toEqual([
      ['Are you coming?', alice.userId],
      ['Yes, **soon**!', bob.userId],
    ]);
  });

  it('goes to the topic where the message is now, with its HTML as Markdown and its attachments', async () => {
    const carol = await addAway('carol');
    const id = await alice.send('lobby', `@**carol|${carol.userId}** a plan?`, 'plans');
    const mail = await notificationOf(carol, '#lobby > plans');
    await alice.api.patch(`/messages/${id}`, { topic: 'better plans', propagate_mode: 'change_all' });
    await network.caughtUp();
    const answer = {
      to: replyTo(mail),
      html: '<p>See <b>this</b></p><script>alert(1)</script><blockquote type="cite">a plan?</blockquote>',
      attachments: [
        { filename: 'plan [1].txt', content: 'the plan' },
        { filename: 'empty.txt', content: '' },
      ],
    };
    const reply = await deliver(answer, carol.email);
    expect(reply).toMatch(/^250 /);
    const message = (
      await readBy(alice, [
        { operator: 'channel', operand: 'lobby' },
        { operator: 'topic', operand: 'better plans' },
      ])
    ).at(-1);
    expect(message).toMatchObject({ sender_id: carol.userId });
    const [, url, emptyUrl] =
      /^See \*\*this\*\*\n\n\[plan 1\.txt\]\((\/user_uploads\/\S+)\)\n\[empty\.txt\]\((\/user_uploads\/\S+)\)$/.exec(
        String(message!.content),
      ) ?? [];
    expect(url).toBeDefined();
    const headers = { authorization: `Basic ${btoa(`${alice.email}:${alice.apiKey}`)}` };
    const contents = [url, emptyUrl].map(async (path) =>
      (await fetch(`${network.gatewayUrl()}${path}`, { headers })).text(),
    );
    expect(await Promise.all(contents)).toEqual(['the plan', '']);
  });

  it('is refused unless its author has the permissions at that time', async () => {
    const dave = await addAway('dave');
    await alice.subscribe(['secret'], [alice, dave], { invite_only: true });
    await network.caughtUp();
    await alice.send('secret', `@**dave|${dave.userId}** hush`, 'quiet');
    const mail = await notificationOf(dave, '#secret > quiet');
    await alice.unsubscribe(['secret'], [dave]);
    await alice.send('secret', 'without you', 'quiet');
    await network.caughtUp();
    expect(await deliver({ to: replyTo(mail), text: 'I am here' }, dave.email)).toMatch(/^550 .*cannot read/);
    await organization.owner.api.delete(`/users/${dave.userId}`);
    await network.caughtUp();
    expect(await deliver({ to: replyTo(mail), text: 'Still here' }, dave.email)).toMatch(
      /^550 .*deactivated/,
    );
    const messages = await readBy(alice, [{ operator: 'channel', operand: 'secret' }]);
    expect(messages.filter(({ sender_id }) => sender_id === dave.userId)).toEqual([]);
  });

  it('is refused when forged, empty, or failing DMARC, and ignored when automatic', async () => {
    const erin = await addAway('erin');
    await alice.sendDirect([erin], 'Hello?');
    const mail = await notificationOf(erin, 'Direct messages with alice');
    const to = replyTo(mail);
    const flipped = to.replace(/.@/, (end) => `${end.startsWith('0') ? '1' : '0'}@`);
    expect(await deliver({ to: flipped, text: 'forged' })).toMatch(/^550 /);
    expect(await deliver({ to: to.replace('@parley.test', '@other.test'), text: 'a' })).toMatch(/^550 /);
    const empty = { to, text: 'On Mon, 1 Jan 2026, Ann wrote:\n> Hello?' };
    expect(await deliver(empty, erin.email)).toMatch(/^554 .*no text/);
    const failing = { 'Authentication-Results': 'mx.test; spf=fail; dmarc=fail header.from=x.test' };
    expect(await deliver({ to, text: 'not me', headers: failing }, erin.email)).toMatch(/^550 .*DMARC/);
    const automatic: Record<string, string>[] = [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'List-Id': '<list.x.test>' },
    ];
    for (const headers of automatic) {
      expect(await deliver({ to, text: 'I am on holiday', headers }, erin.email)).toMatch(/^250 .*ignored/);
    }
    expect(await deliver({ to, text: 'bounced' }, '')).toMatch(/^250 .*ignored/);
    expect(await deliver({ to, text: 'real', headers: confirmed(erin.email) }, erin.email)).toMatch(/^250 /);
    const messages = await readBy(alice, [{ operator: 'dm', operand: [erin.userId] }]);
    expect(messages.map(({ content }) => content)).toEqual(['Hello?', 'real']);
    const rows = await received();
    expect(rows).toEqual([{ authentication: 'spf=none dkim=none dmarc=pass' }]);
  });

  it('is posted from each address of its author: that of the account in any spelling, and those of the identity provider', async () => {
    await organization.owner.api.patch('/realm/user_settings_defaults', {
      email_notifications_batching_period_seconds: 1,
    });
    const response = await fetch(`${network.gatewayUrl()}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scimToken}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'hana@work.test',
        name: { formatted: 'hana' },
        emails: [{ value: 'hana+parley@work.test', primary: true }, { value: 'hana@home.test' }],
      }),
    });
    const { id } = (await response.json()) as { id: string };
    await network.caughtUp();
    await alice.api.post('/messages', { type: 'direct', to: [Number(id)], content: 'Which address?' });
    const mail = await mailbox.waitForNotification('hana+parley@work.test', 'Direct messages with alice');
    const own = ['hana+parley@work.test', 'HANA@Work.test', 'hana@home.test'];
    for (const from of own) {
      expect(await deliver({ to: replyTo(mail), text: from, headers: confirmed(from) }, from)).toMatch(
        /^250 .*posted/,
      );
    }
    // Mail within the organization, which its mail server does not check.
    expect(await deliver({ to: replyTo(mail), text: 'unchecked' }, own[0])).toMatch(/^250 .*posted/);
    const notConfirmed = {
      'Authentication-Results': 'mx.test; spf=pass smtp.mailfrom=evil.test; dmarc=none',
    };
    const forged = { to: replyTo(mail), text: 'forged', headers: notConfirmed };
    expect(await deliver(forged, own[0])).toMatch(/^550 .*could not confirm/);
    const messages = await readBy(alice, [{ operator: 'dm', operand: [Number(id)] }]);
    expect(messages.map(({ content }) => content)).toEqual(['Which address?', ...own, 'unchecked']);
  });

  it('has its quotation and signature folded, unless the conversation has them', async () => {
    const jack = await addAway('jack');
    await alice.sendDirect([jack], 'Lunch?\n\nAt noon?');
    const mail = await notificationOf(jack, 'Direct messages with alice');
    const to = replyTo(mail);
    const quoted = mail.text.trim().replaceAll(/^/gm, '> ');
    const introduction = `On Mon, 5 Jan 2026, alice <${to}> wrote:`;
    expect(await deliver({ to, text: `Yes\n\n${introduction}\n${quoted}` }, jack.email)).toMatch(/^250 /);
    const signed = `Fine\n\n-- \nJack\n\n${introduction}\n${quoted}\n> ${'```'}\n> more of ${to}`;
    expect(await deliver({ to, text: signed }, jack.email)).toMatch(/^250 /);
    expect(await deliver({ to, text: `> Lunch?\nYes!\n> At noon?\nAt one.\n` }, jack.email)).toMatch(/^250 /);
    const messages = await readBy(alice, [{ operator: 'dm', operand: [jack.userId] }]);
    const contents = messages.slice(1).map(({ content }) => String(content));
    expect(contents[0]).toBe('Yes');
    expect(contents[1]).toMatch(
      /^Fine\n\n`{4}spoiler Rest of the mail\n-- \nJack\n\nOn Mon, 5 Jan 2026, alice/,
    );
    expect(contents[1]).toMatch(/> more of \(…\)@parley\.test\n`{4}$/);
    expect(contents[1]).not.toMatch(/reply\.[0-9a-z]|unsubscribe\/\d/);
    expect(contents[2]).toBe('> Lunch?\n\nYes!\n> At noon?\n\nAt one.');
    const rendered = await alice.api.post('/messages/render', { content: contents[1] });
    expect(rendered.rendered).toMatch(/^<p>Fine<\/p>\n<div class="spoiler-block">.*Rest of the mail/s);
  });

  it('is posted whole, with its subject, when it is a new or forwarded mail', async () => {
    const kim = await addAway('kim');
    await alice.sendDirect([kim], 'The invoice?');
    const to = replyTo(await notificationOf(kim, 'Direct messages with alice'));
    const text = '---------- Forwarded message ---------\nFrom: Shop\nSubject: Invoice\n\n> 7 EUR\n-- \nShop';
    expect(await deliver({ to, subject: 'Fwd: Invoice', text }, kim.email)).toMatch(/^250 /);
    const headers = { 'In-Reply-To': '<7@shop.test>' };
    expect(await deliver({ to, subject: 'Re: Order', text: 'Thanks\n> order', headers }, kim.email)).toMatch(
      /^250 /,
    );
    const messages = await readBy(alice, [{ operator: 'dm', operand: [kim.userId] }]);
    expect(messages.slice(1).map(({ content }) => content)).toEqual([
      `**Fwd: Invoice**\n\n${text.replace('7 EUR\n', '7 EUR\n\n')}`,
      '**Re: Order**\n\nThanks\n> order',
    ]);
  });

  it('from another address is refused with one explanation by mail, unless allow_replies_from_other_addresses is on', async () => {
    const ivy = await addAway('ivy');
    await alice.sendDirect([ivy], 'For you only');
    const mail = await notificationOf(ivy, 'Direct messages with alice');
    const to = replyTo(mail);
    const friend = 'friend@y.test';
    const answer = { to, subject: 'Re: For you', text: 'I am Ivy', headers: confirmed(friend) };
    expect(await deliver(answer, friend)).toMatch(/^250 .*not posted/);
    const explanation = await mailbox.waitFor(friend, 'Not posted: Re: For you');
    expect(explanation.text).toContain(`your mail from ${friend} was not posted`);
    expect(explanation.text).not.toMatch(/ivy|alice|For you only/);
    // A second explanation within a day, and explanations to authors who are not confirmed, are not sent.
    expect(await deliver(answer, friend)).toMatch(/^550 .*address of the person/);
    const unconfirmed = { 'Authentication-Results': 'mx.test; spf=softfail; dmarc=none' };
    for (const headers of [{}, unconfirmed]) {
      expect(await deliver({ ...answer, headers }, 'victim@z.test')).toMatch(/^550 .*address of the person/);
    }
    for (const automatic of [{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }] as Record<
      string,
      string
    >[]) {
      const headers = { ...confirmed('robot@z.test'), ...automatic };
      expect(await deliver({ ...answer, headers }, 'robot@z.test')).toMatch(/^250 .*ignored/);
    }
    expect(await deliver({ ...answer, headers: confirmed('null@z.test') }, '')).toMatch(/^250 .*ignored/);

    await organization.owner.api.patch('/realm', { allow_replies_from_other_addresses: true });
    await network.caughtUp();
    expect(await deliver({ ...answer, text: 'allowed' }, friend)).toMatch(/^250 .*posted/);
    await organization.owner.api.patch('/realm', { allow_replies_from_other_addresses: false });
    await network.caughtUp();
    expect(await deliver({ ...answer, text: 'not allowed' }, friend)).toMatch(/^550 /);
    const messages = await readBy(alice, [{ operator: 'dm', operand: [ivy.userId] }]);
    expect(messages.map(({ content, sender_id }) => [content, sender_id])).toEqual([
      ['For you only', alice.userId],
      ['allowed', ivy.userId],
    ]);
    const explained = (await mailbox.all()).filter(({ subject }) => subject.startsWith('Not posted'));
    expect(explained.map((each) => each.to)).toEqual([friend]);
  });

  it('is not possible for mails that hide contents', async () => {
    const frank = await addAway('frank');
    await frank.api.patch('/settings', { message_content_in_email_notifications: false });
    await network.caughtUp();
    await alice.sendDirect([frank], 'hidden');
    expect(replyTo(await notificationOf(frank, 'New messages'))).toBe('');
  });
});

describe('the address of a channel', () => {
  const addressOf = async (
    person: Person,
    channel: string,
    more: Record<string, unknown> = {},
  ): Promise<string> => {
    const { stream_id: id } = await person.api.get('/get_stream_id', { stream: channel });
    return String((await person.api.get(`/streams/${id}/email_address`, more)).email);
  };

  it('posts to the channel, with the subject as topic and without notifying people it mentions', async () => {
    const to = await addressOf(alice, 'lobby');
    expect(to).toMatch(/^lobby\.[0-9a-z]{20}@parley\.test$/);
    expect(await addressOf(alice, 'lobby')).toBe(to);
    expect(await deliver({ to, subject: 'Re: Server down', text: '@**all** help!\n\n-- \nmonitor' })).toMatch(
      /^250 /,
    );
    const forwarded = {
      subject: '',
      text: '> all of it is quoted',
      headers: { 'List-Id': '<monitors.x.test>' },
    };
    expect(await deliver({ to, ...forwarded })).toMatch(/^250 .*posted/);
    const messages = (await readBy(alice, [{ operator: 'channel', operand: 'lobby' }])).slice(-2);
    expect(messages.map(({ subject, content, sender_id }) => [subject, content, sender_id])).toEqual([
      ['Server down', 'From: A Stranger (stranger@x.test)\n\n@_**all** help!\n\n-- \nmonitor', alice.userId],
      ['(no subject)', 'From: A Stranger (stranger@x.test)\n\n> all of it is quoted', alice.userId],
    ]);
  });

  it('notifies nobody, not even by the name of a file', async () => {
    const { judy } = await organization.add('judy');
    await alice.subscribe(['lobby'], [judy!], { send_new_subscription_messages: false });
    await network.caughtUp();
    const to = (await addressOf(alice, 'lobby')).replace('@', '+show-sender@');
    const mention = `@**judy|${judy!.userId}**`;
    const mail = {
      subject: `${mention} hi`,
      text: mention,
      html: `<p>@<b>all</b> ${mention}</p>`,
      attachments: [{ filename: `${mention} @**all**.txt`, content: 'a' }],
    };
    expect(await deliver({ to, ...mail })).toMatch(/^250 /);
    const messages = await judy!.messages([{ operator: 'channel', operand: 'lobby' }]);
    expect(messages.at(-1)).toMatchObject({ content: expect.stringContaining('.txt]'), flags: [] });
  });

  it('has options for the sender, quotations, signatures and HTML, and for another sender', async () => {
    const { user_id: botId } = await alice.api.post('/bots', { full_name: 'Mail bot', short_name: 'mail' });
    const to = await addressOf(alice, 'lobby', { sender_id: botId });
    expect(to).not.toBe(await addressOf(alice, 'lobby'));
    const [name, rest] = to.split('@');
    const all = `${name}+show-sender+include-quotes+include-footer+prefer-html@${rest}`;
    const html =
      '<p>Hi <i>all</i></p><blockquote type="cite">old</blockquote><div class="gmail_signature">Ann</div>';
    expect(await deliver({ to: all, subject: 'Options', text: 'plain', html })).toMatch(/^250 /);
    const dots = `${name}.show-sender@${rest}`;
    expect(await deliver({ to: dots, subject: 'Options', text: 'plain\n-- \nAnn' })).toMatch(/^250 /);
    const messages = await readBy(alice, [{ operator: 'topic', operand: 'Options' }]);
    expect(messages.map(({ content, sender_id }) => [content, sender_id])).toEqual([
      ['From: A Stranger (stranger@x.test)\n\nHi *all*\n\n> old\n\nAnn', botId],
      ['From: A Stranger (stranger@x.test)\n\nplain\n-- \nAnn', botId],
    ]);
  });

  it('is refused to people who may not post, also with the notification bot as its sender', async () => {
    const { heidi } = await organization.add('heidi');
    const { initial } = await alice.register({
      event_types: [],
      fetch_event_types: ['realm_user', 'realm_user_groups'],
    });
    const named = ({ name }: Body) => name === 'role:administrators';
    const can_send_message_group = initial.realm_user_groups.find(named).id;
    await organization.owner.subscribe(['rules'], [organization.owner, heidi!], { can_send_message_group });
    await network.caughtUp();
    const bot = initial.cross_realm_bots.find((each: Body) => each.full_name === 'Notification Bot');
    for (const more of [{}, { sender_id: bot.user_id }]) {
      await expect(addressOf(heidi!, 'rules', more)).rejects.toMatchObject({
        body: { msg: 'You do not have permission to post in this channel.' },
      });
      expect(await addressOf(organization.owner, 'rules', more)).not.toBe('');
    }
  });

  it('stops working when the person who requested it loses the permissions', async () => {
    const { grace } = await organization.add('grace');
    await alice.subscribe(['club'], [alice, grace!], { invite_only: true });
    await network.caughtUp();
    const to = await addressOf(grace!, 'club');
    expect(await deliver({ to, subject: 'in', text: 'inside' })).toMatch(/^250 /);
    await alice.unsubscribe(['club'], [grace!]);
    await network.caughtUp();
    expect(await deliver({ to, subject: 'out', text: 'outside' })).toMatch(/^550 /);
    const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: 'club' });
    await expect(grace!.api.get(`/streams/${id}/email_address`)).rejects.toMatchObject({ status: 400 });
    const messages = await readBy(alice, [{ operator: 'channel', operand: 'club' }]);
    expect(messages.map(({ content }) => content)).not.toContain('outside');
  });

  it('loses nothing: not a forwarded mail, a long subject, or the text that is longer than a message', async () => {
    const { user_id: botId } = await alice.api.post('/bots', { full_name: 'Whole bot', short_name: 'whole' });
    const to = await addressOf(alice, 'lobby', { sender_id: botId });
    const forwarded = `See below\n\n-------- Forwarded Message --------\nFrom: Ann\nTo: ${to}\nSubject: Report\n\nAll fine\n-- \nAnn`;
    expect(await deliver({ to, subject: 'Fwd: Report', text: forwarded })).toMatch(/^250 /);
    const subject = `Report of ${'👩‍🚀'.repeat(20)}`;
    expect(await deliver({ to, subject, text: 'long subject' })).toMatch(/^250 /);
    expect(await deliver({ to, subject: 'Only a subject', text: '' })).toMatch(/^250 /);
    const long = Array.from({ length: 3_000 }, (_, at) => `line ${at}`).join('\n');
    expect(
      await deliver({ to, subject: 'Long', text: long, attachments: [{ filename: 'a.txt', content: 'a' }] }),
    ).toMatch(/^250 /);
    const messages = (await readBy(alice, [{ operator: 'channel', operand: 'lobby' }])).slice(-4);
    expect(messages[0]).toMatchObject({
      subject: 'Report',
      content: forwarded.replace(to, '(…)@parley.test'),
    });
    expect(messages[1]).toMatchObject({
      subject: `Report of ${'👩‍🚀'.repeat(15)}...`,
      content: `**${subject}**\n\nlong subject`,
    });
    expect(messages[2]).toMatchObject({ subject: 'Only a subject', content: 'Only a subject' });
    const content = String(messages[3]!.content);
    expect([...content].length).toBeLessThanOrEqual(10_000);
    const [, url] =
      /\n\n\*\(The mail was longer\.\)\*\n\[whole mail\.txt\]\((\S+)\)\n\[a\.txt\]\(\S+\)$/.exec(content) ??
      [];
    const file = await fetch(`${network.gatewayUrl()}${url}`, {
      headers: { authorization: `Basic ${btoa(`${alice.email}:${alice.apiKey}`)}` },
    });
    expect(await file.text()).toBe(long);
  });

  it('names the author of a message that its sender has not written, and says when the mail server does not confirm the author', async () => {
    const to = await addressOf(alice, 'lobby');
    const { user_id: botId } = await alice.api.post('/bots', { full_name: 'Post bot', short_name: 'post' });
    const toBot = await addressOf(alice, 'lobby', { sender_id: botId });
    const notConfirmed = { 'Authentication-Results': 'mx.test; dmarc=none' };
    const subject = 'Authors';
    const own = { subject, headers: confirmed(alice.email) };
    expect(await deliver({ ...own, to, text: 'by alice' }, alice.email)).toMatch(/^250 /);
    const forged = { to, subject, text: 'forged', headers: notConfirmed };
    expect(await deliver(forged, alice.email)).toMatch(/^250 /);
    expect(await deliver({ to, subject, text: 'by a stranger' })).toMatch(/^250 /);
    expect(await deliver({ to: toBot, subject, text: 'by a bot' })).toMatch(/^250 /);
    const messages = await readBy(alice, [{ operator: 'topic', operand: subject }]);
    expect(messages.map(({ content, sender_id }) => [content, sender_id])).toEqual([
      ['by alice', alice.userId],
      [`From: A Stranger (${alice.email}) (not confirmed)\n\nforged`, alice.userId],
      ['From: A Stranger (stranger@x.test)\n\nby a stranger', alice.userId],
      ['by a bot', botId],
    ]);
  });

  it('accepts no mail of this server, and no automatic replies', async () => {
    const to = await addressOf(alice, 'lobby');
    const headers = [{ 'X-Parley-Origin': '127.0.0.1' }, { 'Auto-Submitted': 'auto-replied' }];
    for (const each of headers as Record<string, string>[]) {
      expect(await deliver({ to, subject: 'loop', text: 'again', headers: each })).toMatch(/^250 .*ignored/);
    }
  });
});
