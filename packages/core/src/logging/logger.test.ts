import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** Returns the lines that a logger writes. */
function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  log(createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } }));
  return lines;
}

const secret = 'what nobody may read';
const names = [
  ...['password', 'new_password', 'old_password', 'api_key', 'apiKey', 'authorization', 'cookie'],
  ...['secret', 'token', 'content', 'renderedContent'],
];

describe('a log line', () => {
  it.each(names)('has no value of %s, at the top and up to two levels below', (name) => {
    for (const given of [{ [name]: secret }, { a: { [name]: secret } }, { a: { b: { [name]: secret } } }]) {
      const [line] = linesOf((logger) => logger.info(given, 'done'));
      expect(line).not.toContain(secret);
      expect(line).toContain('[removed]');
    }
  });

  it('has the time in UTC, the level, the service, and the stack of an error', () => {
    const [line] = linesOf((logger) => logger.error({ err: new Error('broken') }, 'failed'));
    expect(JSON.parse(line!)).toMatchObject({
      level: 'error',
      service: 'test',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      msg: 'failed',
      err: { message: 'broken', stack: expect.stringContaining('logger.test.ts') },
    });
  });

  it('is one line of JSON, whatever it contains, so that nobody can forge another one', () => {
    const forged = 'a\n{"level":"fatal","msg":"forged"}\r\n\u2028';
    const lines = linesOf((logger) => logger.info({ name: forged }, forged));
    expect(lines).toHaveLength(1);
    expect(lines[0]!.trimEnd().split(/[\r\n]/)).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ name: forged, msg: forged });
  });
});
