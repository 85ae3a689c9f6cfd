/** Follows subscriptions, direct messages, roles, and the organization's setting. */
import { every } from '@parley/core';
import { type FollowedEvent, type NatsSource, work, workerMetrics } from '@parley/event-log';
import { backgroundCall } from '@parley/rpc';
import { roles, type UserId } from '@parley/rules';
import { areGuestsLimited } from '../kernel/domain/guest-visibility.ts';
import { createDbScope, type DbScope } from '../kernel/scope.ts';
import type { Ctx } from './context.ts';
import { listDueGuests, listGuests } from './db/guests.ts';
import { reconcileGuests, reconcilePeople } from './reconcile-contacts.ts';

/** Interval in which one of the replicas compares each guest's contacts, in seconds. New guests are compared immediately. */
const compareAfterSeconds = 3_600;
const checkEveryMs = 60_000;
const maxDueGuests = 100;
/**
 * Maximum number of direct conversations that are remembered. Who takes part in a conversation never changes, so only its first
 * message can give a guest new contacts, and later messages of a remembered conversation are ignored.
 */
const maxKnownConversations = 50_000;

export type VisibilityWorker = {
  /** Returns whether this replica is working, or is on standby for the replica that is. */
  running(): boolean;
  stop(): Promise<void>;
};

/** It starts working when NATS is connected. */
export function startVisibilityWorker(ctx: Ctx, nats: NatsSource): VisibilityWorker {
  const stopping = new AbortController();
  /** IDs of guests; undefined when a role may have changed since they were read. */
  let guestIds: ReadonlySet<UserId> | undefined;
  const knownConversations = new Set<number>();

  const scopeOf = (signal: AbortSignal): DbScope => createDbScope(ctx, backgroundCall({ signal }));

  async function guests(): Promise<ReadonlySet<UserId>> {
    guestIds ??= new Set((await listGuests(ctx.db)).map(({ guestId }) => guestId));
    return guestIds;
  }

  async function handleChangeOf(userIds: readonly UserId[], signal: AbortSignal): Promise<void> {
    const known = await guests();
    if (known.size === 0) return;
    const openScope = () => scopeOf(signal);
    const guestsAmong = userIds.filter((id) => known.has(id));
    const others = userIds.filter((id) => !known.has(id));
    if (guestsAmong.length > 0) await reconcileGuests(ctx, openScope, guestsAmong);
    // Also compares guests as possible contacts of other guests.
    await reconcilePeople(ctx, openScope, [...others, ...guestsAmong]);
  }

  async function handle({ fact }: FollowedEvent, signal: AbortSignal): Promise<void> {
    switch (fact?.$case) {
      case 'userChanged': {
        const { user, previousRole } = fact.userChanged;
        if (!user || (user.role !== roles.guest && previousRole !== roles.guest)) return;
        guestIds = undefined;
        return await reconcileGuests(ctx, () => scopeOf(signal), [user.userId]);
      }
      case 'subscriptionsAdded':
        return await handleChangeOf(fact.subscriptionsAdded.userIds, signal);
      case 'subscriptionsRemoved':
        return await handleChangeOf(fact.subscriptionsRemoved.userIds, signal);
      case 'messageSent': {
        if (fact.messageSent.place?.$case !== 'direct') return;
        const { conversationId, recipients } = fact.messageSent.place.direct;
        if (knownConversations.has(conversationId)) return;
        const userIds = recipients.map(({ userId }) => userId);
        const known = await guests();
        if (userIds.some((id) => known.has(id))) await handleChangeOf(userIds, signal);
        if (knownConversations.size >= maxKnownConversations) knownConversations.clear();
        knownConversations.add(conversationId);
        return;
      }
      case 'organizationChanged': {
        const scope = scopeOf(signal);
        const limited = areGuestsLimited(await scope.organization());
        const rows = await listGuests(scope);
        // Skips guests that an earlier attempt has already compared.
        const outdated = rows.filter(({ isLimited }) => isLimited !== limited);
        const guestIds = outdated.map(({ guestId }) => guestId);
        return await reconcileGuests(ctx, () => scopeOf(signal), guestIds);
      }
    }
  }

  async function compareDueGuests(): Promise<void> {
    const due = await listDueGuests(ctx.db, compareAfterSeconds, maxDueGuests);
    if (due.length > 0) await reconcileGuests(ctx, () => scopeOf(stopping.signal), due);
  }

  function compare(): void {
    compareDueGuests().catch((error: Error) =>
      ctx.logger.warn({ reason: error.message }, 'could not compare the contacts of guests'),
    );
  }

  const { prefix, replicas } = ctx.config.nats;
  const worker = work({
    nats,
    prefix,
    // The stream stores the worker's position under this name, so the name must not change.
    name: 'user-admin-sights',
    from: 'head',
    facts: [
      'userChanged',
      'subscriptionsAdded',
      'subscriptionsRemoved',
      'organizationChanged',
      'messageSent',
    ],
    // Skips messages to channels, which are the majority, without decoding them.
    handle: (event, signal) =>
      event.message && event.message.channelId !== 0 ? undefined : handle(event, signal),
    logger: ctx.logger,
    counters: workerMetrics(ctx.registry, 'user-admin-visibility'),
    storage: { replicas },
  });
  compare();
  const comparing = every(checkEveryMs, compare);

  return {
    running: () => worker.running(),
    async stop() {
      stopping.abort();
      comparing.stop();
      await worker.stop();
    },
  };
}
