import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

export type LoggerOptions = {
  /** Service name, on every line. */
  service: string;
  level?: string;
  destination?: DestinationStream;
};

/** Names whose values never reach a log, at the top or one level down. */
const secretNames = [
  'password',
  'new_password',
  'old_password',
  'api_key',
  'apiKey',
  'authorization',
  'cookie',
  'secret',
  'token',
  'content',
  'renderedContent',
];

/** JSON lines on standard output; secrets and message contents are cut out wherever they appear by name. */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[removed]',
      },
      serializers: { err: pino.stdSerializers.err },
    },
    destination ?? standardOutput(),
  );
}

/**
 * Standard output, written beside the work. When its reader is gone what is left is dropped: the stream's own
 * last flush would try for ever, and the process could not exit.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, minLength: 0 });
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (hasReader(1)) flushSync();
  };
  return stream;
}

/** Returns false when the reader is known to be gone. An empty write to a socket tells; a parent's pipe is a socket. */
function hasReader(fd: number): boolean {
  try {
    writeSync(fd, '');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPIPE';
  }
}

/** Drops everything; for tests of parts whose logs are not the subject. */
export const silentLogger: Logger = pino({ level: 'silent' });
