import { backoff, bestEffort, errors, ParleyError, sleep } from '@parley/core';
import type { GetInitialStateResponse as ChannelState } from '@parley/proto/channel/v1/channel';
import { InitialState, type InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { OriginSnapshot } from '@parley/proto/eventqueue/v1/event_queue';
import { Origin } from '@parley/proto/events/v1/event';
import type { GetInitialStateResponse as PhonesState } from '@parley/proto/notify/v1/notify';
import type { GetInitialStateResponse as PeopleState } from '@parley/proto/useradmin/v1/user_admin';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { ChannelId, UserId } from '@parley/rules';
import type { Ctx, LogPosition } from '../context.ts';
import {
  concernsChannel,
  concernsIntegrations,
  concernsMessaging,
  concernsUpload,
  concernsUserAdmin,
  countsUnread,
  deliversPhones,
  mayConcernUserAdmin,
  phoneTypesFor,
} from './fetch-types.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { RegisterRequest } from './options.ts';
import type { SharedMemberParts } from './shared-texts.ts';

export type OpenedQueue = { queueId: string; lastEventId: number; idleTimeoutSeconds: number };

export type Registration = {
  /** The opened queue; undefined for a visitor, who cannot poll. */
  queue: OpenedQueue | undefined;
  /** JSON objects in UTF-8. Their members become members of the response. */
  states: Uint8Array[];
  /** Further members of the response. Their JSON text is shared between registrations. */
  shared: SharedMemberParts[];
};

/** Delays between attempts, in milliseconds. */
const pause = { baseMs: 50, maxMs: 1_000 };

/**
 * Registers (docs/glossary.md#events): opens a queue and reads the state from which its events continue, so that no change is
 * lost or repeated. First determines a
 * position in the log: the one that this gateway has read, or otherwise one from event-queue. Then each service reads its data,
 * and returns a snapshot: the transactions that its data includes. The queue starts at the position, and skips events that a
 * snapshot already includes. Services that are not asked have no snapshot.
 */
export async function register(ctx: Ctx, request: RegisterRequest, call: Call): Promise<Registration> {
  if (request.isVisitor) return registerVisitor(ctx, request, call);
  for (let attempt = 0; ; attempt++) {
    try {
      // The gateway's own position is used in the first attempt only. If the gateway does not know of a new epoch yet,
      // event-queue does.
      const own = attempt === 0 ? ctx.logPosition() : undefined;
      // Nothing may be awaited between the position and the kept answers, which are those at this position.
      const kept = own && call.after !== 'unknown' ? keptFor(ctx, request, call) : {};
      const position = own ?? (await ctx.rpc.eventQueue.beginQueue({}, call));
      return await registerOnce(ctx, request, { position, kept }, call);
    } catch (error) {
      if (!mustRetry(error)) throw error;
      const delay = backoff(attempt, pause);
      if (Date.now() + delay >= call.deadline) throw errors.unavailable();
      await sleep(delay, call.signal);
    }
  }
}

/**
 * Returns whether the registration must be repeated. This is so when a replica died, or when a new epoch of the log started and
 * the data does not fit the position. A queue that was already opened expires by itself, because no client knows its ID.
 */
const mustRetry = (error: unknown): boolean =>
  error instanceof ParleyError && (error.code === 'UNAVAILABLE' || error.code === 'BAD_EVENT_QUEUE_ID');

/** Answers of owners that are kept, as far as a registration needs no more of these owners. */
type Kept = {
  people?: PeopleState | undefined;
  channels?: ChannelState | undefined;
  phones?: PhonesState | undefined;
};

function keptFor({ standing, config }: Ctx, request: RegisterRequest, call: Call): Kept {
  const { userId } = requirePrincipal(call);
  return {
    people: needsOnlyRole(request) ? standing.people.get(userId) : undefined,
    channels: needsOnlyChannelIds(request) ? standing.channels.get(userId) : undefined,
    phones: needsOnlyDevices(request, config) ? standing.phones.get(userId) : undefined,
  };
}

/** Returns whether a registration needs no more of user-admin than each registration. */
const needsOnlyRole = ({ fetchTypes, capabilities }: RegisterRequest): boolean =>
  !mayConcernUserAdmin(fetchTypes) && capabilities.includes('notification_settings_null');

/** Returns whether a registration needs no more of channel than the IDs of the person's channels. */
const needsOnlyChannelIds = ({ fetchTypes }: RegisterRequest): boolean =>
  !concernsChannel(fetchTypes) && !countsUnread(fetchTypes);

/** Returns whether a registration needs no more of notify than the person's devices. */
const needsOnlyDevices = ({ fetchTypes }: RegisterRequest, { hasPushForwarder }: Ctx['config']): boolean =>
  phoneTypesFor(fetchTypes, hasPushForwarder).length === 1;

async function registerOnce(
  ctx: Ctx,
  request: RegisterRequest,
  { position: { epoch, startEventId }, kept }: { position: LogPosition; kept: Kept },
  call: Call,
): Promise<Registration> {
  const {
    owners: [people, channels, messages, files, phones, tools],
    shared,
  } = await readOwners(ctx, request, kept, call);
  const read: [Origin, InitialState][] = [
    [Origin.USER_ADMIN, stateOf(people)],
    [Origin.CHANNEL, stateOf(channels)],
  ];
  if (messages) read.push([Origin.MESSAGING, stateOf(messages)]);
  if (files) read.push([Origin.UPLOAD, stateOf(files)]);
  read.push([Origin.NOTIFY, phones]);
  // Snapshots are a part of the queue's record. That of notify matters only where its events are delivered.
  const skipped = deliversPhones(request.eventTypes) ? undefined : Origin.NOTIFY;
  const created = await ctx.rpc.eventQueue.createQueue(
    {
      epoch,
      startEventId,
      filter: {
        eventTypes: request.eventTypes ?? [],
        hasEventTypes: request.eventTypes !== undefined,
        allPublicStreams: request.allPublicStreams,
        narrow: request.narrow,
      },
      capabilities: request.capabilities,
      applyMarkdown: request.applyMarkdown,
      slimPresence: request.slimPresence,
      idleTimeoutSeconds: request.idleTimeoutSeconds,
      snapshots: read
        .filter(([origin, { snapshot }]) => snapshot !== undefined && origin !== skipped)
        .map(snapshotOf),
      channelIds: subscribedChannelIds(channels),
      role: roleOf(people),
      clientName: call.clientName,
      notifications: people.channelNotifications,
    },
    call,
  );
  return {
    queue: created,
    states: [...read.map(([, state]) => state.fieldsJson), ...(tools ? [tools.fieldsJson] : [])],
    shared,
  };
}

/** Returns the IDs of the user's channels. The channel service of the previous release returns them only as histories. */
const subscribedChannelIds = ({ histories, channelIds }: ChannelState): ChannelId[] =>
  histories.length > 0
    ? histories.filter((each) => each.isSubscribed).map((each) => each.channelId)
    : channelIds;

/**
 * Reads the state of user-admin and channel, and of the other services that the request concerns. They are called concurrently,
 * with two exceptions. The call of channel waits for user-admin when channel needs the user's default notification settings. The
 * call of messaging waits for channel, because unread counts require the histories that channel returns. Also, when channel's
 * snapshot shows that the caller has left a channel, messaging's snapshot must include all messages that the caller received
 * there before. Services whose answers are kept are not called.
 */
async function readOwners(ctx: Ctx, request: RegisterRequest, kept: Kept, call: Call) {
  const { userAdmin, channel, messaging, upload } = ctx.rpc;
  const { standing } = ctx;
  const { fetchTypes } = request;
  const { userId } = requirePrincipal(call);
  const options = optionsOf(request);
  const phoneTypes = phoneTypesFor(fetchTypes, ctx.config.hasPushForwarder);
  const others = fetchTypes.filter((type) => !phoneTypes.includes(type));
  const ofUserAdmin = mayConcernUserAdmin(others) ? others : [];
  const askPeople = () =>
    ctx.sharedTexts.read(Origin.USER_ADMIN, concernsUserAdmin(others), (shared) =>
      userAdmin.getInitialState({ options: { ...options, ...shared, fetchEventTypes: ofUserAdmin } }, call),
    );
  const withoutHistories = !countsUnread(fetchTypes);
  const askChannels = (notifications?: ChannelNotifications) =>
    ctx.sharedTexts.read(Origin.CHANNEL, concernsChannel(fetchTypes), (shared) =>
      channel.getInitialState({ options: { ...options, ...shared }, notifications, withoutHistories }, call),
    );
  const people = needsOnlyRole(request)
    ? standingOf(standing.people, userId, kept.people, askPeople)
    : askPeople();
  const readChannels = () => {
    if (needsOnlyChannelIds(request))
      return standingOf(standing.channels, userId, kept.channels, askChannels);
    return knowsNullSettings(request)
      ? askChannels()
      : people.then(({ answer }) => askChannels(answer.channelNotifications));
  };
  const channels = readChannels();
  const readMessages = () =>
    channels.then(({ answer: { histories, unreadRules } }) =>
      messaging.getInitialState({ options, histories, unreadRules }, call),
    );
  const [ofPeople, ofChannels, messages, files, phones, tools] = await Promise.all([
    people,
    channels,
    concernsMessaging(fetchTypes) ? readMessages() : undefined,
    concernsUpload(fetchTypes) ? upload.getInitialState({ options }, call) : undefined,
    readPhones(ctx, { ...options, fetchEventTypes: phoneTypes }, kept, call),
    concernsIntegrations(fetchTypes) ? readIntegrations(ctx, options, call) : undefined,
  ]);
  return {
    owners: [ofPeople.answer, ofChannels.answer, messages, files, phones, tools?.state] as const,
    shared: [...ofPeople.shared, ...ofChannels.shared, ...(tools?.shared ?? [])],
  };
}

/** An answer of an owner, and the shared texts to which it refers. */
type Answered<Answer> = { answer: Answer; shared: SharedMemberParts[] };

/** The list of integrations, and the shared texts to which it refers. */
type ToolsRead = { state: InitialState; shared: SharedMemberParts[] };

/** Returns an answer that is kept, or otherwise asks for it and keeps it. It refers to no shared texts. */
async function standingOf<Answer extends object>(
  answers: KeptAnswers<Answer>,
  userId: UserId,
  kept: Answer | undefined,
  ask: () => Promise<Answered<Answer>>,
): Promise<Answered<Answer>> {
  return { answer: kept ?? (await answers.read(userId, async () => (await ask()).answer)), shared: [] };
}

/** Maximum time for which a registration waits for the list of phones, and for that of integrations, in milliseconds. */
const phonesWithinMs = 2_000;
/** Time for which notify is not asked again when it has not answered, in milliseconds, so that registrations do not all wait for it. */
const phonesRestMs = 5_000;

/**
 * Returns the caller's phones: what is kept of them, or what notify answers. Returns empty lists when that fails, so that the
 * registration does not fail. An app that does not find its phone in the list registers it again, which changes nothing.
 */
async function readPhones(
  { rpc, standing, logger }: Ctx,
  options: InitialStateOptions,
  kept: Kept,
  call: Call,
): Promise<InitialState> {
  if (kept.phones) return stateOf(kept.phones);
  const hasAccounts = options.fetchEventTypes.includes('push_device');
  if (Date.now() < standing.phonesRestUntilMs) return noPhones(hasAccounts);
  const deadline = Math.min(call.deadline, Date.now() + phonesWithinMs);
  const ask = () => rpc.notify.getInitialState({ options }, { ...call, deadline });
  const mayKeep = ({ announcesDevices }: PhonesState) => announcesDevices;
  const answer = await bestEffort(logger, 'phones could not be read; the registration lists none', () =>
    hasAccounts ? ask() : standing.phones.read(requirePrincipal(call).userId, ask, mayKeep),
  );
  if (answer) return stateOf(answer);
  standing.phonesRestUntilMs = Date.now() + phonesRestMs;
  return noPhones(hasAccounts);
}

const noPhones = (hasAccounts: boolean): InitialState =>
  InitialState.create({
    fieldsJson: Buffer.from(JSON.stringify({ ...(hasAccounts && { push_devices: {} }), devices: {} })),
  });

/**
 * Reads the integrations that tools can use. They are a part of the program and have no events, so the list has no snapshot. Returns
 * an empty list when that fails, so that the registration does not fail.
 */
async function readIntegrations(ctx: Ctx, options: InitialStateOptions, call: Call): Promise<ToolsRead> {
  const deadline = Math.min(call.deadline, Date.now() + phonesWithinMs);
  const read = await bestEffort(
    ctx.logger,
    'integrations could not be read; the registration lists none',
    () =>
      ctx.sharedTexts.read(Origin.INTEGRATIONS, true, (shared) =>
        ctx.rpc.integrations.getInitialState({ options: { ...options, ...shared } }, { ...call, deadline }),
      ),
  );
  if (read) return { state: stateOf(read.answer), shared: read.shared };
  return {
    state: InitialState.create({ fieldsJson: Buffer.from('{"realm_incoming_webhook_bots":[]}') }),
    shared: [],
  };
}

/**
 * Returns whether subscriptions in the response may contain null, which stands for the user's default setting. Also true for a
 * response without subscriptions. For clients that do not know null, the default settings themselves must be inserted; user-admin
 * has them.
 */
const knowsNullSettings = ({ capabilities, fetchTypes }: RegisterRequest): boolean =>
  capabilities.includes('notification_settings_null') || !fetchTypes.includes('subscription');

/** user-admin refuses when the organization does not admit visitors. */
async function registerVisitor(ctx: Ctx, request: RegisterRequest, call: Call): Promise<Registration> {
  const options = optionsOf(request);
  const people = await ctx.rpc.userAdmin.getInitialState({ options }, call);
  const channels = await ctx.rpc.channel.getInitialState({ options, withoutHistories: true }, call);
  const states = [stateOf(people), stateOf(channels), noPhones(false)].map(({ fieldsJson }) => fieldsJson);
  return { queue: undefined, states, shared: [] };
}

const optionsOf = (request: RegisterRequest): InitialStateOptions => ({
  fetchEventTypes: [...request.fetchTypes],
  capabilities: request.capabilities,
  slimPresence: request.slimPresence,
  presenceHistoryLimitDays: request.presenceHistoryLimitDays,
  includeSubscribers: request.includeSubscribers,
  takesShared: false,
  heldTexts: [],
  asksAgain: false,
});

function stateOf({ state }: { state?: InitialState | undefined }): InitialState {
  if (!state) throw errors.internal('A service answered without its state.');
  return state;
}

function roleOf({ role }: { role?: number | undefined }): number {
  if (role === undefined) throw errors.internal('A service answered without the role of the caller.');
  return role;
}

function snapshotOf([origin, { snapshot }]: [Origin, InitialState]): OriginSnapshot {
  if (!snapshot) throw errors.internal('A service answered without its snapshot.');
  return { origin, snapshot };
}
