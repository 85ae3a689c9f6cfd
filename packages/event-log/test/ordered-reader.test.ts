import { jetstreamManager } from '@nats-io/jetstream';
import { silentLogger } from '@parley/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logNames } from '../src/index.ts';
import { readInOrder } from '../src/reading/ordered-reader.ts';
import { createTestLog } from '../src/testing.ts';
import { createNatsStage, type NatsStage } from './nats-stage.ts';

let stage: NatsStage;
beforeAll(async () => {
  stage = await createNatsStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

it('a reader that is stopped while it looks the stream up ends', async () => {
  const log = await createTestLog(stage.nats, 'stopped');
  const jsm = await jetstreamManager(stage.nats, { checkAPI: false });
  const stopping = new AbortController();
  const { info } = jsm.streams;
  jsm.streams.info = async (...asked) => {
    const found = await info.apply(jsm.streams, asked);
    stopping.abort();
    return found;
  };
  const verdict = await readInOrder({
    nats: stage.nats,
    jsm,
    stream: logNames(log.prefix).stream(log.epoch),
    position: () => ({ sequence: 0 }),
    onMessages: () => undefined,
    onOpened: () => undefined,
    signal: stopping.signal,
    logger: silentLogger,
  });
  expect(verdict).toEqual({ kind: 'stopped' });
});
