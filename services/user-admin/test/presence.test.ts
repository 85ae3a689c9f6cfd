import { sql } from '@parley/db';
import { connectNats, receiveSignals } from '@parley/event-log';
import { Event } from '@parley/proto/events/v1/event';
import { PresencePing } from '@parley/proto/useradmin/v1/personal';
import { toSettingValues } from '@parley/settings';
import { eventually, sharedServers } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, type Env, operator, startEnv } from './support.ts';

// Tests presence. Pings write nothing to the event log. Each change of state causes one signal, but none while too many people
// are online.

type Answer = { presence_last_update_id: number; presences: Record<string, object> };

/** Sends pings. Returns the answer to the first one. */
async function ping(client: Env['client'], ...pings: Partial<PresencePing>[]): Promise<Answer> {
  const { answers, answerOfPing } = await client.updatePresences(
    { pings: pings.map((each) => PresencePing.fromPartial({ slimPresence: true, ...each })) },
    operator(),
  );
  return JSON.parse(answers[answerOfPing[0]!]!.toString()) as Answer;
}

/**
 * Repeats a ping until the answer is as expected. This is needed because each replica reads stored presences only once per
 * interval.
 */
async function askUntil(client: Env['client'], asker: number, wanted: (answer: Answer) => boolean) {
  return eventually(async () => {
    const answer = await ping(client, { userId: asker, lastUpdateId: -1 });
    return wanted(answer) && answer;
  });
}

/** Receives signals. `announced` contains the IDs of the people in these signals, in their order. */
async function listen(env: Env) {
  const nats = await connectNats({ url: sharedServers().nats, name: 'presence-test' });
  const announced: number[] = [];
  const receiver = receiveSignals(nats, env.prefix, (encoded) => {
    const [delivery] = Event.decode(encoded).deliveries;
    announced.push((JSON.parse(delivery!.json.toString()) as { person: { user_id: number } }).person.user_id);
  });
  await nats.flush();
  return {
    announced,
    /** Resolves when all signals that were sent before the call have been received. */
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
    env = await startEnv({ hasEvents: true });
    [alice, bob] = [await env.account('alice'), await env.account('bob')];
  });

  afterAll(() => env?.stop());

  it('are not written to the log, and each change of state is announced once', async () => {
    await env.events();
    await using signals = await listen(env);
    const active = { userId: alice, isActive: true };
    for (let round = 0; round < 20; round++) {
      await Promise.all([env.client, env.other].map((client) => ping(client, active, active)));
    }
    for (const client of [env.client, env.other]) {
      await askUntil(client, bob, ({ presences }) => String(alice) in presences && String(bob) in presences);
    }
    // The other replica may know a presence before the first replica has announced it.
    await eventually(() => signals.announced.length >= 2);
    await signals.caughtUp();
    expect(signals.announced.toSorted()).toEqual([alice, bob].toSorted());
    expect(await env.events()).toEqual([]);
    const table = await env.db.maybeOne<{ kind: string }>(
      sql`select relpersistence as kind from pg_class where oid = 'user_admin.presences'::regclass`,
    );
    expect(table?.kind).toBe('u');
  });

  it('with equal queries share one answer, and others get their own', async () => {
    const { presence_last_update_id: last } = await askUntil(env.client, bob, () => true);
    const query = { slimPresence: true, lastUpdateId: last + 1_000_000 };
    const { answers, answerOfPing } = await env.client.updatePresences(
      {
        pings: [
          { userId: alice, ...query },
          { userId: bob, ...query },
          { userId: bob, pingOnly: true },
          { userId: bob },
        ].map((ping) => PresencePing.fromPartial(ping)),
      },
      operator(),
    );
    expect(answerOfPing).toEqual([0, 0, 1, 2]);
    expect(JSON.parse(answers[0]!.toString())).toMatchObject({ presences: {} });
    expect(answers[1]!.toString()).toBe('{}');
    expect(JSON.parse(answers[2]!.toString()).presences).toHaveProperty(['alice@demo.example']);
  });

  it('return no presences while the organization disables presence, not even known ones', async () => {
    const disable = (isDisabled: boolean) =>
      env.client.updateOrganization(
        { changes: toSettingValues({ presence_disabled: isDisabled }) },
        as(env.ownerId),
      );
    const ofAlice = { user: { user: { $case: 'userId' as const, userId: alice } } };
    await ping(env.client, { userId: alice, isActive: true });
    for (const client of [env.client, env.other]) {
      await askUntil(client, bob, ({ presences }) => String(alice) in presences);
    }
    await disable(true);
    for (const client of [env.client, env.other]) {
      await askUntil(client, bob, ({ presences }) => Object.keys(presences).length === 0);
      const { fieldsJson } = await client.listPresences({ options: undefined }, as(bob));
      expect(JSON.parse(fieldsJson.toString()).presences).toEqual({});
      await expect(client.getUserPresence(ofAlice, as(bob))).rejects.toThrow('No presence data');
    }
    await disable(false);
    for (const client of [env.client, env.other]) {
      await askUntil(client, bob, ({ presences }) => String(alice) in presences);
    }
  });

  it('appear in the list of presences, whose text is not sent again to a caller that has it', async () => {
    await ping(env.client, { userId: alice, isActive: true });
    await askUntil(env.client, bob, ({ presences }) => String(alice) in presences);
    const list = async (heldTexts: Buffer[]) => {
      const options = { takesShared: true, heldTexts, asksAgain: true };
      const { fieldsJson, state } = await env.client.listPresences({ options }, as(bob));
      expect(fieldsJson).toHaveLength(0);
      expect(JSON.parse(state!.fieldsJson.toString())).toEqual({ server_timestamp: expect.any(Number) });
      return state!.shared;
    };
    // A pending ping changes the text when it is written: between two of these calls, or after the last one.
    await eventually(async () => {
      const [first, ...others] = await list([]);
      expect(others).toEqual([]);
      const [again] = await list([first!.digest]);
      if (!again!.digest.equals(first!.digest)) return false;
      expect(again).toEqual({ ...first, text: Buffer.alloc(0) });
      const { fieldsJson, state } = await env.client.listPresences({ options: undefined }, as(bob));
      expect(state).toBeUndefined();
      const { presences } = JSON.parse(fieldsJson.toString());
      const isActive = presences['alice@demo.example'].aggregated.status === 'active';
      return isActive && JSON.stringify(presences) === first!.text.toString();
    });
  });

  it('are accepted only from the gateway', async () => {
    const call = { ...operator(), principal: { userId: bob } };
    await expect(env.client.updatePresences({ pings: [] }, call)).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
  });
});

it('clients learn of changes only from pings when many people are online, because no change is announced', async () => {
  const env = await startEnv({ more: { PARLEY_USER_ADMIN_PRESENCE_MAX_ANNOUNCED: '1' } });
  try {
    await using signals = await listen(env);
    const people = [await env.account('carol'), await env.account('dave')];
    await ping(env.client, ...people.map((userId) => ({ userId, isActive: true })));
    await askUntil(env.client, people[0]!, ({ presences }) => String(people[1]) in presences);
    await signals.caughtUp();
    expect(signals.announced).toEqual([]);
  } finally {
    await env.stop();
  }
});
