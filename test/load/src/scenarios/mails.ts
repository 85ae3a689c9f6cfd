import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '@parley/test-kit';
import { type Bench, createChannel } from '../bench.ts';
import { nextMessage, startChild } from '../child.ts';
import { generateSubscribers } from '../generate-subscribers.ts';
import type { MailSinkCount, MailSinkStarted } from '../mail-sink.ts';
import { clusterCpu, total } from '../processes.ts';
import type { Figure } from '../report.ts';

/** Number of recipients. The environment variable `BENCH_MAILED` reduces it for a shorter trial run. */
const people = Number(process.env.BENCH_MAILED ?? 10_000);
/**
 * Time in milliseconds during which no mails are sent. Mails are due two minutes after the message
 * (`email_notifications_batching_period_seconds`).
 */
const beforeDueMs = 90_000;
const maxMs = 600_000;

/** Measures the cost of mails about missed messages, and the number of mails per second, with a local mail server. */
export async function mails(say: Bench['say']): Promise<Figure[]> {
  const sink = startChild('mail-sink');
  try {
    const { url } = await nextMessage<MailSinkStarted>(sink);
    say('Starting every service as a process, with a mail server');
    await using cluster = await Cluster.start({ env: { PARLEY_SMTP_URL: url, PARLEY_MAIL_DIR: '' } });
    const { organization } = cluster;
    const { sender } = await organization.add('sender');
    const crowded = await createChannel({ cluster, organization, sender } as Bench, 'crowded');
    await generateSubscribers(cluster, crowded, people);
    await organization.owner.subscribe(['crowded']);
    say(`Mentioning ${people} people who are away`);
    await organization.owner.send('crowded', 'Dear @**all**, lunch is ready.');
    await sleep(beforeDueMs);
    const before = clusterCpu(cluster);
    const count = () => {
      const answer = nextMessage<MailSinkCount>(sink);
      sink.send('count');
      return answer;
    };
    const startedMs = performance.now();
    let counted = await count();
    while (counted.recipients < people && performance.now() - startedMs < maxMs) {
      await sleep(100);
      counted = await count();
    }
    const { recipients, firstMs, lastMs } = counted;
    if (recipients < people) throw new Error(`${recipients} of ${people} people got a mail.`);
    const after = clusterCpu(cluster);
    const perMail = (used: number) => (used / people) * 1e6;
    const byService = [...after.keys()].map(
      (service) => `${service} ${perMail(after.get(service)! - before.get(service)!).toFixed(0)}`,
    );
    say(`CPU per mail in µs: ${byService.join(', ')}`);
    const method = `@all to ${people.toLocaleString('en')} people who are away, one mail each, from the time at which they are due; the mail server runs on the same machine`;
    return [
      {
        name: 'mails per second of one replica of notify',
        value: people / ((lastMs - firstMs) / 1_000),
        unit: 'per s',
        method,
      },
      {
        name: 'CPU of notify per mail',
        value: perMail(after.get('notify')! - before.get('notify')!),
        unit: 'µs',
        method,
      },
      {
        name: 'CPU of all processes per mail',
        value: perMail(total(after) - total(before)),
        unit: 'µs',
        method,
      },
    ];
  } finally {
    const ended = once(sink, 'exit');
    sink.disconnect();
    await ended;
  }
}
