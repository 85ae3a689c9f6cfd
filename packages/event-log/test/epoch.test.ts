import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNats, newEpoch, openEpochStore, readEpoch } from '../src/index.ts';
import { createNatsStage, type NatsStage } from './nats-stage.ts';

let stage: NatsStage;
beforeAll(async () => {
  stage = await createNatsStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

describe('the current epoch', () => {
  it('can be read at any time during its first write', async () => {
    // Regression test: nats-server 2.9 crashes when the last message of a subject is requested while the stream is being
    // created.
    const askers = await Promise.all(
      Array.from({ length: 8 }, () => connectNats({ url: stage.server.url, name: 'asker' })),
    );
    const managers = await Promise.all(askers.map((nats) => jetstreamManager(nats, { checkAPI: false })));
    for (let round = 0; round < 60; round++) {
      const prefix = `first-write-${round}`;
      const epoch = newEpoch(Date.now());
      let known = false;
      const asking = managers.map(async (manager) => {
        while (!known) {
          const found = await readEpoch(manager, prefix);
          if (found) expect(found.epoch).toBe(epoch);
        }
        expect((await readEpoch(manager, prefix))?.epoch).toBe(epoch);
      });
      const store = await openEpochStore(stage.nats, prefix);
      await store.move({ epoch, stream: `${prefix}-log`, startedAt: '', earlier: [] }, 0);
      known = true;
      await Promise.all(asking);
    }
    await Promise.all(askers.map((nats) => nats.close()));
  });
});
