/** Follows subscriptions, direct messages, roles, and the organization's setting. */
import { every, type Repeating } from '@parley/core';
import { type FollowedEvent, type NatsSource, type Worker, work, workerMetrics } from '@parley/event-log';
import { backgroundCall } from '@parley/rpc';
import { roles, type UserId } from '@parley/rules';
import { areGuestsLimited } from '../guest-visibility/domain/guest-visibility.ts';
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

/** Adapts which people guests see. It starts working when NATS is connected. */
export class VisibilityWorker {
  readonly #ctx: Ctx;
  readonly #stopping = new AbortController();
  readonly #worker: Worker;
  readonly #comparing: Repeating;
  /** IDs of guests; undefined when a role may have changed since they were read. */
  #guestIds: ReadonlySet<UserId> | undefined;
  readonly #knownConversations = new Set<number>();

  constructor(ctx: Ctx, nats: NatsSource) {
    this.#ctx = ctx;
    const { prefix, replicas } = ctx.config.nats;
    this.#worker = work({
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
        event.message && event.message.channelId !== 0 ? undefined : this.#handle(event, signal),
      logger: ctx.logger,
      counters: workerMetrics(ctx.registry, 'user-admin-visibility'),
      storage: { replicas },
    });
    this.#compare();
    this.#comparing = every(checkEveryMs, () => this.#compare());
  }

  /** Returns whether this replica is working, or is on standby for the replica that is. */
  running(): boolean {
    return this.#worker.running();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#comparing.stop();
    await this.#worker.stop();
  }

  async #handle({ fact }: FollowedEvent, signal: AbortSignal): Promise<void> {
    switch (fact?.$case) {
      case 'userChanged': {
        const { user, previousRole } = fact.userChanged;
        if (!user || (user.role !== roles.guest && previousRole !== roles.guest)) return;
        this.#guestIds = undefined;
        return await this.#reconcile([user.userId], signal);
      }
      case 'subscriptionsAdded':
        return await this.#handleChangeOf(fact.subscriptionsAdded.userIds, signal);
      case 'subscriptionsRemoved':
        return await this.#handleChangeOf(fact.subscriptionsRemoved.userIds, signal);
      case 'messageSent':
        if (fact.messageSent.place?.$case !== 'direct') return;
        return await this.#handleConversation(fact.messageSent.place.direct, signal);
      case 'organizationChanged':
        return await this.#handleOrganization(signal);
    }
  }

  async #handleChangeOf(userIds: readonly UserId[], signal: AbortSignal): Promise<void> {
    const known = await this.#guests();
    if (known.size === 0) return;
    const guestsAmong = userIds.filter((id) => known.has(id));
    const others = userIds.filter((id) => !known.has(id));
    if (guestsAmong.length > 0) await this.#reconcile(guestsAmong, signal);
    // Also compares guests as possible contacts of other guests.
    await reconcilePeople(this.#ctx, () => this.#scope(signal), [...others, ...guestsAmong]);
  }

  async #handleConversation(
    { conversationId, recipients }: { conversationId: number; recipients: readonly { userId: UserId }[] },
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#knownConversations.has(conversationId)) return;
    const userIds = recipients.map(({ userId }) => userId);
    const known = await this.#guests();
    if (userIds.some((id) => known.has(id))) await this.#handleChangeOf(userIds, signal);
    if (this.#knownConversations.size >= maxKnownConversations) this.#knownConversations.clear();
    this.#knownConversations.add(conversationId);
  }

  async #handleOrganization(signal: AbortSignal): Promise<void> {
    const scope = this.#scope(signal);
    const limited = areGuestsLimited(await scope.organization());
    const rows = await listGuests(scope);
    // Skips guests that an earlier attempt has already compared.
    const outdated = rows.filter(({ isLimited }) => isLimited !== limited);
    await this.#reconcile(
      outdated.map(({ guestId }) => guestId),
      signal,
    );
  }

  #scope(signal: AbortSignal): DbScope {
    return createDbScope(this.#ctx, backgroundCall({ signal }));
  }

  async #guests(): Promise<ReadonlySet<UserId>> {
    this.#guestIds ??= new Set((await listGuests(this.#ctx.db)).map(({ guestId }) => guestId));
    return this.#guestIds;
  }

  async #reconcile(guestIds: readonly UserId[], signal: AbortSignal): Promise<void> {
    await reconcileGuests(this.#ctx, () => this.#scope(signal), guestIds);
  }

  #compare(): void {
    this.#compareDueGuests().catch((error: Error) =>
      this.#ctx.logger.warn({ reason: error.message }, 'could not compare the contacts of guests'),
    );
  }

  async #compareDueGuests(): Promise<void> {
    const due = await listDueGuests(this.#ctx.db, compareAfterSeconds, maxDueGuests);
    if (due.length > 0) await this.#reconcile(due, this.#stopping.signal);
  }
}
