import { errors, type ParleyError } from '@parley/core';
import { eventually, Link } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import { choose } from '../../src/polls/rendezvous.ts';
import { type Asked, answer, pollsOf, Replica, request } from './replica.ts';

describe('polls', () => {
  it('that arrive together are sent in shared frames, or one by one to a replica that requires that', async () => {
    await using newer = await new Replica().start();
    await using older = new Replica();
    older.takesManyPolls = false;
    await older.start();
    for (const replica of [newer, older]) {
      replica.onPoll = ({ pollId, queueId, send }) => send(answer([pollId], `["${queueId}"]`));
      await using polls = pollsOf(replica);
      await polls.linked(1);
      const asked = Array.from({ length: 600 }, (_, at) => polls.poll(request(`e:${at}`)));
      const answers = (await Promise.all(asked)).map((bytes) => Buffer.from(bytes).toString());
      expect(answers).toEqual(asked.map((_, at) => `["e:${at}"]`));
    }
    expect(newer.frames).toEqual([256, 256, 88]);
    expect(older.frames).toEqual(Array(600).fill(1));
  });

  it('are cancelled only after they were sent, however soon their clients disconnect', async () => {
    await using replica = await new Replica().start();
    await using polls = pollsOf(replica);
    await polls.linked(1);
    const client = new AbortController();
    const left = polls.poll(request('e:left', { signal: client.signal }));
    const stays = polls.poll(request('e:stays'));
    client.abort();
    await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await eventually(() => replica.cancelled.length === 1 && replica.asked.length === 2);
    expect(replica.cancelled).toEqual([replica.asked[0]!.pollId]);
    const { pollId, send } = replica.asked[1]!;
    send(answer([pollId], '["here"]'));
    expect(Buffer.from(await stays).toString()).toBe('["here"]');
  });

  it('are answered by shared frames, and each queue always goes to the same replica', async () => {
    await using a = await new Replica().start();
    await using b = await new Replica().start();
    await using polls = pollsOf(a, b);
    await polls.linked(2);
    const ids = Array.from({ length: 40 }, (_, at) => `e:${at}`);
    const candidates = [a, b].map((replica) => ({ address: `127.0.0.1:${replica.port}`, replica }));
    const answers = Promise.all(ids.map((id) => polls.poll(request(id))));
    await eventually(() => a.asked.length + b.asked.length === 40);
    for (const replica of [a, b]) {
      expect(replica.asked.length).toBeGreaterThan(5);
      for (const { queueId } of replica.asked) expect(choose(queueId, candidates)!.replica).toBe(replica);
      const pollIds = replica.asked.map(({ pollId }) => pollId);
      replica.say(answer(pollIds, '[1]'));
    }
    expect((await answers).map(String)).toEqual(ids.map(() => '[1]'));
  });

  it('move to another replica with the same position when theirs is killed or stops', async () => {
    for (const how of ['killed', 'leaving'] as const) {
      await using a = await new Replica().start();
      await using b = await new Replica().start();
      await using polls = pollsOf(a, b);
      const got = polls.poll(request('e:queue'));
      await eventually(() => a.asked.length + b.asked.length === 1);
      const [first, second] = a.asked.length === 1 ? [a, b] : [b, a];
      second.onPoll = ({ pollId, send, lastEventId }) => send(answer([pollId], `[${lastEventId}]`));
      if (how === 'killed') await first.kill();
      else first.say({ $case: 'leaving', leaving: {} });
      expect(String(await got)).toBe('[7]');
    }
  });

  it('wait for a replica that is restarted', async () => {
    const replica = await new Replica().start();
    await using link = await Link.to(replica.port);
    await using polls = pollsOf(link);
    const got = polls.poll(request('e:queue'));
    await eventually(() => replica.asked.length === 1);
    link.lead(undefined);
    await replica.kill();
    await eventually(() => polls.ready() === false);
    await using again = new Replica();
    again.onPoll = ({ pollId, send }) => send(answer([pollId], '[2]'));
    await again.start();
    link.lead(again.port);
    expect(String(await got)).toBe('[2]');
    expect(polls.ready()).toBe(true);
  });

  it('move to another replica when one refuses, and fail when all refuse', async () => {
    await using a = await new Replica().start();
    await using b = await new Replica().start();
    const refuse = ({ pollId, send }: Asked) =>
      send({
        $case: 'error',
        error: {
          pollId,
          code: 'UNAVAILABLE',
          message: 'Full.',
          fieldsJson: Buffer.from('{}'),
          status: 503,
          text: undefined,
        },
      });
    a.onPoll = refuse;
    b.onPoll = ({ pollId, send }) => send(answer([pollId], '[3]'));
    await using polls = pollsOf(a, b);
    await polls.linked(2);
    for (let at = 0; at < 20; at++) expect(String(await polls.poll(request(`e:${at}`)))).toBe('[3]');
    expect(a.asked.length).toBeGreaterThan(0);
    b.onPoll = refuse;
    await expect(polls.poll(request('e:1'))).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Full.' });
  });

  it('pass on errors of the catalogue', async () => {
    await using a = await new Replica().start();
    await using polls = pollsOf(a);
    const { code, message, fields, status } = errors.badEventQueueId('e:1');
    const text = { template: 'Bad event queue id: {queueId}', values: { queueId: 'e:1' } };
    a.onPoll = ({ pollId, send }) =>
      send({
        $case: 'error',
        error: { pollId, code, message, fieldsJson: Buffer.from(JSON.stringify(fields)), status, text },
      });
    const refusal = await polls.poll(request('e:1')).catch((error: ParleyError) => error);
    expect(refusal).toMatchObject({ code, message, fields, status });
    expect((refusal as ParleyError).text).toEqual(text);
  });

  it('are cancelled when the client disconnects or the deadline passes', async () => {
    await using a = await new Replica().start();
    await using polls = pollsOf(a);
    const client = new AbortController();
    const left = polls.poll(request('e:1', { signal: client.signal }));
    await eventually(() => a.asked.length === 1);
    client.abort();
    await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(polls.poll(request('e:2', { timeoutMs: 50 }))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await eventually(() => a.cancelled.length === 2);
    expect(a.cancelled).toEqual(a.asked.map(({ pollId }) => pollId));
  });

  it('are all answered without events when the gateway stops', async () => {
    await using a = await new Replica().start();
    await using polls = pollsOf(a);
    const waiting = Array.from({ length: 10 }, (_, at) => polls.poll(request(`e:${at}`)));
    await eventually(() => a.asked.length === 10);
    await polls.drain(0);
    expect((await Promise.all(waiting)).map(String)).toEqual(Array(10).fill('[]'));
    expect(String(await polls.poll(request('e:late')))).toBe('[]');
  });

  it('are answered gradually when the gateway stops, not all at the same time', async () => {
    await using a = await new Replica().start();
    await using polls = pollsOf(a);
    const answeredAt: number[] = [];
    const waiting = Array.from({ length: 10 }, async (_, at) => {
      await polls.poll(request(`e:${at}`));
      answeredAt.push(performance.now());
    });
    await eventually(() => a.asked.length === 10);
    const startedAt = performance.now();
    await polls.drain(200);
    await Promise.all(waiting);
    expect(answeredAt).toHaveLength(10);
    // The answers to ten polls are spread over 200 ms, so one is answered every 20 ms.
    expect(answeredAt.filter((at) => at - startedAt > 80).length).toBeGreaterThanOrEqual(4);
  });

  it('are answered in time when the process is so busy that each step takes several times as long', async () => {
    await using a = await new Replica().start();
    await using polls = pollsOf(a);
    const waiting = Array.from({ length: 100 }, (_, at) => polls.poll(request(`e:${at}`)));
    await eventually(() => a.asked.length === 100);
    let busySteps = 0;
    const keepBusy = setInterval(() => {
      busySteps++;
      const until = performance.now() + 100;
      while (performance.now() < until);
    }, 0);
    await polls.drain(400).finally(() => clearInterval(keepBusy));
    // Four steps of 100 ms fill the 400 ms. A drain with a fixed number of steps would take twenty.
    expect(busySteps).toBeLessThan(10);
    await Promise.all(waiting);
  });
});
