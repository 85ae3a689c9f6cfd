import { silentLogger } from '@parley/core';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutgoingMail } from '../src/domain/mail.ts';
import { createMailTransport, RefusedMailError, type Transport } from '../src/mail/transport.ts';

// The mail server in these tests is a fake, which answers as the test says.

const open: { server: SMTPServer; transport: Transport }[] = [];

afterEach(() => {
  for (const { server, transport } of open.splice(0)) {
    transport.close();
    server.close(() => undefined);
  }
});

type Accepted = { text: string; isEncrypted: boolean; user: unknown };

/** Starts a mail server, and a transport that sends to it. */
async function start(
  options: SMTPServerOptions = {},
  { login = '', query = '' } = {},
): Promise<{ transport: Transport; accepted: Accepted[]; server: SMTPServer }> {
  const accepted: Accepted[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => {
        accepted.push({ text, isEncrypted: session.secure, user: session.user });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));
  const { port } = listening.address() as { port: number };
  const smtpUrl = `smtp://${login}127.0.0.1:${port}/${query}`;
  const transport = createMailTransport({ smtpUrl, from: 'Parley <p@chat.test>', folder: '' }, silentLogger);
  open.push({ server, transport });
  return { transport, accepted, server };
}

const mail: OutgoingMail = {
  to: 'ann@x.test',
  messageId: '<1@chat.test>',
  createdAtMs: Date.UTC(2026, 0, 5),
  fromName: 'Bob (Demo)',
  subject: 'Lunch',
  text: 'Hello',
  html: '<p>Hello</p>',
  replyTo: 'reply.1@in.test',
  headers: { 'List-Unsubscribe': '<https://chat.test/unsubscribe/1>' },
  references: ['<conversation.1@chat.test>'],
};

/** Returns an error with which the fake mail server refuses a command. */
const reply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Returns the error with which sending a mail fails. */
const failureOf = (transport: Transport): Promise<Error> =>
  transport.send(mail).then(
    () => Promise.reject(new Error('The mail was accepted.')),
    (error: Error) => error,
  );

describe('a mail', () => {
  it('has Message-ID, thread and sender headers, and no header that a subject injects', async () => {
    const { transport, accepted } = await start();
    await transport.send({ ...mail, subject: 'Lunch\r\nBcc: eve@x.test' });
    const [{ text }] = accepted as [Accepted];
    for (const line of [
      'From: "Bob (Demo)" <p@chat.test>',
      'To: ann@x.test',
      'Message-ID: <1@chat.test>',
      'Reply-To: reply.1@in.test',
      'References: <conversation.1@chat.test>',
      'In-Reply-To: <conversation.1@chat.test>',
      'Auto-Submitted: auto-generated',
      'X-Parley-Origin: chat.test',
    ]) {
      expect(text).toContain(`${line}\r\n`);
    }
    expect(text).not.toMatch(/^Bcc:/im);
  });

  it('is encrypted where the server supports it, and sent with the user name and password of the URL', async () => {
    const { transport, accepted } = await start(
      {
        authOptional: false,
        disabledCommands: [],
        onAuth: ({ username, password }, _session, callback) =>
          password === 'se:cret' ? callback(null, { user: username }) : callback(reply(535, 'wrong')),
      },
      { login: 'user%40x:se%3Acret@', query: '?tls.rejectUnauthorized=false' },
    );
    await transport.send(mail);
    expect(accepted).toMatchObject([{ isEncrypted: true, user: 'user@x' }]);
  });

  it('may be retried after a wrong password, which an operator can correct', async () => {
    const { transport } = await start(
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_a, _s, callback) => callback(reply(535, 'wrong')),
      },
      { login: 'user:old@' },
    );
    expect(await failureOf(transport)).not.toBeInstanceOf(RefusedMailError);
  });

  it('may be retried when the server answers 4xx to the recipient or the content', async () => {
    for (const options of [
      {
        onRcptTo: (_a: unknown, _s: unknown, callback: (err: Error) => void) => callback(reply(450, 'later')),
      },
      {
        onData: (stream: NodeJS.ReadableStream, _s: unknown, callback: (err: Error) => void) => {
          stream.resume().on('end', () => callback(reply(451, 'later')));
        },
      },
    ] as SMTPServerOptions[]) {
      expect(await failureOf((await start(options)).transport)).not.toBeInstanceOf(RefusedMailError);
    }
  });

  it('fails permanently when the server refuses the recipient or the mail', async () => {
    const unknown = await start({ onRcptTo: (_a, _s, callback) => callback(reply(550, 'no such mailbox')) });
    expect(await failureOf(unknown.transport)).toMatchObject({
      name: 'RefusedMailError',
      isAddressRefused: true,
    });
    const content = await start({
      onData: (stream, _s, callback) => {
        stream.resume().on('end', () => callback(reply(554, 'looks like spam')));
      },
    });
    expect(await failureOf(content.transport)).toMatchObject({
      name: 'RefusedMailError',
      isAddressRefused: false,
    });
  });

  it('may be retried with the same Message-ID when the connection breaks before the answer', async () => {
    const texts: string[] = [];
    const { transport, server } = await start({
      onData(stream, _session, callback) {
        let text = '';
        stream.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        stream.on('end', () => {
          texts.push(text);
          if (texts.length === 1) for (const each of server.connections) each._socket.destroy();
          else callback();
        });
      },
    });
    expect(await failureOf(transport)).not.toBeInstanceOf(RefusedMailError);
    await transport.send(mail);
    const ids = texts.map((text) => /^Message-ID: (.*)\r$/m.exec(text)?.[1]);
    expect(ids).toEqual(['<1@chat.test>', '<1@chat.test>']);
  });

  it('may be retried while no server answers', async () => {
    const { transport, server } = await start();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(await failureOf(transport)).not.toBeInstanceOf(RefusedMailError);
  });
});
