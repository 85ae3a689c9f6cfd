import { createServer, type Server, type Socket } from 'node:net';
import { silentLogger } from '@parley/core';
import { sql } from '@parley/db';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSealer } from '../src/identity/domain/secrets.ts';
import { createMailTransport } from '../src/identity/outbox/mail-transport.ts';
import { createOutbox, type Outgoing } from '../src/identity/outbox/outbox.ts';
import { type Env, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());
beforeEach(() => env.db.execute(sql`delete from user_admin.outbox`));

const mail = { to: 'ann@x.example', subject: 'Hello', text: 'Open https://chat.test/join/secret-token' };
const sealer = createSealer('test-secret-key-of-at-least-32-chars', 'test');

/** Creates a separate outbox for the test, on the service's tables. */
function outboxOf(deliver: (outgoing: Outgoing) => Promise<void>) {
  const outcomes: string[] = [];
  let waiting = Promise.withResolvers<void>();
  const outbox = createOutbox({
    db: env.serviceDb,
    sealer,
    deliver,
    logger: silentLogger,
    count: (outcome) => {
      outcomes.push(outcome);
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
  });
  return {
    outbox,
    outcomes,
    async send() {
      const counted = waiting.promise;
      outbox.kick();
      await counted;
    },
  };
}

it('keeps an undelivered mail sealed, and delivers it later, once', async () => {
  const sent: Outgoing[] = [];
  let isAway = true;
  const { outbox, outcomes, send } = outboxOf(async (outgoing) => {
    if (isAway) throw new Error('away');
    sent.push(outgoing);
  });
  await env.serviceDb.tx((tx) => outbox.queue(tx, { mail }));
  const [row] = await env.db.many<{ sealed: Buffer }>(sql`select sealed from user_admin.outbox`);
  expect(row!.sealed.toString('latin1')).not.toMatch(/ann|secret-token/);
  await send();
  isAway = false;
  await env.db.execute(sql`update user_admin.outbox set next_attempt_at = now()`);
  await send();
  await outbox.stop();
  expect(outcomes).toEqual(['failed', 'sent']);
  expect(sent).toEqual([{ mail }]);
  expect(await env.db.many(sql`select 1 from user_admin.outbox`)).toEqual([]);
});

it('keeps everything while the organization is deactivated, and delivers it afterwards', async () => {
  const sent: Outgoing[] = [];
  const { outbox } = outboxOf(async (outgoing) => {
    sent.push(outgoing);
  });
  await env.serviceDb.tx((tx) => outbox.queue(tx, { mail }));
  await env.db.execute(sql`update user_admin.organization set deactivated_at = now()`);
  outbox.kick();
  await outbox.stop();
  expect(sent).toEqual([]);
  const rows = await env.db.many<{ attempts: number }>(sql`select attempts from user_admin.outbox`);
  expect(rows).toEqual([{ attempts: 0 }]);
  await env.db.execute(sql`update user_admin.organization set deactivated_at = null`);
  const later = outboxOf(async (outgoing) => {
    sent.push(outgoing);
  });
  await later.send();
  await later.outbox.stop();
  expect(sent).toEqual([{ mail }]);
});

it('sends nothing of a transaction that was rolled back', async () => {
  const { outbox } = outboxOf(async () => undefined);
  await expect(
    env.serviceDb.tx(async (tx) => {
      await outbox.queue(tx, { mail });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await env.db.many(sql`select 1 from user_admin.outbox`)).toEqual([]);
  await outbox.stop();
});

it('gives up after a day of failures', async () => {
  const { outbox, outcomes, send } = outboxOf(() => Promise.reject(new Error('never')));
  await env.serviceDb.tx((tx) => outbox.queue(tx, { mail }));
  await env.db.execute(sql`update user_admin.outbox set attempts = 15`);
  await send();
  await outbox.stop();
  expect(outcomes).toEqual(['dropped']);
  expect(await env.db.many(sql`select 1 from user_admin.outbox`)).toEqual([]);
});

it('sends mail by SMTP, and lets no subject add headers', async () => {
  const received = Promise.withResolvers<string>();
  const server = await mailServer((message) => received.resolve(message));
  const { port } = server.address() as { port: number };
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const transport = createMailTransport({ smtpUrl, from: 'Parley <p@chat.test>', folder: '' }, silentLogger);
  await transport.send({ ...mail, subject: 'Hello\r\nBcc: eve@x.example' });
  const message = await received.promise;
  expect(message).toMatch(/^From: Parley <p@chat\.test>\r\nTo: ann@x\.example\r\n/m);
  expect(message).not.toMatch(/^Bcc:/m);
  expect(message).toContain('https://chat.test/join/secret-token');
  expect(message).toMatch(/^auto-submitted: auto-generated\r$/im);
  transport.close();
  server.close();
});

/** Starts a minimal SMTP server. */
async function mailServer(onMessage: (message: string) => void): Promise<Server> {
  const server = createServer((socket: Socket) => {
    let text = '';
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail.test');
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
      for (let end = text.indexOf('\r\n'); !isData && end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        isData = /^DATA/i.test(line);
        if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say(isData ? '354 go on' : '250 mail.test');
      }
      const end = text.indexOf('\r\n.\r\n');
      if (isData && end >= 0) {
        onMessage(text.slice(0, end));
        text = text.slice(end + 5);
        isData = false;
        say('250 accepted');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
