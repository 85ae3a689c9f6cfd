import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { errorCode } from '../errors/thrown.ts';

export type Logger = PinoLogger;

export type LoggerOptions = {
  /** Name of the service. Every log line contains it. */
  service: string;
  level?: string;
  destination?: DestinationStream;
};

/** Names of properties whose values are removed from log lines, at the top level and up to two levels below. */
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

/** Returns a logger of JSON lines that removes secrets and contents of messages by the names of their properties. */
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

/** When nothing reads standard output any more, pending lines are dropped: the stream's own final flush would retry forever. */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, minLength: 0 });
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (hasReader(1)) flushSync();
  };
  return stream;
}

/** An empty write to a socket detects this. A pipe that Node opens to a child process is a socket. */
function hasReader(fd: number): boolean {
  try {
    writeSync(fd, '');
    return true;
  } catch (error) {
    return errorCode(error) !== 'EPIPE';
  }
}

/** A logger that writes nothing, for tests. */
export const silentLogger: Logger = pino({ level: 'silent' });
