import { SMTPServer } from 'smtp-server';

/** First message that this program sends to its parent process. */
export type MailSinkStarted = { url: string };

/**
 * Answer to each message of the parent process: the number of recipients who got mails, and the times of the first and last
 * mail in milliseconds.
 */
export type MailSinkCount = { recipients: number; firstMs: number; lastMs: number };

// The SMTP server runs in a separate process, so that it takes no time from the measuring process.
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
// Ignores errors of clients that close their connection.
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
