import { type AnyNetwork, anyNetwork, type Body, Organization, Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, transfers } from '../../../services/gateway/src/http/routes.ts';

// Lists the people who may call each operation of the API. A new operation needs an entry, otherwise this test fails. An
// operation for some people only must refuse all others with the same error, before it checks anything else.

const ranks = { owner: 100, administrator: 200, moderator: 300, member: 400, bot: 401, guest: 600 } as const;
type Rank = keyof typeof ranks;

type Restricted = {
  /** The least powerful role that may call the operation. */
  from: Rank;
  /** Path if it has parameters, and form parameters. */
  path?: () => string;
  form?: () => Record<string, unknown>;
  msg: string | RegExp;
  code?: string;
};

/** Marks operations that every account may call. Objects may have their own permissions, which tests of the services cover. */
const anybody = 'anybody';
/** Marks operations that can be called without an account. */
const strangers = 'strangers';

const denied = 'Insufficient permission';
const administrators = 'Must be an organization administrator';
const owners = 'Must be an organization owner';
/** Error code of operations whose permission depends only on the role. */
const byRole = 'UNAUTHORIZED_PRINCIPAL';

const ids = { member: 0, channel: 0, group: 0, bot: 0, invitation: 0, link: 0 };

const byAdministrators = (form: Record<string, unknown> = {}, path?: () => string): Restricted => ({
  from: 'administrator',
  form: () => form,
  msg: administrators,
  code: byRole,
  ...(path && { path }),
});
const byOwners = (form: Record<string, unknown> = {}, path?: () => string): Restricted => ({
  from: 'owner',
  form: () => form,
  msg: owners,
  code: byRole,
  ...(path && { path }),
});
/**
 * Returns an entry for an operation on channels or folders that requires an administrator. The test calls `form` when it runs,
 * because some forms contain a channel's ID, which is not known earlier.
 */
const byAdministratorsOfChannels = (
  form: () => Record<string, unknown>,
  path?: () => string,
): Restricted => ({
  ...byAdministrators({}, path),
  form,
});
/** Returns an entry for an operation on another person's object. Administrators may call it; other people may not. */
const ofAnother = (
  path: () => string,
  form: Record<string, unknown> = {},
  rest: Partial<Restricted> = {},
): Restricted => ({ from: 'administrator', path, form: () => form, msg: denied, ...rest });

const table: Readonly<Record<string, typeof anybody | typeof strangers | Restricted>> = {
  'get-server-settings': strangers,
  'fetch-api-key': strangers,
  'jwt-fetch-api-key': strangers,
  'dev-fetch-api-key': strangers,
  'sign-in': strangers,
  'get-join-offer': strangers,
  'confirm-address': strangers,
  join: strangers,
  'set-up': strangers,
  'request-password-reset': strangers,
  'reset-password': strangers,
  'confirm-email-change': strangers,
  'register-queue': strangers,
  'complete-sign-in': strangers,
  'begin-passkey-sign-in': strangers,
  'begin-sign-in-totp': strangers,
  'confirm-sign-in-totp': strangers,
  'begin-sign-in-passkey': strangers,
  'add-sign-in-passkey': strangers,
  'get-second-factors': anybody,
  'begin-totp': anybody,
  'confirm-totp': anybody,
  'remove-totp': anybody,
  'begin-passkey': anybody,
  'add-passkey': anybody,
  'update-passkey': anybody,
  'remove-passkey': anybody,
  'create-recovery-codes': anybody,
  'begin-confirmation': anybody,
  'confirm-session': anybody,
  'reset-second-factors': ofAnother(() => `/users/${ids.member}/second_factors`),
  'get-user-sessions': ofAnother(() => `/users/${ids.member}/sessions`),
  'end-user-sessions': ofAnother(() => `/users/${ids.member}/sessions`),
  'get-api-keys': anybody,
  'create-api-key': anybody,
  'rotate-api-key': anybody,
  'delete-api-key': anybody,
  'end-own-access': anybody,
  'end-user-access': ofAnother(() => `/users/${ids.member}/end_access`),
  'get-user-api-keys': ofAnother(() => `/users/${ids.member}/api_keys`),
  'delete-user-api-keys': ofAnother(() => `/users/${ids.member}/api_keys`),
  'delete-user-api-key': ofAnother(() => `/users/${ids.member}/api_keys/0`),
  'sign-out': anybody,
  'get-sessions': anybody,
  'end-session': anybody,

  'get-own-user': anybody,
  'get-users': anybody,
  'get-user': anybody,
  'create-user': {
    from: 'administrator',
    form: () => ({ email: 'new@test.example', password: 'a fine password', full_name: 'New' }),
    msg: 'User not authorized to create users',
  },
  'update-user': ofAnother(() => `/users/${ids.member}`, { full_name: 'Renamed' }),
  'deactivate-user': ofAnother(() => `/users/${ids.member}`),
  'deactivate-own-user': anybody,
  'reactivate-user': ofAnother(() => `/users/${ids.member}/reactivate`),
  'update-own-profile': anybody,
  'clear-own-profile': anybody,
  'update-settings': anybody,
  'update-notification-settings': anybody,
  'update-display-settings': anybody,
  'regenerate-own-api-key': anybody,

  'get-bots': anybody,
  'add-bot': { from: 'member', form: () => ({ full_name: 'Bot', short_name: 'mine' }), msg: denied },
  'update-bot': ofAnother(() => `/bots/${ids.bot}`, { full_name: 'Renamed' }),
  'deactivate-bot': ofAnother(() => `/bots/${ids.bot}`),
  'get-integrations': anybody,
  'get-apps': anybody,
  'install-app': { from: 'administrator', form: () => ({ manifest: '{"name":"App"}' }), msg: denied },
  'update-app': { from: 'administrator', path: () => '/apps/1', form: () => ({}), msg: denied },
  'remove-app': { from: 'administrator', path: () => '/apps/1', form: () => ({}), msg: denied },
  'get-app-credentials': {
    from: 'administrator',
    path: () => '/apps/1/credentials',
    form: () => ({}),
    msg: denied,
  },
  'create-webhook': ofAnother(() => `/bots/${ids.bot}/webhooks`),
  'try-webhook-template': ofAnother(() => `/bots/${ids.bot}/webhooks/try_template`, {
    template: '{{a}}',
    payload: '{}',
  }),
  'get-webhooks': ofAnother(() => `/bots/${ids.bot}/webhooks`),
  'update-webhook': ofAnother(() => `/bots/${ids.bot}/webhooks/1`),
  'delete-webhook': ofAnother(() => `/bots/${ids.bot}/webhooks/1`),
  'get-outgoing-webhook': ofAnother(() => `/bots/${ids.bot}/outgoing_webhook`),
  'update-outgoing-webhook': ofAnother(() => `/bots/${ids.bot}/outgoing_webhook`),
  'get-deliveries': ofAnother(() => `/bots/${ids.bot}/deliveries`),
  'retry-delivery': ofAnother(() => `/bots/${ids.bot}/deliveries/in/1/retry`),
  'get-bot-api-key': ofAnother(() => `/bots/${ids.bot}/api_key`),
  'regenerate-bot-api-key': ofAnother(() => `/bots/${ids.bot}/api_key/regenerate`),
  'get-bot-storage': anybody,
  'update-bot-storage': anybody,
  'remove-bot-storage': anybody,

  'get-invites': { from: 'member', msg: denied },
  'send-invites': {
    from: 'member',
    form: () => ({ invitee_emails: 'x@test.example', stream_ids: [] }),
    msg: denied,
  },
  'create-invite-link': { from: 'administrator', msg: denied },
  'revoke-email-invite': ofAnother(() => `/invites/${ids.invitation}`),
  'revoke-invite-link': ofAnother(() => `/invites/multiuse/${ids.link}`),
  'resend-email-invite': ofAnother(() => `/invites/${ids.invitation}/resend`),

  'get-audit-log': byOwners(),
  'get-retention-effect': byOwners({ message_retention_days: 30 }),
  'get-server-status': byOwners(),
  'update-realm': byAdministrators({ name: 'Renamed' }),
  'update-realm-user-settings-defaults': byAdministrators({ enter_sends: true }),
  'get-linkifiers': anybody,
  'add-linkifier': byAdministrators({ pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' }),
  'update-linkifier': byAdministrators(
    { pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' },
    () => '/realm/filters/1',
  ),
  'remove-linkifier': byAdministrators({}, () => '/realm/filters/1'),
  'reorder-linkifiers': byAdministrators({ ordered_linkifier_ids: [1] }),
  'add-code-playground': byAdministrators({
    name: 'Play',
    pygments_language: 'Python',
    url_template: 'https://x.example/{code}',
  }),
  'remove-code-playground': byAdministrators({}, () => '/realm/playgrounds/1'),
  'get-realm-domains': anybody,
  'add-realm-domain': byOwners({ domain: 'x.example', allow_subdomains: true }),
  'update-realm-domain': byOwners({ allow_subdomains: true }, () => '/realm/domains/x.example'),
  'remove-realm-domain': byOwners({}, () => '/realm/domains/x.example'),
  'get-custom-emoji': anybody,
  'get-custom-profile-fields': anybody,
  'create-custom-profile-field': byAdministrators({ field_type: 1, name: 'Field' }),
  'reorder-custom-profile-fields': byAdministrators({ order: [1] }),
  'update-custom-profile-field': byAdministrators({ name: 'Field' }, () => '/realm/profile_fields/1'),
  'remove-custom-profile-field': byAdministrators({}, () => '/realm/profile_fields/1'),

  'get-navigation-views': anybody,
  'add-navigation-view': anybody,
  'edit-navigation-view': anybody,
  'remove-navigation-view': anybody,
  'update-status': anybody,
  'update-status-for-user': ofAnother(() => `/users/${ids.member}/status`, { status_text: 'away' }),
  'get-user-status': anybody,
  'update-presence': anybody,
  'get-user-presence': anybody,
  'get-presence': anybody,
  'get-alert-words': anybody,
  'add-alert-words': anybody,
  'remove-alert-words': anybody,
  'mute-user': anybody,
  'unmute-user': anybody,
  'finish-onboarding-step': anybody,

  'get-subscriptions': anybody,
  subscribe: { from: 'bot', form: () => ({ subscriptions: [{ name: 'not there yet' }] }), msg: denied },
  unsubscribe: anybody,
  'update-subscriptions': anybody,
  'update-subscription-settings': anybody,
  'update-subscription': anybody,
  'mute-topic': anybody,
  'update-user-topic': anybody,
  'get-subscription-status': anybody,
  'get-user-channels': anybody,
  'get-streams': anybody,
  'get-stream-id': anybody,
  'get-stream-by-id': anybody,
  'get-subscribers': anybody,
  'get-stream-email-address': anybody,
  'get-stream-topics': anybody,
  'get-moved-topic': anybody,
  'create-channel': { from: 'bot', form: () => ({ name: 'not there yet', subscribers: [] }), msg: denied },
  'update-stream': ofAnother(
    () => `/streams/${ids.channel}`,
    { description: 'Changed' },
    {
      msg: /permission|Invalid channel ID/,
    },
  ),
  'archive-stream': ofAnother(() => `/streams/${ids.channel}`, {}, { msg: /permission|Invalid channel ID/ }),
  'add-default-stream': byAdministratorsOfChannels(() => ({ stream_id: ids.channel })),
  'remove-default-stream': byAdministratorsOfChannels(() => ({ stream_id: ids.channel })),
  'create-channel-folder': byAdministratorsOfChannels(() => ({ name: 'Folder' })),
  'get-channel-folders': anybody,
  'patch-channel-folders': byAdministratorsOfChannels(() => ({ order: [] })),
  'update-channel-folder': byAdministratorsOfChannels(
    () => ({ name: 'Folder' }),
    () => '/channel_folders/1',
  ),

  'get-user-groups': anybody,
  'create-user-group': {
    from: 'bot',
    form: () => ({ name: 'new group', description: '', members: [] }),
    msg: denied,
  },
  'update-user-group': ofAnother(() => `/user_groups/${ids.group}`, { description: 'x' }, { from: 'owner' }),
  'deactivate-user-group': ofAnother(() => `/user_groups/${ids.group}/deactivate`, {}, { from: 'owner' }),
  'remove-user-group': ofAnother(() => `/user_groups/${ids.group}`, {}, { from: 'owner' }),
  'get-user-group-members': anybody,
  'get-is-user-group-member': anybody,
  'update-user-group-members': {
    from: 'owner',
    path: () => `/user_groups/${ids.group}/members`,
    form: () => ({ add: [ids.member] }),
    msg: denied,
  },
  'get-user-group-subgroups': anybody,
  'update-user-group-subgroups': {
    from: 'owner',
    path: () => `/user_groups/${ids.group}/subgroups`,
    form: () => ({ add: [1] }),
    msg: denied,
  },

  'send-message': anybody,
  'delete-topic': ofAnother(
    () => `/streams/${ids.channel}/delete_topic`,
    { topic_name: 'test' },
    {
      msg: /./,
      code: byRole,
    },
  ),
  'add-submessage': anybody,
  'report-message': anybody,
  'set-typing-status': anybody,
  'set-typing-status-for-message-edit': anybody,
  'render-message': anybody,
  'delete-message': anybody,
  'update-message': anybody,
  'remove-reaction': anybody,
  'add-reaction': anybody,
  'pin-message': anybody,
  'unpin-message': anybody,
  'get-pinned-messages': anybody,
  'get-messages': strangers,
  'get-search-files': anybody,
  'get-search-suggestions': anybody,
  'get-gifs': anybody,
  'update-message-flags': anybody,
  'update-message-flags-for-narrow': anybody,
  'mark-all-as-read': anybody,
  'mark-stream-as-read': anybody,
  'mark-topic-as-read': anybody,
  // A control or form of which the caller does not know is not there for them (apps.test.ts).
  'press-block': anybody,
  'get-block-options': anybody,
  'submit-view': anybody,
  'close-view': anybody,
  'get-commands': anybody,
  'run-command': anybody,
  'check-messages-match-narrow': anybody,
  'get-message': anybody,
  'get-message-blocks': anybody,
  'get-message-history': anybody,
  'get-read-receipts': anybody,
  'create-drafts': anybody,
  'delete-draft': anybody,
  'edit-draft': anybody,
  'get-drafts': anybody,
  'create-message-reminder': anybody,
  'delete-reminder': anybody,
  'get-reminders': anybody,
  'create-saved-snippet': anybody,
  'delete-saved-snippet': anybody,
  'edit-saved-snippet': anybody,
  'get-saved-snippets': anybody,
  'create-scheduled-message': anybody,
  'delete-scheduled-message': anybody,
  'get-scheduled-messages': anybody,
  'update-scheduled-message': anybody,

  'get-events': anybody,
  'stream-events': anybody,
  'delete-queue': anybody,
  'list-queues': {
    from: 'administrator',
    form: () => ({ user_id: ids.member }),
    msg: administrators,
    code: byRole,
  },
  'close-queues': {
    from: 'administrator',
    form: () => ({ user_id: ids.member }),
    msg: administrators,
    code: byRole,
  },

  'start-import': byOwners({ path: '/nowhere' }),
  'get-imports': byOwners(),
  'get-import': byOwners({}, () => '/imports/1'),
  'undo-import': byOwners({}, () => '/imports/1'),
  'stop-import': byOwners({}, () => '/imports/1/stop'),
  'find-imported-message': anybody,
  'get-realm-exports': byAdministrators(),
  'export-own-data': anybody,
  'get-own-exports': anybody,
  'export-person-data': byOwners({}, () => '/users/1/export'),
  'get-person-exports': byOwners(),
  'erase-user': byOwners({}, () => '/users/1/erase'),
  'get-erasures': byOwners(),
  'export-realm': byAdministrators(),
  'delete-realm-export': byAdministrators({}, () => '/export/realm/1'),
  'get-realm-export-consents': byAdministrators(),
  'add-apns-token': anybody,
  'remove-apns-token': anybody,
  'add-fcm-token': anybody,
  'remove-fcm-token': anybody,
  'register-push-device': anybody,
  'register-client-device': anybody,
  'remove-client-device': anybody,
  'add-web-push': anybody,
  'remove-web-push': anybody,
  'test-notify': anybody,
  'e2ee-test-notify': anybody,
  'create-big-blue-button-video-call': anybody,
  'create-zoom-video-call': anybody,

  'get-attachments': anybody,
  'remove-attachment': anybody,
  'upload-file': anybody,
  'resumable-upload': anybody,
  'get-file': strangers,
  'get-image': strangers,
  'get-external-picture': strangers,
  'get-file-temporary-url': anybody,
  'change-own-avatar': anybody,
  'get-avatar': anybody,
  // The organization's settings determine who may add emoji.
  'change-custom-emoji': anybody,
  // organization-definitions.test.ts verifies that these require an administrator.
  'change-realm-icon': anybody,
  'change-realm-logo': anybody,
  // A token in the sign-in file grants access.
  'handle-scim': strangers,
  'receive-webhook': strangers,
  'receive-mattermost-webhook': strangers,
  'receive-slack-webhook': strangers,
  // The service checks the token of the app, and that of the address.
  'receive-slack-api': strangers,
  'receive-app-response': strangers,
  'test-welcome-bot-custom-message': byAdministrators({ welcome_message_custom_text: 'Hi' }),
};

const restricted = routes.flatMap((route) => {
  const rule = table[route.operation];
  return typeof rule === 'object' ? [{ route, rule }] : [];
});

it('lists every operation, and whether it requires credentials', () => {
  const operations = [...routes, ...transfers];
  expect(operations.map(({ operation }) => operation).filter((operation) => !(operation in table))).toEqual(
    [],
  );
  const known = new Set(operations.map(({ operation }) => operation));
  expect(Object.keys(table).filter((operation) => !known.has(operation))).toEqual([]);
  for (const { operation, auth } of operations) {
    expect([operation, table[operation] === strangers]).toEqual([operation, auth !== 'required']);
  }
});

describe('a caller without permission', () => {
  let network: AnyNetwork;
  const people: Partial<Record<Rank, Person>> = {};

  beforeAll(async () => {
    network = await anyNetwork();
    const organization = await Organization.create(network);
    const { owner } = organization;
    const added = await organization.add('administrator', 'moderator', 'member', 'guest', 'other');
    Object.assign(people, { owner, ...added });
    ids.member = added.other.userId;
    for (const rank of ['administrator', 'moderator', 'guest'] as const) {
      await owner.api.patch(`/users/${added[rank].userId}`, { role: ranks[rank] });
    }
    people.bot = await botOf(added.member);
    ids.bot = (await botOf(owner)).userId;
    await owner.subscribe(['hall']);
    ids.channel = (await owner.api.get('/get_stream_id', { stream: 'hall' })).stream_id;
    await owner.api.post('/user_groups/create', { name: 'crew', description: '', members: [owner.userId] });
    const { user_groups } = await owner.api.get('/user_groups');
    ids.group = user_groups.find(({ name }: Body) => name === 'crew').id;
    await owner.api.post('/invites', { invitee_emails: 'invited@test.example', stream_ids: [] });
    await owner.api.post('/invites/multiuse');
    const { invites } = await owner.api.get('/invites');
    ids.invitation = invites.find(({ is_multiuse }: Body) => !is_multiuse).id;
    ids.link = invites.find(({ is_multiuse }: Body) => is_multiuse).id;
  });

  afterAll(() => network?.stop());

  async function botOf(person: Person): Promise<Person> {
    const short_name = `of-${person.userId}`;
    const { user_id, api_key, bot } = await person.api.post('/bots', { full_name: short_name, short_name });
    const identity = { userId: user_id, email: bot.email, apiKey: api_key };
    return new Person(identity, network.client(identity));
  }

  it('the key of an incoming webhook is taken in its addresses and nowhere else', async () => {
    await people.owner!.subscribe(['webhooks']);
    const short_name = 'write-only';
    const made = await people.member!.api.post('/bots', { full_name: short_name, short_name, bot_type: 2 });
    const credentials = Buffer.from(`${made.bot.email}:${made.api_key}`).toString('base64');
    const ask = async (method: string, path: string, authorization: string) => {
      const answer = await fetch(`${network.gatewayUrl()}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(method !== 'GET' && method !== 'HEAD' && { body: '{"text":"built"}' }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
    };
    const refusal =
      '400 BAD_REQUEST: The key of an incoming webhook works only in the addresses of its webhooks. Use a generic bot for this.';
    const operations = [
      ...routes.map(({ path, method, ...others }) => ({
        ...others,
        path: `/api/v1${path}`,
        methods: [method],
      })),
      ...transfers,
    ].filter(({ auth }) => auth !== 'none');
    const wrong: string[] = [];
    for (const { methods, path, operation, takesRest } of operations) {
      const answers: string[] = [];
      const filled = path.replaceAll(/\{\w+\}/g, '1');
      // Some methods are only those of the path itself, or of the paths below it.
      for (const method of methods.filter((each) => !['HEAD', 'OPTIONS'].includes(each)))
        for (const at of takesRest ? [filled, `${filled}/1/1/1`] : [filled]) {
          const { status, body } = await ask(method, at, `Basic ${credentials}`);
          if (status < 400) wrong.push(`${operation}: ${method} ${at}: ${status}`);
          answers.push(`${status} ${body.code}: ${body.msg}`);
        }
      if (!answers.includes(refusal)) wrong.push(`${operation}: ${answers}`);
    }
    expect(operations.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
    // Those that have keys of their own do not take this one.
    for (const scheme of ['Basic', 'Bearer']) {
      const key = scheme === 'Basic' ? credentials : made.api_key;
      const slack = await ask('POST', '/slack/api/chat.postMessage', `${scheme} ${key}`);
      expect(slack.body).toMatchObject({ ok: false });
      expect((await ask('GET', '/scim/v2/Users', `${scheme} ${key}`)).status).toBeGreaterThanOrEqual(400);
    }
    const address = `/api/v1/external/json?api_key=${made.api_key}&stream=webhooks`;
    expect((await ask('POST', address, '')).body).toMatchObject({ outcome: 'sent' });
  });

  it.each(restricted.map(({ route, rule }) => [route.operation, route, rule] as const))(
    '%s is refused',
    async (_operation, route, rule) => {
      const refused = (Object.keys(ranks) as Rank[]).filter((rank) => ranks[rank] > ranks[rule.from]);
      expect(refused).not.toEqual([]);
      const path = rule.path?.() ?? route.path;
      expect(path).not.toContain('{');
      for (const rank of refused) {
        const { status, body } = await people[rank]!.api.raw(
          route.method as 'GET',
          path,
          rule.form?.() ?? {},
        );
        expect({ rank, status, code: body.code }).toEqual({
          rank,
          status: 400,
          code: rule.code ?? 'BAD_REQUEST',
        });
        expect(`${rank}: ${body.msg}`).toMatch(rule.msg);
      }
    },
  );
});
