import { sleep } from '@parley/core';
import { z } from 'zod';
import { ApiClient, fetchApiKey } from '../api-client.ts';
import { demoPassword, demoPeople } from '../demo.ts';
import type { SeedContext } from '../seed-context.ts';

/** People count as here for a little over two minutes after their client has last said so. */
const everyMs = 60_000;

/** Those who are here in the busy organization, and those who have left their keyboard. All others are away. */
const statuses: ReadonlyMap<string, 'active' | 'idle'> = new Map([
  ['admin@demo.example', 'active'],
  ['moderator@demo.example', 'active'],
  ['member3@demo.example', 'active'],
  ['member2@demo.example', 'idle'],
  ['member4@demo.example', 'idle'],
]);

/** Says of some people of the busy organization that they are here, as their clients would, until the deployment stops. */
export async function keepPresent({ url, signal }: Pick<SeedContext, 'url' | 'signal'>): Promise<void> {
  const here = demoPeople.flatMap(({ email }) => {
    const status = statuses.get(email);
    return status === undefined ? [] : [{ email, status }];
  });
  const clients = new Map<string, ApiClient>();
  const clientOf = async (email: string) => {
    const known = clients.get(email);
    if (known) return known;
    const apiKey = await fetchApiKey(url, email, demoPassword);
    const client = apiKey === undefined ? undefined : new ApiClient(url, email, apiKey, signal);
    if (client) clients.set(email, client);
    return client;
  };
  while (!signal.aborted) {
    for (const { email, status } of here) {
      const said = clientOf(email).then((client) =>
        client?.post(
          '/users/me/presence',
          { status, ping_only: 'true', new_user_input: 'false' },
          z.unknown(),
        ),
      );
      // A server that does not answer is asked again a minute later. Somebody may also have changed a password.
      await said.catch(() => undefined);
    }
    await sleep(everyMs, signal).catch(() => undefined);
  }
}
