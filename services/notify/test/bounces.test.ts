import type { Scope } from '@parley/facts';
import { testCall } from '@parley/rpc/testing';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../src/context.ts';
import { bounceLocalPart } from '../src/domain/bounce-address.ts';
import type { OutgoingMail } from '../src/domain/mail.ts';
import { parseMail } from '../src/incoming/parse-mail.ts';
import { receiveMail } from '../src/incoming/receive.ts';
import { resolveRecipient } from '../src/incoming/recipient.ts';
import { queueMail } from '../src/rpc/queue-mail.ts';
import { deliverDue } from '../src/workers/deliver.ts';
import { gatherDue } from '../src/workers/gather.ts';
import { startTestNotify } from './support.ts';

const { signal } = new AbortController();
const domain = 'in.test';

/** Creates the dependencies of a deployment that accepts mail. Its outgoing mail server accepts every mail. */
async function start() {
  const sent: OutgoingMail[] = [];
  const env = await startTestNotify({ send: async (mail) => void sent.push(mail) });
  const ctx: Ctx = { ...env.ctx, mailIn: { domain, authservId: '' } };
  /** Sends a notification mail about a message. Returns the mail; undefined when none was sent. */
  const mailAbout = async (messageId: number): Promise<OutgoingMail | undefined> => {
    const before = sent.length;
    await env.miss(1, messageId);
    await gatherDue(ctx, signal);
    await deliverDue(ctx, signal);
    return sent[before];
  };
  return { env, ctx, sent, mailAbout };
}

/** Returns a delivery report in the format of Postfix. */
const report = (status: string, action = 'failed') => `From: MAILER-DAEMON@mx.test (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test
X-Postfix-Queue-ID: 4C1

Final-Recipient: rfc822; p1@test.example
Original-Recipient: rfc822;p1@test.example
Action: ${action}
Status: ${status}
Remote-MTA: dns; far.test
Diagnostic-Code: smtp; 550 ${status} <p1@test.example>: Recipient address
    rejected: User unknown

--b
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

To: p1@test.example

--b--
`;

/** Handles an incoming mail to an address. Returns the outcome. */
async function take(ctx: Ctx, address: string, text: string, sender = ''): Promise<string> {
  const recipient = await resolveRecipient(ctx, address);
  const mail = await parseMail(Uint8Array.from(Buffer.from(text.replaceAll('\n', '\r\n'))));
  return receiveMail(ctx, recipient, { mail, sender });
}

describe('a report about a sent mail', () => {
  it('of an address that does not exist ends mails about messages to it, but not mails about the account', async () => {
    const { env, ctx, sent, mailAbout } = await start();
    await using _env = env;
    const first = await mailAbout(101);
    expect(first!.envelopeFrom).toMatch(/^bounce\.[0-9a-z.]+@in\.test$/);
    expect(await take(ctx, first!.envelopeFrom!.toUpperCase(), report('5.1.1'))).toBe('bounced');
    expect(await mailAbout(102)).toBeUndefined();
    const account = {
      to: 'P1@test.example',
      subject: 'New password',
      text: 'https://chat.example/reset',
      key: 'k1',
      userId: 0,
    };
    await queueMail(ctx, account, { call: testCall() } as Scope);
    await deliverDue(ctx, signal);
    expect(sent.at(-1)).toMatchObject({ subject: 'New password' });
  });

  it.each([
    ['of a full mailbox', report('5.2.2')],
    ['of refused content', report('5.7.1')],
    ['of a delayed delivery', report('4.4.1', 'delayed')],
    ['of a successful delivery', report('2.1.5', 'delivered')],
    ['without a delivery status', 'From: a@x.test\nSubject: On holiday\n\nBack on Monday.\n'],
  ])('%s does not end mails', async (_what, text) => {
    const { env, ctx, mailAbout } = await start();
    await using _env = env;
    const first = await mailAbout(101);
    await take(ctx, first!.envelopeFrom!, text);
    expect(await mailAbout(102)).toBeDefined();
  });

  it('is accepted only at the return address of its mail, from the empty sender, and for two weeks', async () => {
    const { env, ctx, mailAbout } = await start();
    await using _env = env;
    const first = await mailAbout(101);
    const address = first!.envelopeFrom!;
    expect(await take(ctx, address, report('5.1.1'), 'eve@x.test')).toBe('ignored');
    const forged = `${bounceLocalPart(1, ctx.clock.now(), 'another key of 32 or more characters')}@${domain}`;
    await expect(take(ctx, forged, report('5.1.1'))).rejects.toMatchObject({ responseCode: 550 });
    const later: Ctx = { ...ctx, clock: { ...ctx.clock, now: () => Date.now() + 15 * 86_400_000 } };
    await expect(take(later, address, report('5.1.1'))).rejects.toThrow('too old');
    expect(await mailAbout(102)).toBeDefined();
  });
});
