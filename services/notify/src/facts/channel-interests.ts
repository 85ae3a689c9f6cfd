import { type FactDispatch, type FactKind, handleFacts } from '@parley/event-log';
import type { FactCacheHandlers } from '@parley/facts';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type Call, type RpcClient } from '@parley/rpc';
import type { ChannelId } from '@parley/rules';
import { LRUCache } from 'lru-cache';
import { type ChannelInterest, interestOf } from '../domain/recipients.ts';

/** The services that store the cached settings. */
export type InterestOwners = {
  userAdmin: Pick<RpcClient<typeof UserAdminServiceService>, 'listChannelNotified'>;
  channel: Pick<RpcClient<typeof ChannelServiceService>, 'getNotifiedSubscribers'>;
};

const maxChannels = 20_000;
const fillTimeoutMs = 10_000;

/** Kinds of events after which a message to a channel may notify other people than before. */
const kinds = [
  'subscriptionsAdded',
  'subscriptionsRemoved',
  'subscriptionMuted',
  'channelNotificationsChanged',
  'userTopicChanged',
  'topicMoved',
  'notificationSettingsChanged',
  'userChanged',
] as const satisfies readonly FactKind[];

/**
 * Cache of people's notification settings for channels, by channel. The first message to a channel loads its entry from the
 * services that store the settings. An event that changes the settings removes the entry. When such an event arrives during a
 * load, the loaded entry is returned once and not cached.
 */
export class ChannelInterests {
  readonly #owners: InterestOwners;
  readonly #entries = new LRUCache<number, ChannelInterest>({ max: maxChannels });
  /** Undefined while not cached. Settings of a channel or topic override them. */
  #everywhere: ReadonlySet<number> | undefined;
  /** A load does not cache its result when the number has changed. */
  #changes = 0;
  readonly #merge: FactDispatch;

  constructor(owners: InterestOwners) {
    this.#owners = owners;
    this.#merge = this.#handlers();
  }

  peek(channelId: ChannelId): ChannelInterest | undefined {
    return this.#entries.get(channelId);
  }

  /** Returns people's settings for a channel from the cache. Loads them when they are not cached. */
  async get(channelId: ChannelId, signal: AbortSignal): Promise<ChannelInterest> {
    const known = this.#entries.get(channelId);
    if (known) return known;
    const changes = this.#changes;
    const interest = await this.#ask(channelId, false, signal);
    if (changes === this.#changes) this.#entries.set(channelId, interest);
    return interest;
  }

  /** Loads people's settings for a channel, including the subscribers without own settings. The result is not cached. */
  withAllSubscribers(channelId: ChannelId, signal: AbortSignal): Promise<ChannelInterest> {
    return this.#ask(channelId, true, signal);
  }

  /** Returns handlers for the reader of the log. They update this cache and then call the given handlers. */
  alsoMerging({ onEvents, onEpoch, onGap }: FactCacheHandlers): FactCacheHandlers {
    return {
      onEvents: (events) => {
        this.#merge(events);
        return onEvents(events);
      },
      onEpoch: (epoch) => {
        this.clear();
        return onEpoch(epoch);
      },
      onGap: (gap) => {
        this.clear();
        return onGap(gap);
      },
    };
  }

  /** Removes all entries. */
  clear(): void {
    this.#changes++;
    this.#entries.clear();
    this.#everywhere = undefined;
  }

  async #ask(channelId: ChannelId, withAll: boolean, signal: AbortSignal): Promise<ChannelInterest> {
    const call = backgroundCall({ timeoutMs: fillTimeoutMs, signal });
    const everywhere = await this.#peopleEverywhere(call);
    const request = { channelId, userIds: [...everywhere], withAll };
    return interestOf(
      channelId,
      await this.#owners.channel.getNotifiedSubscribers(request, call),
      everywhere,
    );
  }

  async #peopleEverywhere(call: Call): Promise<ReadonlySet<number>> {
    if (this.#everywhere) return this.#everywhere;
    const changes = this.#changes;
    const found = new Set((await this.#owners.userAdmin.listChannelNotified({}, call)).userIds);
    if (changes === this.#changes) this.#everywhere = found;
    return found;
  }

  #handlers(): FactDispatch {
    const drop = (channelIds: readonly ChannelId[]) => {
      this.#changes++;
      for (const channelId of channelIds) this.#entries.delete(channelId);
    };
    return handleFacts(kinds, {
      subscriptionsAdded: ({ channelIds }) => drop(channelIds),
      subscriptionsRemoved: ({ channelIds }) => drop(channelIds),
      subscriptionMuted: ({ channelId }) => drop([channelId]),
      channelNotificationsChanged: ({ channelId }) => drop([channelId]),
      userTopicChanged: ({ channelId }) => drop([channelId]),
      topicMoved: ({ channelId, toChannelId }) => drop([channelId, toChannelId]),
      notificationSettingsChanged: ({ userId, channelEmail, channelPush }) => {
        if (this.#everywhere?.has(userId) !== (channelEmail || channelPush)) this.clear();
      },
      // A new account changes the result because it has the organization's default settings. A deactivated account is not
      // notified.
      userChanged: ({ user, previousRole }) => {
        if (previousRole === 0 || user?.isActive === false) this.clear();
      },
    });
  }
}
