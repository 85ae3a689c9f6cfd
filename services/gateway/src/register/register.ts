import { backoff, errors, ParleyError, sleep } from '@parley/core';
import type { InitialState, InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { OriginSnapshot } from '@parley/proto/eventqueue/v1/event_queue';
import { Origin } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { concernsMessaging, concernsUpload } from './fetch-types.ts';
import type { RegisterWish } from './options.ts';

export type OpenedQueue = { queueId: string; lastEventId: number; idleTimeoutSeconds: number };

export type Registration = {
  /** Absent for a caller without credentials, who cannot poll. */
  queue: OpenedQueue | undefined;
  /** JSON object texts whose members belong into the response. */
  states: Uint8Array[];
};

/** Pauses between attempts. */
const pause = { baseMs: 50, maxMs: 1_000 };

/**
 * Opens a queue and fetches what its events continue, losing and repeating nothing that happens meanwhile: the
 * place in the log comes first, then each owner's data with the snapshot it was read in; the queue skips what a
 * snapshot has seen. Snapshots are kept only of owners that were asked: nothing of the others has been read.
 */
export async function register(ctx: Ctx, wish: RegisterWish, call: Call): Promise<Registration> {
  if (!wish.isAuthenticated) return look(ctx, wish, call);
  for (let attempt = 0; ; attempt++) {
    try {
      return await registerOnce(ctx, wish, call);
    } catch (error) {
      if (!beginsAnew(error)) throw error;
      const delay = backoff(attempt, pause);
      if (Date.now() + delay >= call.deadline) throw errors.unavailable();
      await sleep(delay, call.signal);
    }
  }
}

/**
 * The queue could not be opened: its replica died, or the log began anew in between, and then what was read does
 * not fit the place any more. A queue that was opened all the same expires, because nobody knows its ID.
 */
const beginsAnew = (error: unknown): boolean =>
  error instanceof ParleyError && (error.code === 'UNAVAILABLE' || error.code === 'BAD_EVENT_QUEUE_ID');

async function registerOnce(ctx: Ctx, wish: RegisterWish, call: Call): Promise<Registration> {
  const { epoch, startEventId } = await ctx.rpc.eventQueue.beginQueue({}, call);
  const options = optionsOf(wish);
  const [people, channels, messages, files] = await readOwners(ctx, wish, options, call);
  const read: [Origin, InitialState][] = [
    [Origin.USER_ADMIN, stateOf(people)],
    [Origin.CHANNEL, stateOf(channels)],
  ];
  if (messages) read.push([Origin.MESSAGING, stateOf(messages)]);
  if (files) read.push([Origin.UPLOAD, stateOf(files)]);
  const created = await ctx.rpc.eventQueue.createQueue(
    {
      epoch,
      startEventId,
      filter: {
        eventTypes: wish.eventTypes ?? [],
        hasEventTypes: wish.eventTypes !== undefined,
        allPublicStreams: wish.allPublicStreams,
        narrow: wish.narrow,
      },
      capabilities: wish.capabilities,
      applyMarkdown: wish.applyMarkdown,
      clientGravatar: wish.clientGravatar,
      slimPresence: wish.slimPresence,
      idleTimeoutSeconds: wish.idleTimeoutSeconds,
      snapshots: read.map(snapshotOf),
      channelIds: channels.histories.filter((each) => each.isSubscribed).map((each) => each.channelId),
      role: people.role,
      clientName: call.clientName,
    },
    call,
  );
  return { queue: created, states: read.map(([, state]) => state.fieldsJson) };
}

/** Messaging needs what the channel service's snapshot says of the person; the rest is read at once. */
function readOwners(ctx: Ctx, wish: RegisterWish, options: InitialStateOptions, call: Call) {
  const { userAdmin, channel, messaging, upload } = ctx.rpc;
  const people = userAdmin.getInitialState({ options }, call);
  const channels = knowsNullSettings(wish)
    ? channel.getInitialState({ options }, call)
    : people.then(({ channelNotifications: notifications }) =>
        channel.getInitialState({ options, notifications }, call),
      );
  return Promise.all([
    people,
    channels,
    concernsMessaging(wish.fetchTypes)
      ? channels.then(({ histories, unreadRules }) =>
          messaging.getInitialState({ options, histories, unreadRules }, call),
        )
      : undefined,
    concernsUpload(wish.fetchTypes) ? upload.getInitialState({ options }, call) : undefined,
  ]);
}

/** Older clients need the person's own settings in their subscriptions, and wait for them. */
const knowsNullSettings = ({ capabilities, fetchTypes }: RegisterWish): boolean =>
  capabilities.includes('notification_settings_null') || !fetchTypes.includes('subscription');

/** What a visitor without credentials sees; user-admin refuses where the organization does not let them in. */
async function look(ctx: Ctx, wish: RegisterWish, call: Call): Promise<Registration> {
  const options = optionsOf(wish);
  const people = await ctx.rpc.userAdmin.getInitialState({ options }, call);
  const channels = await ctx.rpc.channel.getInitialState({ options }, call);
  return { queue: undefined, states: [people, channels].map((each) => stateOf(each).fieldsJson) };
}

const optionsOf = (wish: RegisterWish): InitialStateOptions => ({
  fetchEventTypes: [...wish.fetchTypes],
  capabilities: wish.capabilities,
  clientGravatar: wish.clientGravatar,
  slimPresence: wish.slimPresence,
  presenceHistoryLimitDays: wish.presenceHistoryLimitDays,
  includeSubscribers: wish.includeSubscribers,
});

function stateOf({ state }: { state?: InitialState | undefined }): InitialState {
  if (!state) throw errors.internal('A service answered without its state.');
  return state;
}

function snapshotOf([origin, { snapshot }]: [Origin, InitialState]): OriginSnapshot {
  if (!snapshot) throw errors.internal('A service answered without its snapshot.');
  return { origin, snapshot };
}
