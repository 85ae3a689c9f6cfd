import { sql } from '@parley/db';
import { connectNats, receiveSignals } from '@parley/event-log';
import { Event } from '@parley/proto/events/v1/event';
import { PresencePing } from '@parley/proto/useradmin/v1/personal';
import { sharedServers } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Env, nobody, startEnv } from './support.ts';

// What becomes of pings: never a write of the log, one signal per change of state, none in a crowd.

type Answer = { presence_last_update_id: number; presences: Record<string, object> };

/** Pings, and the answer to the first of them. */
async function tell(client: Env['client'], ...pings: Partial<PresencePing>[]): Promise<Answer> {
  const { answers, answerOfPing } = await client.updatePresences(
    { pings: pings.map((ping) => PresencePing.fromPartial({ slimPresence: true, ...ping })) },
    nobody(),
  );
  return JSON.parse(answers[answerOfPing[0]!]!.toString()) as Answer;
}

/** Asks until the answer is as wanted: what was written is read back within an interval. */
async function askUntil(client: Env['client'], asker: number, wanted: (answer: Answer) => boolean) {
  for (;;) {
    const answer = await tell(client, { userId: asker, lastUpdateId: -1 });
    if (wanted(answer)) return answer;
  }
}

/** Whom signals tell of, in order. */
async function listen(env: Env) {
  const nats = await connectNats({ url: sharedServers().nats, name: 'presence-test' });
  const told: number[] = [];
  const receiver = receiveSignals(nats, env.prefix, (encoded) => {
    const [delivery] = Event.decode(encoded).deliveries;
    told.push((JSON.parse(delivery!.json.toString()) as { person: { user_id: number } }).person.user_id);
  });
  await nats.flush();
  return {
    told,
    /** Everything that was sent before has arrived. */
    caughtUp: () => nats.flush(),
    async [Symbol.asyncDispose]() {
      receiver.stop();
      await nats.close();
    },
  };
}

describe('pings', () => {
  let env: Env;
  let alice: number;
  let bob: number;

  beforeAll(async () => {
    env = await startEnv();
    [alice, bob] = [await env.account('alice'), await env.account('bob')];
  });

  afterAll(() => env?.stop());

  it('are no part of the log, however many, and are told of once', async () => {
    await env.events();
    await using signals = await listen(env);
    const active = { userId: alice, isActive: true };
    for (let round = 0; round < 20; round++) {
      await Promise.all([env.client, env.other].map((client) => tell(client, active, active)));
    }
    for (const client of [env.client, env.other]) {
      await askUntil(client, bob, ({ presences }) => String(alice) in presences && String(bob) in presences);
    }
    await signals.caughtUp();
    expect(signals.told.toSorted()).toEqual([alice, bob].toSorted());
    expect(await env.events()).toEqual([]);
    const table = await env.db.maybeOne<{ kind: string }>(
      sql`select relpersistence as kind from pg_class where oid = 'user_admin.presences'::regclass`,
    );
    expect(table?.kind).toBe('u');
  });

  it('of people who know as much are answered with one text, and those of others with theirs', async () => {
    const { presence_last_update_id: last } = await askUntil(env.client, bob, () => true);
    const question = { slimPresence: true, lastUpdateId: last + 1_000_000 };
    const { answers, answerOfPing } = await env.client.updatePresences(
      {
        pings: [
          { userId: alice, ...question },
          { userId: bob, ...question },
          { userId: bob, pingOnly: true },
          { userId: bob },
        ].map((ping) => PresencePing.fromPartial(ping)),
      },
      nobody(),
    );
    expect(answerOfPing).toEqual([0, 0, 1, 2]);
    expect(JSON.parse(answers[0]!.toString())).toMatchObject({ presences: {} });
    expect(answers[1]!.toString()).toBe('{}');
    expect(JSON.parse(answers[2]!.toString()).presences).toHaveProperty(['alice@demo.example']);
  });

  it('are believed of the gateway alone', async () => {
    const call = { ...nobody(), principal: { userId: bob } };
    await expect(env.client.updatePresences({ pings: [] }, call)).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
  });
});

it('a crowd is told of nobody: clients hear of changes when they ping', async () => {
  const env = await startEnv({ more: { PARLEY_USER_ADMIN_PRESENCE_MAX_ANNOUNCED: '1' } });
  try {
    await using signals = await listen(env);
    const people = [await env.account('carol'), await env.account('dave')];
    await tell(env.client, ...people.map((userId) => ({ userId, isActive: true })));
    await askUntil(env.client, people[0]!, ({ presences }) => String(people[1]) in presences);
    await signals.caughtUp();
    expect(signals.told).toEqual([]);
  } finally {
    await env.stop();
  }
});
