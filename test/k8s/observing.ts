import { loadavg } from 'node:os';
import { until } from '@parley/test-kit';
import { expect, inject, type TestContext } from 'vitest';
import { type Observed, Traffic } from '../e2e/traffic.ts';
import { Cluster } from './cluster.ts';
import { Installation } from './installation.ts';

/**
 * Kinds of disturbances: a planned change (no request fails), a fault that kills processes (the requests that they
 * handled fail), a failover (at most one request in a thousand fails).
 */
export type Kind = 'change' | 'fault' | 'failover';

const recoveryMs = { change: 10_000, fault: 10_000, failover: 30_000 };
/** A kill fails fewer requests than this: those that the killed process was handling. */
const maxFailed = 30;
const maxMs = 180_000;

let shared: Promise<Users> | undefined;

/** The users of a run, who are there from its first test to its last. */
export class Users {
  readonly installation: Installation;
  readonly cluster: Cluster;
  readonly #traffic: Traffic;

  private constructor(installation: Installation, traffic: Traffic) {
    this.installation = installation;
    this.cluster = installation.cluster;
    this.#traffic = traffic;
  }

  /** Returns the users, who begin at the first call. */
  static async ofRun(): Promise<Users> {
    shared ??= Users.#begin();
    return shared;
  }

  static async #begin(): Promise<Users> {
    const installation = await Installation.on(new Cluster(inject('prepared').place));
    return new Users(installation, await Traffic.start(installation));
  }

  /** Adds a row about `what` to the published table, and checks the limits of its kind. */
  async during(
    { task }: TestContext,
    kind: Kind,
    what: string,
    happens: () => Promise<void>,
    isOver: () => Promise<boolean> = () => this.installation.isReady(),
  ): Promise<Observed> {
    await until('everything is ready', () => this.installation.isReady(), maxMs);
    const row = await this.#traffic.during(what, happens, isOver, maxMs);
    task.meta.onCluster = [...(task.meta.onCluster ?? []), { ...row, load: loadavg()[0]! }];
    // The steps of a test follow each other, so a missed aim does not end it.
    expect
      .soft(row)
      .toMatchObject({ details: [], lost: 0, twice: 0, missed: 0, repeated: 0, registeredAgain: 0 });
    expect.soft(row.recoveredMs).toBeLessThan(recoveryMs[kind]);
    const failures = row.failures.join('\n');
    if (kind === 'change') expect.soft(row.failed, failures).toBe(0);
    if (kind === 'fault') expect.soft(row.failed, failures).toBeLessThan(maxFailed);
    if (kind === 'failover')
      expect.soft(row.failed / row.operations, failures).toBeLessThanOrEqual(1 / 1_000);
    return row;
  }
}
