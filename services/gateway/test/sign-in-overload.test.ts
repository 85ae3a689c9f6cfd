import { expect, it } from 'vitest';
import { send, startTestGateway, text } from './support.ts';

const load = { maxWorking: 2, maxWaiting: 1, maxSignIns: 6, targetMs: 150, maxLagMs: 60_000 };
const signIn = {
  method: 'POST',
  url: '/api/v1/fetch_api_key',
  form: { username: 'iago@demo.example', password: 'any' },
  anonymous: true,
} as const;
const own = { method: 'GET', url: '/api/v1/users/me' } as const;

it('refuses excess sign-ins without refusing other requests', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const { promise: allWait, resolve: reached } = Promise.withResolvers<void>();
  let waiting = 0;
  await using gateway = await startTestGateway({
    config: { load },
    services: {
      userAdmin: {
        fetchApiKey: async () => {
          if (++waiting === load.maxSignIns) reached();
          await end;
          return { apiKey: 'k'.repeat(32), email: 'iago@demo.example', userId: 7 };
        },
        getOwnUser: async () => ({ userJson: text({ user_id: 7 }) }),
      },
    },
  });
  const accepted: ReturnType<typeof send>[] = [];
  try {
    for (let n = 0; n < load.maxSignIns; n++) accepted.push(send(gateway, signIn));
    await Promise.race([allWait, ...accepted]);

    // More sign-ins wait than the limit for ordinary requests allows. Ordinary requests are still served, because sign-ins have
    // a limit of their own.
    for (let n = 0; n < load.maxWorking; n++) expect((await send(gateway, own)).status).toBe(200);
    const refused = await send(gateway, signIn);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body).toMatchObject({ code: 'UNAVAILABLE' });
  } finally {
    resolve();
  }
  const statuses = (await Promise.all(accepted)).map(({ status }) => status);
  expect(statuses).toEqual(Array(load.maxSignIns).fill(200));
});
