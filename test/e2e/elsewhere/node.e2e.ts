import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, ParleyContainer, type StartedParleyContainer } from '@parley/testcontainers';
import { describe, expect, inject, it } from 'vitest';
import { docker, say } from '../docker.ts';

const image = inject('allInOne');
const megabyte = 10 ** 6;

type Answer = {
  status: number;
  id: number;
  queue_id: string;
  code?: string;
  messages: { content: string }[];
};

const as = ({ url }: StartedParleyContainer, { email, apiKey }: Account) => {
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
  return async (method: string, path: string, parameters: Record<string, string>): Promise<Answer> => {
    const query = new URLSearchParams(parameters);
    const response =
      method === 'GET'
        ? await fetch(`${url}/api/v1${path}?${query}`, { headers: { authorization } })
        : await fetch(`${url}/api/v1${path}`, { method, headers: { authorization }, body: query });
    return { ...((await response.json()) as Answer), status: response.status };
  };
};

describe('the container for tests', () => {
  it('has at most 600 MB', async () => {
    const { stdout } = await docker('image', 'inspect', '--format', '{{.Size}}', image);
    say(`The all-in-one image has ${Math.round(Number(stdout) / megabyte)} MB`);
    expect(Number(stdout)).toBeLessThanOrEqual(600 * megabyte);
  });

  it('provides an organization with keys at its public address, and resets changes of tests', async () => {
    const startedMs = performance.now();
    await using parley = await new ParleyContainer(image).start();
    say(`Ready after ${Math.round(performance.now() - startedMs)} ms`);
    const [sender, reader] = [parley.account('member1'), parley.account('member2')];
    const [send, read] = [as(parley, sender), as(parley, reader)];
    const newest = { anchor: 'newest', num_before: '1', num_after: '0', apply_markdown: 'false' };
    const newestContent = async () => (await read('GET', '/messages', newest)).messages[0]!.content;
    const before = await newestContent();

    const times: number[] = [];
    for (let round = 0; round < 10; round++) {
      const { queue_id } = await read('POST', '/register', { event_types: '["message"]' });
      const content = `message ${round}`;
      await send('POST', '/messages', { type: 'channel', to: 'general', topic: 'tests', content });
      const events = await read('GET', '/events', { queue_id, last_event_id: '-1' });
      expect(JSON.stringify(events)).toContain(content);
      expect(await newestContent()).toBe(content);
      const beganMs = performance.now();
      await parley.reset();
      times.push(performance.now() - beganMs);
      expect(await newestContent()).toBe(before);
      const late = await read('GET', '/events', { queue_id, last_event_id: '-1', dont_block: 'true' });
      expect(late.code).toBe('BAD_EVENT_QUEUE_ID');
    }
    const sorted = times.toSorted((one, other) => one - other).map(Math.round);
    say(`A reset takes ${sorted[4]} ms (median of 10), ${sorted[9]} ms at most`);

    const settings = (await (await fetch(`${parley.url}/api/v1/server_settings`)).json()) as {
      realm_url: string;
    };
    expect(settings.realm_url).toBe(parley.url);
    const folder = mkdtempSync(join(tmpdir(), 'parley-logs-'));
    await parley.saveLogs(folder);
    expect(readdirSync(folder)).toContain('parley-1.log');
  });

  it('starts with an organization that has no account except its owner', async () => {
    await using parley = await new ParleyContainer(image).withOrganization('owner').start();
    expect(parley.accounts.map(({ email, role }) => [email, role])).toEqual([['owner@demo.example', 100]]);
    expect(() => parley.account('member1')).toThrow(/no account member1/);
  });

  it('shows the reason when it does not start', async () => {
    const broken = new ParleyContainer(image).withEnvironment({ PARLEY_LOG_LEVEL: 'loud' });
    await expect(broken.start()).rejects.toThrow(/PARLEY_LOG_LEVEL: must be one of/);
  });
});
