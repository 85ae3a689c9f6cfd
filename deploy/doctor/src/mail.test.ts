import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { examineMail } from './mail.ts';

const servers: SMTPServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close(() => undefined);
});

/** Starts a fake mail server. Returns its port. */
async function start(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], logger: false, ...options });
  server.on('error', () => undefined);
  servers.push(server);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));
  return (listening.address() as { port: number }).port;
}

it('accepts a mail server that answers, and reports nothing when no mail server is configured', async () => {
  const port = await start({ authOptional: true });
  expect(await examineMail(`smtp://127.0.0.1:${port}`)).toEqual([
    { state: 'ok', check: 'mail.server', text: `The mail server answers at 127.0.0.1:${port}.` },
  ]);
  expect(await examineMail('')).toEqual([]);
});

it('reports a wrong password without revealing it', async () => {
  const port = await start({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) =>
      password === 'right' ? callback(null, { user: 'u' }) : callback(new Error('wrong')),
  });
  expect(await examineMail(`smtp://u:right@127.0.0.1:${port}`)).toMatchObject([{ state: 'ok' }]);
  const [finding] = await examineMail(`smtp://u:secret@127.0.0.1:${port}`);
  expect(finding).toMatchObject({
    state: 'fail',
    text: expect.stringContaining('refuses the name or password'),
  });
  expect(JSON.stringify(finding)).not.toContain('secret');
});

it('reports a mail server that does not answer', async () => {
  const port = await start({ authOptional: true });
  await new Promise<void>((resolve) => servers.pop()!.close(() => resolve()));
  expect(await examineMail(`smtp://127.0.0.1:${port}`)).toMatchObject([
    { state: 'fail', text: expect.stringContaining('does not answer') },
  ]);
});
