import { freePort } from '@parley/embedded';
import { Cluster, type Person, until } from '@parley/test-kit';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';

// Verifies mails about missed messages, and replies to them, while services, NATS and PostgreSQL are killed: no mail is lost,
// and no mail or reply is duplicated. A mail may arrive twice with the same Message-ID, by which mail programs recognize it.

const messages = 40;
const domain = 'parley.test';
const killed = ['notify', 'nats', 'notify', 'postgresql', 'messaging', 'notify'] as const;

type Received = { to: string; messageId: string; replyTo: string; text: string };

/** Starts an SMTP server that stores all mails that it accepts. */
async function startSink(): Promise<{ url: string; mails: Received[]; stop(): void }> {
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => {
        // Joins folded header lines.
        const plain = text.replaceAll(/\r\n[ \t]+/g, ' ');
        const header = (name: string) =>
          new RegExp(`^${name}: (.*)\\r$`, 'im').exec(plain)?.[1]?.trim() ?? '';
        const to = session.envelope.rcptTo[0]?.address ?? '';
        mails.push({ to, messageId: header('Message-ID'), replyTo: header('Reply-To'), text });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));
  const { port } = listening.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => server.close() };
}

/** Delivers a reply as a mail server does: retries until the reply is accepted. Then delivers it a second time. */
async function deliver(port: number, { to: from, replyTo: to }: Received, name: string): Promise<void> {
  const send = async () => {
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    try {
      const mail = { from, to, messageId: `<${name}@x.test>`, text: name };
      return (await transport.sendMail(mail)).response;
    } catch (error) {
      const { responseCode = 400, response } = error as { responseCode?: number; response?: string };
      if (responseCode >= 500) throw new Error(`The reply was refused: ${response}`);
      return undefined;
    } finally {
      transport.close();
    }
  };
  await until(`${name} is accepted`, send, 120_000);
  await until(`${name} is accepted again`, send, 120_000);
}

it('mails and replies are neither lost nor doubled when processes are killed', async () => {
  const sink = await startSink();
  const port = await freePort();
  await using cluster = await Cluster.start({
    replicas: { notify: 2 },
    env: {
      PARLEY_SMTP_URL: sink.url,
      PARLEY_MAIL_IN_DOMAIN: domain,
      PARLEY_MAIL_IN_PORT: String(port),
      PARLEY_NOTIFY_IDLE_SECONDS: '1',
    },
  });
  const { alice } = await cluster.organization.add('alice');
  const { away } = await cluster.organization.add('away');
  await away!.api.patch('/settings', { email_notifications_batching_period_seconds: 1 });
  await cluster.caughtUp();

  const sent: string[] = [];
  const killing = killEach(cluster);
  // Mails to alice about these replies must not be answered.
  const written = () => sink.mails.filter(({ to }) => to === away!.email);
  const replying = replyToEach(written, port);
  for (let n = 0; n < messages; n++) {
    const content = `message number ${n}.`;
    await until(`${content} is sent`, () => trySend(alice!, away!, content), 60_000);
    sent.push(content);
    // Distributes the sends over the whole time of the kills.
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  await killing;
  await until(
    'every message is mailed',
    () => sent.every((content) => written().some(({ text }) => text.includes(content))),
    240_000,
  );
  for (const content of sent) {
    const ids = written().flatMap(({ text, messageId }) => (text.includes(content) ? [messageId] : []));
    expect(new Set(ids).size, content).toBe(1);
  }
  const replies = await replying(new Set(written().map(({ replyTo }) => replyTo)));
  await cluster.caughtUp();
  const conversation = await alice!.messages([{ operator: 'dm', operand: [away!.userId] }], {
    num_before: 1_000,
  });
  const answers = conversation
    .filter(({ sender_id }) => sender_id === away!.userId)
    .map(({ content }) => content);
  expect(answers.toSorted()).toEqual(replies.toSorted());
  sink.stop();
});

/** Sends a message. The queue ID and the local ID make retries idempotent. */
async function trySend(from: Person, to: Person, content: string): Promise<boolean> {
  const local = { queue_id: 'mail-test', local_id: content };
  const body = { type: 'direct', to: [to.userId], content, ...local };
  return (await from.api.raw('POST', '/messages', body)).status === 200;
}

async function killEach(cluster: Cluster): Promise<void> {
  for (const service of killed) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await cluster.kill(service);
  }
}

/** Replies once to each mail. The returned function waits for the replies to all addresses, and returns their texts. */
function replyToEach(mails: () => readonly Received[], port: number) {
  const answered = new Map<string, Promise<string>>();
  const answerNew = () => {
    for (const mail of mails()) {
      const { replyTo } = mail;
      if (replyTo === '' || answered.has(replyTo)) continue;
      const text = `reply number ${answered.size}`;
      answered.set(
        replyTo,
        deliver(port, mail, text).then(() => text),
      );
    }
  };
  const timer = setInterval(answerNew, 200);
  return async (addresses: ReadonlySet<string>): Promise<string[]> => {
    clearInterval(timer);
    answerNew();
    expect(answered.size).toBe(addresses.size);
    return Promise.all(answered.values());
  };
}
