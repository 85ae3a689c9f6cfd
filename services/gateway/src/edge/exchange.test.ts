import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createLogger } from '@parley/core';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createExchangeLog, type Exchange } from './exchange.ts';

/** What is logged of an exchange that ended with a status. */
async function linesOf(isRoutine: boolean, statusCode: number) {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const logger = createLogger({ service: 'gateway', level: 'info', destination: destination as never });
  const registry = new Registry();
  const exchange: Exchange = {
    method: 'POST',
    operation: 'update-presence',
    requestId: 'r',
    startedAt: performance.now(),
    aborter: new AbortController(),
    isRoutine,
    userId: 7,
    rate: undefined,
    span: undefined,
  };
  const response = Object.assign(new EventEmitter(), { writableFinished: true, statusCode });
  createExchangeLog(logger, registry).finished(exchange, response as unknown as ServerResponse);
  const measured = await registry.metrics();
  expect(measured).toContain(`status="${statusCode}"`);
  return lines.map((line) => (JSON.parse(line) as { status: number }).status);
}

it('tells of routine only when it failed, and measures it all the same', async () => {
  expect(await linesOf(true, 200)).toEqual([]);
  expect(await linesOf(true, 400)).toEqual([400]);
  expect(await linesOf(false, 200)).toEqual([200]);
});
