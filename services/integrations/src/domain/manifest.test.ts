import { expect, it } from 'vitest';
import { addressesOf, addressFor, readManifest, scopesInWords } from './manifest.ts';
import { PayloadError } from './payload.ts';

it('reads a manifest with its defaults', () => {
  const manifest = readManifest(
    JSON.stringify({ name: ' App ', commands: [{ name: '/a' }], url: 'https://a.example/' }),
  );
  expect(manifest).toMatchObject({
    name: 'App',
    blocks: false,
    events: [],
    scopes: [],
    commands: [{ name: '/a', description: '', hint: '', permission: 'everyone' }],
  });
  expect(addressFor(manifest, 'options')).toBe('https://a.example/');
});

it('reads a manifest in Slack’s form', () => {
  const manifest = readManifest(
    JSON.stringify({
      display_information: { name: 'App', background_color: '#000000' },
      features: {
        bot_user: { display_name: 'app', always_online: true },
        slash_commands: [
          {
            command: '/Do',
            url: 'https://a.example/c',
            description: 'd',
            usage_hint: 'h',
            should_escape: false,
          },
        ],
      },
      oauth_config: {
        scopes: {
          bot: ['chat:write', 'channels:read', 'im:history', 'users:read', 'commands', 'files:write'],
        },
      },
      settings: {
        event_subscriptions: {
          request_url: 'https://a.example/e',
          bot_events: ['app_mention', 'message.channels', 'message.im', 'link_shared'],
        },
        interactivity: { is_enabled: true, request_url: 'https://a.example/a' },
        socket_mode_enabled: false,
      },
    }),
  );
  expect(manifest).toMatchObject({
    name: 'App',
    blocks: true,
    commands: [{ name: '/do', description: 'd', hint: 'h' }],
    events: ['app_mention', 'message'],
    scopes: ['messages', 'channels', 'users', 'uploads'],
  });
  expect(addressesOf(manifest).toSorted()).toEqual(
    ['https://a.example/a', 'https://a.example/a', 'https://a.example/c', 'https://a.example/e'].toSorted(),
  );
  expect(addressFor(manifest, 'events')).toBe('https://a.example/e');
});

it('says what is wrong with a manifest', () => {
  const url = 'https://a.example/';
  for (const [manifest, reason] of [
    ['no JSON', /no JSON/],
    [[], /wrong/],
    [{ url }, /"name"/],
    [{ name: 'A', commands: [{ name: 'do' }], url }, /commands\.0\.name/],
    [{ name: 'A', commands: [{ name: '/poll' }], url }, /command of the server/],
    [{ name: 'A', commands: [{ name: '/a' }, { name: '/a' }], url }, /twice/],
    [{ name: 'A', commands: [{ name: '/a' }] }, /commands_url/],
    [{ name: 'A', events: ['app_mention'] }, /events_url/],
    [{ name: 'A', events: ['everything'], url }, /events\.0/],
    [{ name: 'A', scopes: ['audit'], url }, /scopes\.0/],
    [{ name: 'A', unknown: 1 }, /unknown/],
  ] as const) {
    const read = () => readManifest(typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
    expect(read, JSON.stringify(manifest)).toThrow(PayloadError);
    expect(read, JSON.stringify(manifest)).toThrow(reason);
  }
});

it('shows scopes in words', () => {
  const [scope] = scopesInWords(readManifest('{"name":"A","scopes":["users"]}'));
  expect(scope).toEqual({ area: 'users', about: expect.stringMatching(/People/) });
});
