import { expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { bestEffort } from './best-effort.ts';

it('returns the result of work that succeeds', async () => {
  const logger = createLogger({ service: 'test', destination: { write: () => expect.unreachable() } });
  expect(await bestEffort(logger, 'failed', async () => 1)).toBe(1);
});

it('logs a failure with its message and stack instead of throwing it', async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } });
  const work = () => {
    throw new Error('no answer');
  };
  expect(await bestEffort(logger, 'follow-up work failed', work)).toBeUndefined();
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'follow-up work failed',
    err: { message: 'no answer', stack: expect.stringContaining('best-effort.test') },
  });
});
