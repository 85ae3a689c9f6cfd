import { Cluster } from '@parley/test-kit';
import { expect, it } from 'vitest';

// Verifies that a replica that was frozen does not store a change that its caller has sent to another replica meanwhile, over
// newer changes.

const freezes = 6;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// Frequent calls share a stream. Rare ones are sent one by one.
it.each([
  ['frequent', 20],
  ['rare', 200],
])(
  'stores each of %s statuses once and in order while replicas of user-admin are frozen',
  async (_, everyMs) => {
    await using cluster = await Cluster.start({ replicas: { 'user-admin': 2, gateway: 2 } });
    const { alice } = await cluster.organization.add('alice');
    const queue = (await alice!.register({ event_types: ['user_status'] })).start();
    let isDone = false;
    const sent: string[] = [];
    const sending = (async () => {
      while (!isDone) {
        const status = `status ${sent.length}`;
        await alice!.api.post('/users/me/status', { status_text: status });
        sent.push(status);
        await pause(everyMs);
      }
    })();
    for (let count = 0; count < freezes; count++) {
      const replica = 1 + (count % 2);
      await pause(1_000);
      await cluster.kill('user-admin', replica, 'SIGSTOP');
      await pause(5_000);
      await cluster.kill('user-admin', replica, 'SIGCONT');
    }
    await pause(1_000);
    isDone = true;
    await sending;
    await queue.waitFor((events) => events.at(-1)?.status_text === sent.at(-1));
    expect(queue.ofType('user_status').map(({ status_text }) => status_text)).toEqual(sent);
    await queue.stop();
  },
);
