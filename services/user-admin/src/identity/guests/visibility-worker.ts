/** What changes whom guests see: subscriptions, first direct messages, roles and the organization's setting. */

import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats, type FollowedEvent, type Worker, work, workerMetrics } from '@parley/event-log';
import { backgroundCall } from '@parley/rpc';
import { roles } from '@parley/rules';
import { readRealm } from '../../kernel/db/realm.ts';
import { areGuestsLimited } from '../../kernel/domain/visibility.ts';
import type { Ctx } from '../context.ts';
import { listDueGuests, listGuests } from '../db/guests.ts';
import { reconcileGuests, reconcilePeople } from './reconcile.ts';

/** Each guest is compared once in this time, by whichever replica looks first; new ones at once. */
const compareAfterSeconds = 3_600;
const lookEveryMs = 60_000;
const comparedAtOnce = 100;
/** Direct conversations known to be in. */
const maxConversations = 50_000;

export type VisibilityFollower = { start(): void; running(): boolean; stop(): Promise<void> };

/** Follows the log and compares what guests share whenever it may have changed. */
export function createVisibilityFollower(ctx: Ctx): VisibilityFollower {
  const stopping = new AbortController();
  let nats: NatsConnection | undefined;
  let worker: Worker | undefined;
  let comparing: NodeJS.Timeout | undefined;
  /** Guests as of the last look; undefined when somebody's role may have changed since. */
  let guestIds: ReadonlySet<number> | undefined;
  const conversations = new Set<number>();

  async function guests(): Promise<ReadonlySet<number>> {
    guestIds ??= new Set((await listGuests(ctx.db)).map(({ guestId }) => guestId));
    return guestIds;
  }

  async function changed(userIds: readonly number[], signal: AbortSignal): Promise<void> {
    const known = await guests();
    if (known.size === 0) return;
    const call = backgroundCall({ signal });
    const own = userIds.filter((id) => known.has(id));
    const others = userIds.filter((id) => !known.has(id));
    if (own.length > 0) await reconcileGuests(ctx, call, own);
    // A guest who came is seen by the other guests, too.
    await reconcilePeople(ctx, call, [...others, ...own]);
  }

  async function handle({ fact }: FollowedEvent, signal: AbortSignal): Promise<void> {
    switch (fact?.$case) {
      case 'userChanged': {
        const { user, previousRole } = fact.userChanged;
        if (!user || (user.role !== roles.guest && previousRole !== roles.guest)) return;
        guestIds = undefined;
        return await reconcileGuests(ctx, backgroundCall({ signal }), [user.userId]);
      }
      case 'subscriptionsAdded':
        return await changed(fact.subscriptionsAdded.userIds, signal);
      case 'subscriptionsRemoved':
        return await changed(fact.subscriptionsRemoved.userIds, signal);
      case 'messageSent': {
        if (fact.messageSent.place?.$case !== 'direct') return;
        const { conversationId, recipients } = fact.messageSent.place.direct;
        if (conversations.has(conversationId)) return;
        const userIds = recipients.map(({ userId }) => userId);
        const known = await guests();
        if (userIds.some((id) => known.has(id))) await changed(userIds, signal);
        if (conversations.size >= maxConversations) conversations.clear();
        conversations.add(conversationId);
        return;
      }
      case 'organizationChanged': {
        const limited = areGuestsLimited(await readRealm(ctx.db, ctx.config));
        const rows = await listGuests(ctx.db);
        if (rows.every(({ isLimited }) => isLimited === limited)) return;
        return await reconcileGuests(ctx, backgroundCall({ signal }));
      }
    }
  }

  async function compareDue(): Promise<void> {
    const due = await listDueGuests(ctx.db, compareAfterSeconds, comparedAtOnce);
    if (due.length > 0) await reconcileGuests(ctx, backgroundCall({ signal: stopping.signal }), due);
  }

  function compare(): void {
    compareDue().catch((error: Error) =>
      ctx.logger.warn({ reason: error.message }, 'whom guests see was not compared'),
    );
  }

  async function begin(): Promise<void> {
    const connection = await connectNats({ url: ctx.config.nats.url, name: 'parley-user-admin-visibility' });
    if (stopping.signal.aborted) return await connection.close();
    nats = connection;
    const { prefix, replicas } = ctx.config.nats;
    worker = work({
      nats: connection,
      prefix,
      // Its place in the log is kept under this name since the first release.
      name: 'user-admin-sights',
      from: 'head',
      facts: [
        'userChanged',
        'subscriptionsAdded',
        'subscriptionsRemoved',
        'organizationChanged',
        'messageSent',
      ],
      // Most messages are sent to channels: they are not even decoded.
      handle: (event, signal) =>
        event.message && event.message.channelId !== 0 ? undefined : handle(event, signal),
      logger: ctx.logger,
      counters: workerMetrics(ctx.registry, 'user-admin-visibility'),
      storage: { replicas },
    });
    compare();
    comparing = setInterval(compare, lookEveryMs);
  }

  return {
    // The service does not wait for it: people sign in without NATS.
    start() {
      begin().catch((error: Error) =>
        ctx.logger.warn({ reason: error.message }, 'whom guests see is not followed'),
      );
    },
    running: () => worker?.running() ?? false,
    async stop() {
      stopping.abort();
      clearInterval(comparing);
      await worker?.stop();
      await nats?.close();
    },
  };
}
