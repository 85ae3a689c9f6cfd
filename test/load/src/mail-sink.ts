import { SMTPServer } from 'smtp-server';

/** The first message to the parent process. */
export type MailSinkStarted = { url: string };

/** The answer to any later message: how many recipients got a mail, and when the first and the last one did. */
export type MailSinkCount = { recipients: number; firstMs: number; lastMs: number };

// A process of its own: it must not take time from the process that measures.
const recipients = new Set<string>();
let [firstMs, lastMs] = [0, 0];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData(stream, session, callback) {
    stream.resume().on('end', () => {
      lastMs = performance.now();
      firstMs ||= lastMs;
      for (const { address } of session.envelope.rcptTo) recipients.add(address);
      callback();
    });
  },
});
// A client that ends its connection is no failure.
server.on('error', () => undefined);
const listening = server.listen(0, '127.0.0.1');
listening.once('listening', () => {
  const { port } = listening.address() as { port: number };
  process.send!({ url: `smtp://127.0.0.1:${port}` } satisfies MailSinkStarted);
});
process.on('message', () =>
  process.send!({ recipients: recipients.size, firstMs, lastMs } satisfies MailSinkCount),
);
process.once('disconnect', () => process.exit());
