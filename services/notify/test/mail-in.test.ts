import { connect, type Socket } from 'node:net';
import { errors, silentLogger } from '@parley/core';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import type { IncomingMail } from '../src/domain/incoming-mail.ts';
import { listenForMail, type MailHandlers, type MailListener } from '../src/incoming/listen.ts';
import { parseMail } from '../src/incoming/parse-mail.ts';
import type { MailRecipient } from '../src/incoming/recipient.ts';
import { MailRefusal } from '../src/incoming/refusal.ts';

// Tests the server for incoming mail with fake handlers.

const domain = 'in.test';
let listener: MailListener | undefined;

afterEach(async () => {
  await listener?.stop();
  listener = undefined;
});

type Taken = { to: string; mail: IncomingMail; sender: string };

/**
 * Starts a server. It refuses recipients that begin with `unknown`. For others, the recipient's name selects what happens to a
 * mail.
 */
async function start(maxBytes = 1_000_000, more: Partial<MailHandlers> = {}) {
  const taken: Taken[] = [];
  const outcomes: string[] = [];
  const handlers: MailHandlers = {
    async resolve(address) {
      if (address.startsWith('unknown')) throw new MailRefusal(550, 'There is no such address.');
      return { kind: 'channel', address } as unknown as MailRecipient;
    },
    parse: parseMail,
    async receive(recipient, { mail, sender }) {
      const to = (recipient as unknown as { address: string }).address;
      if (to.startsWith('refused')) throw errors.streamDoesNotExist({ stream: 'room' });
      if (to.startsWith('later')) throw errors.unavailable();
      taken.push({ to, mail, sender });
      return 'posted';
    },
    count: (outcome) => void outcomes.push(outcome),
    ...more,
  };
  const config = { domain, authservId: '', host: '127.0.0.1', port: 0, maxBytes };
  listener = await listenForMail(config, handlers, silentLogger);
  return { port: listener.port, taken, outcomes };
}

const raw = (body: string, headers = '') =>
  `From: Ann <ann@x.test>\r\nSubject: Lunch\r\nMessage-ID: <1@x.test>\r\n${headers}\r\n${body}\r\n`;

/** Sends a mail. Returns the server's replies. */
async function send(port: number, to: string[], text: string, { lmtp = false } = {}): Promise<string[]> {
  const transport = createTransport({ host: '127.0.0.1', port, lmtp, ignoreTLS: true } as object);
  try {
    const sent = await transport.sendMail({ envelope: { from: 'ann@x.test', to }, raw: text });
    const rejected = (sent.rejectedErrors ?? []).map((error) => error.response ?? error.message);
    return [...rejected, sent.response].filter((reply) => reply !== undefined);
  } catch (error) {
    return [(error as { response?: string }).response ?? (error as Error).message];
  } finally {
    transport.close();
  }
}

/** A raw connection to the server, to send single lines. */
class Talk {
  readonly #socket: Socket;
  #text = '';

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setEncoding('utf8').on('data', (part: string) => {
      this.#text += part;
    });
    this.#socket.on('error', () => undefined);
  }

  /** Sends a line and returns the reply to it. */
  async say(line?: string): Promise<string> {
    this.#text = '';
    if (line !== undefined) this.#socket.write(`${line}\r\n`);
    await expect.poll(() => /^\d{3} .*\r\n/m.test(this.#text) || this.#socket.destroyed).toBe(true);
    return this.#text.trim();
  }

  /** Sends a line. Returns the replies as soon as there are `count` of them. */
  async replies(line: string, count: number): Promise<string[]> {
    this.#text = '';
    this.#socket.write(`${line}\r\n`);
    const all = () => this.#text.split('\r\n').filter((each) => /^\d{3} /.test(each));
    await expect.poll(() => all().length >= count).toBe(true);
    return all();
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  close(): void {
    this.#socket.destroy();
  }
}

describe('incoming mail', () => {
  it('is received by SMTP, with its decoded parts', async () => {
    const { port, taken, outcomes } = await start();
    const body =
      '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe\r\n' +
      '--b\r\nContent-Type: text/plain; name="=?utf-8?q?=C3=BCber.txt?="\r\nContent-Disposition: attachment\r\n' +
      'Content-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\n--b--';
    const [reply] = await send(
      port,
      [`room@${domain}`],
      raw(body, 'Content-Type: multipart/mixed; boundary=b\r\n'),
    );
    expect(reply).toMatch(/^250 /);
    expect(taken).toMatchObject([
      {
        to: `room@${domain}`,
        sender: 'ann@x.test',
        mail: {
          messageId: '<1@x.test>',
          from: { name: 'Ann', address: 'ann@x.test' },
          authors: 1,
          subject: 'Lunch',
          text: expect.stringContaining('Grüße'),
          attachments: [{ name: 'über.txt', type: 'text/plain' }],
        },
      },
    ]);
    expect(Buffer.from(taken[0]!.mail.attachments[0]!.content).toString()).toBe('hello');
    expect(outcomes).toEqual(['posted']);
  });

  it('is received by LMTP on the same port, with a reply for each recipient', async () => {
    const { port, taken, outcomes } = await start();
    const talk = new Talk(port);
    expect(await talk.say()).toMatch(/^220 /);
    expect(await talk.say('LHLO x.test')).toMatch(/^250 /m);
    expect(await talk.say('MAIL FROM:<ann@x.test>')).toMatch(/^250 /);
    for (const name of ['room', 'refused', 'later']) {
      expect(await talk.say(`RCPT TO:<${name}@${domain}>`)).toMatch(/^250 /);
    }
    expect(await talk.say(`RCPT TO:<unknown@${domain}>`)).toMatch(/^550 .*There is no such address/);
    expect(await talk.say('DATA')).toMatch(/^354 /);
    const [room, refused, later] = await talk.replies(`${raw('Hello')}.`, 3);
    expect(room).toMatch(/^250 /);
    expect(refused).toMatch(/^550 .*does not exist/);
    expect(later).toMatch(/^451 /);
    expect(taken.map(({ to }) => to)).toEqual([`room@${domain}`]);
    expect(outcomes.sort()).toEqual(['deferred', 'posted', 'refused']);
    talk.close();
  });

  it('over SMTP goes to one recipient at a time, so that each has a reply', async () => {
    const { port } = await start();
    const talk = new Talk(port);
    await talk.say();
    await talk.say('EHLO x.test');
    await talk.say('MAIL FROM:<ann@x.test>');
    expect(await talk.say(`RCPT TO:<room@${domain}>`)).toMatch(/^250 /);
    for (let at = 0; at < 3; at++) expect(await talk.say(`RCPT TO:<other${at}@${domain}>`)).toMatch(/^452 /);
    talk.close();
  });

  it('is refused permanently with a reason, or temporarily while a service does not answer', async () => {
    const { port } = await start();
    expect(await send(port, [`refused@${domain}`], raw('a'))).toEqual([
      expect.stringMatching(/^550 .*does not exist/),
    ]);
    expect(await send(port, [`later@${domain}`], raw('a'))).toEqual([expect.stringMatching(/^451 /)]);
  });

  it('counts the addresses of all its From fields, because a mail with several has no known author', async () => {
    const { port, taken } = await start();
    const authors = [
      'From: ann@x.test\r\nFrom: bob@x.test\r\n',
      'From: Ann <ann@x.test>, bob@x.test\r\n',
      'From: Team: ann@x.test, bob@x.test;\r\n',
      'From: "bob@x.test" <ann@x.test>\r\n',
      '',
    ];
    for (const field of authors)
      expect((await send(port, [`room@${domain}`], `${field}\r\nHello`))[0]).toMatch(/^250 /);
    expect(taken.map(({ mail }) => [mail.from.address, mail.authors])).toEqual([
      ['ann@x.test', 2],
      ['ann@x.test', 2],
      ['ann@x.test', 2],
      ['ann@x.test', 1],
      ['', 0],
    ]);
  });

  it('without a character set is read as UTF-8 where its bytes fit, else as windows-1252', async () => {
    const { port, taken } = await start();
    const bodyOf = (text: string, encoding: 'utf8' | 'latin1', type: string) =>
      Buffer.from(`From: Zoë <ann@x.test>\r\nSubject: Grüße\r\n${type}\r\n${text}`, encoding);
    const types = [
      '',
      'Content-Type: text/plain\r\n',
      'Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit\r\n',
    ];
    for (const type of types) {
      for (const encoding of ['utf8', 'latin1'] as const) {
        const text = bodyOf('Grüße, Zoë', encoding, type) as unknown as string;
        expect((await send(port, [`room@${domain}`], text))[0]).toMatch(/^250 /);
      }
    }
    const declared = bodyOf('Grüße', 'latin1', 'Content-Type: text/html; charset=iso-8859-1\r\n');
    await send(port, [`room@${domain}`], declared as unknown as string);
    // The quotation marks and the euro sign of windows-1252.
    const marks = Buffer.from('From: a@x.test\r\n\r\n\x93100 \x80\x94', 'latin1');
    await send(port, [`room@${domain}`], marks as unknown as string);
    expect(taken).toHaveLength(types.length * 2 + 2);
    for (const { mail } of taken.slice(0, -2)) {
      expect([mail.from.name, mail.subject, mail.text.trim()]).toEqual(['Zoë', 'Grüße', 'Grüße, Zoë']);
    }
    expect(taken.at(-2)!.mail.html.trim()).toBe('Grüße');
    expect(taken.at(-1)!.mail.text.trim()).toBe('“100 €”');
  });

  it('has attachments with names whose ending says what they are', async () => {
    const { port, taken } = await start();
    const part = (type: string) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\n\r\nx\r\n`;
    const named = [
      'text/calendar; method=REQUEST',
      'application/ics',
      'message/rfc822',
      'application/ms-tnef',
      'text/calendar; name=invite',
      'text/calendar; name="team.lunch.ics"',
      'application/x-unknown-type',
      'application/pdf',
    ];
    const inline = '--b\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\n';
    const body = `${named.map(part).join('')}${inline}--b--`;
    const type = 'Content-Type: multipart/mixed; boundary=b\r\n';
    expect((await send(port, [`room@${domain}`], raw(body, type)))[0]).toMatch(/^250 /);
    expect(taken[0]!.mail.attachments.map(({ name }) => name)).toEqual([
      'attachment.ics',
      'attachment.ics',
      'attachment.eml',
      'attachment.bin',
      'invite.ics',
      'team.lunch.ics',
      'attachment.bin',
      'attachment.pdf',
      'attachment.ics',
    ]);
  });

  it('is never stored partially: a connection that breaks leaves nothing', async () => {
    const { port, taken } = await start();
    const talk = new Talk(port);
    await talk.say();
    await talk.say('EHLO x.test');
    await talk.say('MAIL FROM:<ann@x.test>');
    await talk.say(`RCPT TO:<room@${domain}>`);
    await talk.say('DATA');
    void talk.say(raw('the first half')).catch(() => undefined);
    talk.close();
    await send(port, [`room@${domain}`], raw('whole'));
    expect(taken.map(({ mail }) => mail.text.trim())).toEqual(['whole']);
  });
});

describe('hostile mail', () => {
  it('that is too large is refused, whether or not it announces its size, and the next mail is accepted', async () => {
    const { port, taken } = await start(100_000);
    const large = raw('x'.repeat(70).concat('\r\n').repeat(2_000));
    expect(await send(port, [`room@${domain}`], large)).toEqual([expect.stringMatching(/^552 /)]);
    expect((await send(port, [`room@${domain}`], raw('small')))[0]).toMatch(/^250 /);
    expect(taken).toHaveLength(1);
  });

  it('with deeply nested or very many parts is refused or harmless', async () => {
    const { port, taken } = await start(10_000_000);
    const nested = Array.from(
      { length: 5_000 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
    ).join('');
    expect((await send(port, [`room@${domain}`], `From: a@x.test\r\n${nested}`))[0]).toMatch(/^(?:250|554) /);
    const messages = 'Content-Type: message/rfc822\r\n\r\n'.repeat(2_000);
    expect((await send(port, [`room@${domain}`], `From: a@x.test\r\n${messages}`))[0]).toMatch(
      /^(?:250|554) /,
    );
    const many = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(300_000)}`;
    expect((await send(port, [`room@${domain}`], `From: a@x.test\r\n${many}`))[0]).toMatch(/^554 /);
    const files = '--b\r\nContent-Disposition: attachment; filename=a\r\n\r\nx\r\n'.repeat(500);
    const crowded = `From: a@x.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${files}--b--`;
    expect((await send(port, [`room@${domain}`], crowded))[0]).toMatch(/^250 /);
    expect(taken.at(-1)!.mail).toMatchObject({ droppedAttachments: 480 });
    expect(taken.at(-1)!.mail.attachments).toHaveLength(20);
  });

  it('in wrong encodings becomes valid text', async () => {
    const { port, taken } = await start();
    const bodies = ['utf-8', 'no-such-charset', 'utf-16', 'iso-2022-jp'].map(
      (charset) => `Content-Type: text/plain; charset=${charset}\r\n\r\n\xff\xfe\x00\xd8=ZZ\x1b$B!`,
    );
    for (const body of bodies) {
      const text = Buffer.from(`From: =?x?q?broken\r\nSubject: =?utf-8?b?////?=\r\n${body}`, 'latin1');
      expect((await send(port, [`room@${domain}`], text as unknown as string))[0]).toMatch(/^250 /);
    }
    for (const { mail } of taken) {
      expect(mail.text.isWellFormed()).toBe(true);
      expect(mail.text).not.toContain('\0');
    }
  });

  it('with very many header lines, or without content, does not stop the service', async () => {
    const { port } = await start(10_000_000);
    const headers = `X-Long: ${'a'.repeat(900)}\r\n`.repeat(2_000);
    expect((await send(port, [`room@${domain}`], raw('x', headers)))[0]).toMatch(/^(?:250|554) /);
    expect((await send(port, [`room@${domain}`], '\r\n'))[0]).toMatch(/^(?:250|554) /);
    expect((await send(port, [`room@${domain}`], raw('fine')))[0]).toMatch(/^250 /);
  });

  it('with 10,000 recipients is accepted for a few, and a client that guesses addresses is disconnected', async () => {
    const { port } = await start();
    const talk = new Talk(port);
    await talk.say();
    await talk.say('LHLO x.test');
    await talk.say('MAIL FROM:<ann@x.test>');
    const lines = Array.from({ length: 10_000 }, (_, at) => `RCPT TO:<r${at}@${domain}>`).join('\r\n');
    const replies = await talk.replies(lines, 10_000);
    expect(replies.filter((reply) => reply.startsWith('250'))).toHaveLength(50);
    expect(replies.filter((reply) => reply.startsWith('452'))).toHaveLength(9_950);
    talk.close();
    const guessing = new Talk(port);
    await guessing.say();
    await guessing.say('EHLO x.test');
    await guessing.say('MAIL FROM:<ann@x.test>');
    for (let at = 0; at < 25 && !guessing.isClosed; at++)
      await guessing.say(`RCPT TO:<unknown${at}@${domain}>`);
    await expect.poll(() => guessing.isClosed).toBe(true);
  });

  it('of many concurrent senders waits at their mail servers, within the memory for mails', async () => {
    const held = Promise.withResolvers<void>();
    let parsed = 0;
    const { port } = await start(300_000, {
      parse: async (mail) => {
        parsed++;
        await held.promise;
        return parseMail(mail);
      },
    });
    const text = raw('x'.repeat(70).concat('\r\n').repeat(3_500));
    const sendSome = (count: number) =>
      Promise.all(Array.from({ length: count }, () => send(port, [`room@${domain}`], text)));
    // Three mails fit into the memory for mails. The others can be accepted only when these are done.
    const first = sendSome(3);
    await expect.poll(() => parsed).toBe(3);
    for (const reply of (await sendSome(5)).flat()) expect(reply).toMatch(/^452 /);
    held.resolve();
    for (const reply of (await first).flat()) expect(reply).toMatch(/^250 /);
    for (const reply of (await sendSome(1)).flat()) expect(reply).toMatch(/^250 /);
  });
});
