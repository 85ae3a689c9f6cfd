import { Cluster, until } from '@parley/test-kit';
import { startFcm } from '@parley/test-servers';
import { expect, it } from 'vitest';

const messages = 40;

it('pushes every message to a phone while the processes that push it are killed', async () => {
  await using fcm = await startFcm();
  await using cluster = await Cluster.start({
    replicas: { notify: 2 },
    env: {
      PARLEY_NOTIFY_IDLE_SECONDS: '1',
      PARLEY_FCM_URL: fcm.url,
      PARLEY_FCM_CREDENTIALS_FILE: fcm.credentialsFile,
    },
  });
  const { organization } = cluster;
  const { sender, reader } = await organization.add('sender', 'reader');
  await reader.api.post('/users/me/android_gcm_reg_id', { token: 'phone' });
  const killings: Record<number, () => Promise<void>> = {
    5: () => cluster.kill('notify', 1),
    10: () => cluster.kill('nats'),
    15: () => cluster.kill('notify', 2),
    20: () => cluster.kill('postgresql'),
    25: () => cluster.kill('relay'),
    30: () => cluster.kill('messaging'),
  };
  const ids: number[] = [];
  for (let number = 0; number < messages; number++) {
    // The fake push service is sometimes overloaded.
    if (number % 7 === 0) fcm.answers.push({ status: 503, headers: { 'retry-after': '1' } });
    const killing = killings[number]?.();
    ids.push(
      await until(
        'a message is sent',
        () => sender.sendDirect([reader], `message ${number}`).catch(() => undefined),
        120_000,
      ),
    );
    await killing;
  }
  const pushed = () => new Set(fcm.received.map(({ data }) => Number(data.zulip_message_id)));
  await until(
    'every message is pushed',
    async () => ids.every((id) => pushed().has(id)) || undefined,
    240_000,
  );
  const others = [...pushed()].filter((id) => !Number.isNaN(id) && !ids.includes(id));
  // A send that failed for its client may have been stored nevertheless. Such a message is pushed too.
  expect(others.length).toBeLessThanOrEqual(Object.keys(killings).length * 3);
  await cluster.kill('notify', 1);
  await until('the messages are read', () =>
    reader.api.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' }).catch(() => undefined),
  );
  const removed = () =>
    new Set(fcm.received.flatMap(({ data }) => (data.zulip_message_ids ?? '').split(',').map(Number)));
  await until(
    'every notification is removed',
    async () => ids.every((id) => removed().has(id)) || undefined,
    240_000,
  );
});
