import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it, type TestContext } from 'vitest';
import { Deployment } from './deployment.ts';
import { observeMails } from './mailing.ts';

// Mails about messages, and replies by mail, while the service that sends and takes them, or the mail server, fails:
// none is lost, and none is written twice (docs/decisions/notifications.md#what-is-promised-when-a-process-fails).

const faultMs = 5_000;
const seconds = faultMs / 1_000;
/** Time within which all mails and replies arrive. A mail that was not accepted is sent again after two minutes. */
const recoveryMs = 240_000;
const timeout = 900_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.of(inject('run'));
});

async function observe(
  { task }: TestContext,
  fault: string,
  name: string,
  disturb: () => Promise<void>,
): Promise<void> {
  const row = await observeMails(deployment, fault, name, disturb);
  task.meta.mailed = [...(task.meta.mailed ?? []), row];
  expect(row).toMatchObject({ mailsLost: 0, mailsTwice: 0, repliesLost: 0, repliesTwice: 0 });
  expect(row.replies).toBeGreaterThan(0);
  expect(Math.max(row.mailedMs, row.repliedMs)).toBeLessThan(recoveryMs);
}

describe.each(['parley', 'mail'] as const)('mails while %s', (name) => {
  it('is killed and restarted', { timeout }, async (context) => {
    await observe(context, `${name} killed, started 1 s later`, `killed-${name}`, async () => {
      await deployment.kill(name);
      await sleep(1_000);
      await deployment.start(name);
    });
  });

  it('is frozen and resumed', { timeout }, async (context) => {
    await observe(context, `${name} frozen for ${seconds} s`, `frozen-${name}`, async () => {
      await deployment.freeze(name);
      await sleep(faultMs);
      await deployment.thaw(name);
    });
  });

  it('is disconnected from the network and reconnected', { timeout }, async (context) => {
    const fault = `${name} without network for ${seconds} s, back at another address`;
    await observe(context, fault, `cut-${name}`, async () => {
      await deployment.disconnect(name);
      await sleep(faultMs);
      await deployment.connect(name);
    });
  });
});
