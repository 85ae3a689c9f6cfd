import { hash } from 'node:crypto';
import { errors, foreignErrorText, silentLogger } from '@parley/core';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { User } from '@parley/proto/events/v1/facts';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcServer, type Definition, type Handlers } from '@parley/rpc';
import { toOrganizationFacts } from '@parley/settings';
import { Registry } from 'prom-client';
import { createAuthenticator } from '../src/auth/authenticator.ts';
import { CallerCache } from '../src/auth/caller-cache.ts';
import { type GatewayConfig, loadServiceConfig } from '../src/config.ts';
import type { Ctx, EventStream, PollRequest, Polls, StreamRequest } from '../src/context.ts';
import { createExchangeLog } from '../src/edge/answer/exchange.ts';
import { createAdmission } from '../src/edge/limits/admission.ts';
import { createRateLimits, noRateLimits } from '../src/edge/limits/rate-limits.ts';
import { createEdge } from '../src/edge/server.ts';
import { pages, routes, transfers } from '../src/http/routes.ts';
import { PingBatches } from '../src/presence/ping-batches.ts';
import { RegistrationGate } from '../src/register/registration-gate.ts';
import { SharedTexts } from '../src/register/shared-texts.ts';
import { keepStanding } from '../src/register/standing.ts';
import { createRpcClients } from '../src/rpc-clients.ts';
import { createZoom } from '../src/video-calls/zoom.ts';

const secret = 'a secret of the tests';
export const apiKey = 'k'.repeat(32);
export const callerId = 7;

/** Handlers of the fake services, by service. Calls without a handler are refused. */
export type FakeHandlers = {
  messaging: Partial<Handlers<typeof MessagingServiceService>>;
  channel: Partial<Handlers<typeof ChannelServiceService>>;
  userAdmin: Partial<Handlers<typeof UserAdminServiceService>>;
  upload: Partial<Handlers<typeof UploadServiceService>>;
  eventQueue: Partial<Handlers<typeof EventQueueServiceService>>;
  notify: Partial<Handlers<typeof NotifyServiceService>>;
  importing: Partial<Handlers<typeof ImportingServiceService>>;
  integrations: Partial<Handlers<typeof IntegrationsServiceService>>;
};

export type FakeOverrides = Partial<FakeHandlers>;

export const text = (json: unknown): Buffer => Buffer.from(JSON.stringify(json));
export const snapshot = { xmin: 1, xmax: 2, inProgress: [], lsn: 3, timeline: 1 };

/** Returns an initial state as a service answers it, for the response of a registration. */
export const state = (fields: object) => ({
  state: { fieldsJson: text(fields), snapshot, shared: [], isIncomplete: false },
});

const refused = () => Promise.reject(errors.badRequest(foreignErrorText('This fake refuses.')));

/** Returns handlers for all methods of a service. Methods that `handlers` does not contain refuse the call. */
const complete = (definition: Definition, handlers: object): Handlers<Definition> =>
  ({
    ...Object.fromEntries(Object.keys(definition).map((method) => [method, refused])),
    ...handlers,
  }) as unknown as Handlers<Definition>;

/** Returns the default handlers of the fake services, which answer with constant values. */
function defaults(): FakeHandlers {
  const keySha256 = hash('sha256', apiKey, 'buffer');
  return {
    userAdmin: {
      verifyApiKey: async (request) => {
        if (!keySha256.equals(request.keySha256)) throw errors.unauthorized('Invalid API key');
        return {
          user: User.fromPartial({ userId: callerId, email: request.email, isActive: true }),
          snapshot,
          language: '',
          scope: undefined,
          expiresAt: 0,
        };
      },
      getOrganization: async () => ({
        ...toOrganizationFacts({ settings: {}, linkifiers: [], emoji: [] }),
        isDeactivated: false,
        snapshot,
      }),
      fetchApiKey: async ({ username }) => ({ apiKey, email: username, userId: callerId }),
      fetchApiKeyForToken: async () => ({
        ...{ apiKey, email: 'a@x.example', userId: callerId },
        userJson: text({ user_id: callerId }),
      }),
      devFetchApiKey: async ({ username }) => ({ apiKey, email: username, userId: callerId }),
      getServerSettings: async () => ({
        fieldsJson: text({ realm_name: 'A <b>' }),
        profile: { name: 'A <b>', iconUrl: '/icon.png', hasPublicAccess: false },
      }),
      getOwnUser: async () => ({ userJson: text({ user_id: callerId }) }),
      async *getUsers() {
        yield { usersJson: Buffer.from('{"user_id":1},{"user_id":2}') };
        yield { usersJson: Buffer.from('{"user_id":3}') };
      },
      createUser: async () => ({ userId: 9 }),
      getUser: async () => ({ userJson: text({ user_id: 9 }), avatarUrl: '/user_avatars/9.png' }),
      getInitialState: async () => ({ ...state({ realm_users: [] }), role: 400 }),
    },
    channel: {
      subscribe: async () => ({
        subscribedJson: text({ 7: ['general'] }),
        alreadySubscribedJson: text({}),
        unauthorized: ['secret'],
        newSubscriptionMessagesSent: false,
      }),
      unsubscribe: async ({ channelNames }) => ({ removed: channelNames, notRemoved: [] }),
      getSubscriptions: async () => ({ subscriptionsJson: text([{ name: 'general' }]) }),
      getChannels: async () => ({ streamsJson: text([{ stream_id: 1 }]), state: undefined }),
      getInitialState: async () => ({
        ...state({ subscriptions: [], unsubscribed: [] }),
        channelIds: [],
        histories: [
          { channelId: 11, periods: [], isSubscribed: true, isMuted: false },
          { channelId: 12, periods: [], isSubscribed: false, isMuted: false },
        ],
      }),
    },
    messaging: {
      sendMessage: async () => ({ id: 42, automaticNewVisibilityPolicy: undefined, url: '', link: '' }),
      getMessages: async () => ({
        messagesJson: text([{ id: 1 }]),
        foundNewest: true,
        foundOldest: false,
        foundAnchor: true,
        historyLimited: false,
        anchor: 1,
      }),
      getTopics: async () => ({ topicsJson: text([{ name: 'lunch', max_id: 5 }]) }),
      canSeeAnyMessage: async () => ({ canSee: true }),
      getInitialState: async () => state({ max_message_id: 42 }),
    },
    upload: {
      getAttachments: async () => ({ attachmentsJson: text([]), uploadSpaceUsed: 5 }),
      deleteAttachment: async () => ({}),
      getTemporaryUrl: async () => ({ url: '/user_uploads/temporary/token/name' }),
      getInitialState: async () => state({}),
    },
    eventQueue: {
      beginQueue: async () => ({ epoch: 'e1', startEventId: 256 }),
      createQueue: async () => ({ queueId: 'e1:q', lastEventId: 300, idleTimeoutSeconds: 600 }),
      deleteQueue: async () => ({}),
      connect: async (stream) => {
        stream.send({ frame: { $case: 'hello', hello: { takesManyPolls: true, servesStreams: true } } });
        for await (const _ of stream);
      },
    },
    notify: { getInitialState: async () => ({ ...state({ devices: {} }), announcesDevices: true }) },
    importing: {},
    integrations: {
      getInitialState: async () => ({
        state: { ...state({ realm_incoming_webhook_bots: [] }).state, snapshot: undefined },
      }),
    },
  };
}

const definitions = {
  messaging: MessagingServiceService,
  channel: ChannelServiceService,
  userAdmin: UserAdminServiceService,
  upload: UploadServiceService,
  eventQueue: EventQueueServiceService,
  notify: NotifyServiceService,
  importing: ImportingServiceService,
  integrations: IntegrationsServiceService,
} as const;

async function serve(definition: Definition, handlers: Handlers<Definition>) {
  const server = createRpcServer({ secret, logger: silentLogger, registry: new Registry() });
  server.add(definition, handlers);
  // Without this, calls that transfer files would wait for an answer.
  if (definition === definitions.upload)
    server.addBytes(UploadBytesServiceService, complete(UploadBytesServiceService, {}) as never);
  const port = await server.listen('127.0.0.1', 0);
  return { address: `127.0.0.1:${port}`, stop: () => server.drain(1_000) };
}

/** Starts fake services. Returns the configuration of a gateway that calls them, and a function that stops them. */
export async function fakeServices(overrides: FakeOverrides = {}) {
  const handlers = defaults();
  const names = Object.keys(definitions) as (keyof FakeHandlers)[];
  const servers = await Promise.all(
    names.map((name) =>
      serve(definitions[name], complete(definitions[name], { ...handlers[name], ...overrides[name] })),
    ),
  );
  const address = (name: keyof FakeHandlers) => servers[names.indexOf(name)]!.address;
  return {
    config: loadServiceConfig({
      PARLEY_ENV: 'test',
      PARLEY_RPC_SECRET: secret,
      PARLEY_NATS_URL: 'nats://127.0.0.1:1',
      PARLEY_PUBLIC_URL: 'http://parley.example',
      PARLEY_MESSAGING_ADDRESSES: address('messaging'),
      PARLEY_CHANNEL_ADDRESSES: address('channel'),
      PARLEY_USER_ADMIN_ADDRESSES: address('userAdmin'),
      PARLEY_UPLOAD_ADDRESSES: address('upload'),
      PARLEY_EVENT_QUEUE_ADDRESSES: address('eventQueue'),
      PARLEY_NOTIFY_ADDRESSES: address('notify'),
      PARLEY_IMPORTING_ADDRESSES: address('importing'),
      PARLEY_INTEGRATIONS_ADDRESSES: address('integrations'),
    }),
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}

/** A stream that contains one heartbeat and then ends. */
const emptyStream: EventStream = {
  pipe(target) {
    target.write({ eventsJson: text([{ id: 301, type: 'heartbeat' }]), lastEventId: 301 });
    target.end();
  },
  cancel: () => undefined,
};

export type TestGatewayOptions = {
  services?: FakeOverrides;
  poll?: (request: PollRequest) => Promise<Uint8Array>;
  stream?: (request: StreamRequest) => Promise<EventStream>;
  config?: Partial<GatewayConfig>;
  isFresh?: () => boolean;
  logPosition?: Ctx['logPosition'];
  standing?: Ctx['standing'];
};

/** Starts the gateway's HTTP server in this process. It calls fake services over real gRPC. */
export async function startTestGateway(options: TestGatewayOptions = {}) {
  const fakes = await fakeServices(options.services);
  const config: GatewayConfig = { ...fakes.config, ...options.config };
  const rpc = createRpcClients(config);
  const registry = new Registry();
  const polls: Polls = {
    poll: options.poll ?? (async () => text([{ id: 301, type: 'heartbeat' }])),
    stream: options.stream ?? (async () => emptyStream),
    replicaOf: () => undefined,
    endStreams: () => undefined,
    revoke: () => undefined,
    drain: async () => undefined,
    ready: () => true,
    close: async () => undefined,
  };
  const admission = createAdmission(config.load);
  const callers = new CallerCache({ maxEntries: 100, maxAgeMs: 300_000 });
  const ctx: Ctx = {
    config,
    logger: silentLogger,
    rpc,
    polls,
    logPosition: options.logPosition ?? (() => undefined),
    pings: new PingBatches(rpc.userAdmin, config.requestTimeoutMs),
    sharedTexts: new SharedTexts(),
    standing: options.standing ?? keepStanding(),
    registrations: new RegistrationGate(config.registrations, registry),
    authenticator: createAuthenticator({
      userAdmin: rpc.userAdmin,
      cache: callers,
      isFresh: options.isFresh ?? (() => true),
      registry,
    }),
    admission,
    rateLimits: config.rateLimits ? createRateLimits(config.rateLimits, registry) : noRateLimits,
    exchanges: createExchangeLog(silentLogger, registry),
    setup: { findOpen: async () => undefined },
    deployment: { connect: () => undefined, processes: async () => [], logSize: async () => undefined },
    zoom: config.calls.zoom && createZoom(config.calls.zoom, config.publicUrl, rpc),
    ownWrites: {
      before: () => undefined,
      begin: () => ({ end: async () => undefined }),
      report: async () => undefined,
      presenceOf: async () => undefined,
    },
    generation: { read: async () => 1_700_000_000 },
  };
  const app = createEdge(ctx, { routes, pages, transfers, isStopping: () => false });
  return {
    app,
    ctx,
    admission,
    callers,
    async [Symbol.asyncDispose]() {
      await app.close();
      admission.close();
      rpc.close();
      await fakes.stop();
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

export const authorization = `Basic ${Buffer.from(`iago@demo.example:${apiKey}`).toString('base64')}`;

type Sent = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  url: string;
  form?: Record<string, string>;
  payload?: string | Buffer;
  headers?: Record<string, string>;
  anonymous?: boolean;
};

/** Sends one request. Adds credentials unless `anonymous` is set. */
export async function send({ app }: Pick<TestGateway, 'app'>, sent: Sent) {
  const response = await app.inject({
    method: sent.method,
    url: sent.url,
    headers: {
      ...(!sent.anonymous && { authorization }),
      ...(sent.form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...sent.headers,
    },
    ...(sent.form && { payload: new URLSearchParams(sent.form).toString() }),
    ...(sent.payload !== undefined && { payload: sent.payload }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const body = isJson && response.payload !== '' ? (response.json() as Record<string, unknown>) : {};
  return { status: response.statusCode, headers: response.headers, payload: response.payload, body };
}
