import { bestEffort, type Logger } from '@parley/core';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import {
  type Call,
  type ClosableRpcClient,
  createRpcClient,
  type LocalServices,
  NameWatch,
  type RpcClient,
  replicaAddresses,
} from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { type Activity, noActivity } from '../domain/presence.ts';

export type ActivityOptions = {
  /** `host:port` of each replica of `event-queue`, or `dns:///name:port` for all addresses of a DNS name. */
  addresses: readonly string[];
  secret: string;
  local: LocalServices | undefined;
  userAdmin: Pick<RpcClient<typeof UserAdminServiceService>, 'findLastActivity'>;
  logger: Logger;
};

/** Time limit for the answer of a replica, in milliseconds. Only an overloaded replica exceeds it. */
const pollTimeoutMs = 2_000;

type Queues = ClosableRpcClient<typeof EventQueueServiceService>;

/** Every replica of `event-queue` is asked, because each knows only the polls that it received. */
export class ActivitySource {
  readonly #options: ActivityOptions;
  readonly #replicas = new Map<string, Queues>();
  readonly #watch: NameWatch;

  constructor(options: ActivityOptions) {
    this.#options = options;
    const { addresses, secret, local, logger } = options;
    const replicas = this.#replicas;
    this.#watch = new NameWatch({
      addresses: replicaAddresses(EventQueueServiceService, { addresses, local }),
      onAdded(address) {
        if (replicas.has(address)) return;
        const client = createRpcClient(EventQueueServiceService, { addresses: [address], secret, local });
        replicas.set(address, client);
      },
      onRemoved(address) {
        replicas.get(address)?.close();
        replicas.delete(address);
      },
      onLost: (name, err) =>
        logger.warn({ err, name }, 'the name does not resolve; keeping the known replicas'),
    });
  }

  /** People without known activity may be missing. @throws UNAVAILABLE when `user-admin` does not answer */
  async activityOf(userIds: readonly UserId[], call: Call): Promise<Map<number, Activity>> {
    const nowMs = Date.now();
    const [reported, polled] = await Promise.all([
      this.#options.userAdmin.findLastActivity({ userIds: [...userIds] }, call),
      this.#pollingOf(userIds, { ...call, deadline: Math.min(call.deadline, nowMs + pollTimeoutMs) }),
    ]);
    const found = new Map<number, Activity>();
    for (const { userId, activeAt, connectedAt } of reported.people) {
      found.set(userId, { ...noActivity, activeAtMs: activeAt * 1000, connectedAtMs: connectedAt * 1000 });
    }
    for (const { userId, idleMs } of polled) {
      const known = found.get(userId) ?? noActivity;
      found.set(userId, { ...known, polledAtMs: Math.max(known.polledAtMs, nowMs - idleMs) });
    }
    return found;
  }

  /** Returns who polls at which replica. Replicas that do not answer are left out. */
  async #pollingOf(userIds: readonly UserId[], call: Call) {
    const { logger } = this.#options;
    const answers = await Promise.all(
      Array.from(this.#replicas.values(), (replica) =>
        bestEffort(logger, 'a replica of event-queue could not be asked who polls', () =>
          replica.findPolling({ userIds: [...userIds] }, call),
        ),
      ),
    );
    return answers.flatMap((answer) => answer?.people ?? []);
  }

  close(): void {
    this.#watch.close();
    for (const replica of this.#replicas.values()) replica.close();
  }
}
