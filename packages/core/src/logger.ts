import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

export type LoggerOptions = {
  /** Name of the service, which every line carries. */
  service: string;
  level?: string;
  destination?: DestinationStream;
};

/** Names of properties whose values are never logged, at the top level or one level down. */
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

/**
 * Returns a logger that writes JSON lines to standard output. It removes secrets and message contents by the names of
 * their properties.
 */
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
 * Returns standard output, written asynchronously. When its reader is gone, pending lines are dropped. Otherwise the
 * stream's own final flush would retry forever, and the process could not exit.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, minLength: 0 });
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (hasReader(1)) flushSync();
  };
  return stream;
}

/**
 * Returns false when the reader is known to be gone. An empty write to a socket detects that, and a pipe from the
 * parent process is a socket.
 */
function hasReader(fd: number): boolean {
  try {
    writeSync(fd, '');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPIPE';
  }
}

/** A logger that drops everything, for tests in which logs do not matter. */
export const silentLogger: Logger = pino({ level: 'silent' });
