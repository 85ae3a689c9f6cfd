import { setTimeout as pass } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import type { ContainerName } from './containers.ts';
import type { Deployment } from './deployment.ts';
import type { Observed, Traffic } from './traffic.ts';

const faultMs = 5_000;
const recoveryMs = 10_000;
/**
 * A fault causes fewer failed requests than this. A request fails when the process that handles it is killed, and its
 * client retries. Other requests wait.
 */
const maxFailed = 30;
const seconds = faultMs / 1_000;

/** A deployment and people who use it. */
export type Used = { deployment: Deployment; traffic: Traffic };

/** Adds the row of the fault to the table, and checks the invariants of every fault. */
export async function observe(
  { task }: TestContext,
  { deployment, traffic }: Used,
  fault: string,
  name: ContainerName,
  disturb: (replica: number) => Promise<void>,
): Promise<Observed> {
  const replica = name === deployment.programOf('relay') ? await deployment.activeRelay() : 1;
  await deployment.ready(name, replica);
  const isOver = () => deployment.isReady(name, replica);
  const row = await traffic.during(fault, () => disturb(replica), isOver);
  task.meta.observed = [...(task.meta.observed ?? []), row];
  expect(row).toMatchObject({ details: [], lost: 0, twice: 0, missed: 0, repeated: 0 });
  expect(row.recoveredMs).toBeLessThan(recoveryMs);
  // There is one balancer. While it does not run every attempt fails, and clients decide how many they make.
  if (name !== 'edge') expect(row.failed).toBeLessThan(maxFailed);
  return row;
}

/** Defines the tests of a container that is killed, frozen, or disconnected. */
export function disturbEach(names: readonly ContainerName[], used: () => Used): void {
  describe.each(names)('%s', (name) => {
    it('is killed and restarted', async (context) => {
      const { deployment } = used();
      const row = await observe(
        context,
        used(),
        `${name} killed, started 1 s later`,
        name,
        async (replica) => {
          await deployment.kill(name, replica);
          await pass(1_000);
          await deployment.start(name, replica);
        },
      );
      expect(row.registeredAgain).toBe(0);
    });

    it('is frozen and resumed', async (context) => {
      const { deployment } = used();
      const row = await observe(context, used(), `${name} frozen for ${seconds} s`, name, async (replica) => {
        await deployment.freeze(name, replica);
        await pass(faultMs);
        await deployment.thaw(name, replica);
      });
      expect(row.registeredAgain).toBe(0);
    });

    it('is disconnected from the network and reconnected', async (context) => {
      const { deployment } = used();
      const fault = `${name} without network for ${seconds} s, back at another address`;
      const row = await observe(context, used(), fault, name, async (replica) => {
        await deployment.disconnect(name, replica);
        await pass(faultMs);
        await deployment.connect(name, replica);
      });
      expect(row.registeredAgain).toBe(0);
    });
  });
}
