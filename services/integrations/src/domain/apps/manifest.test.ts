import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PayloadError } from '../templates/payload.ts';
import { readBySchema } from '../templates/read-by-schema.ts';
import { addressesOf, addressFor, readManifest, scopesInWords } from './manifest.ts';

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
    [{ url }, /"name": is missing/],
    [{ name: 'A', commands: [{ name: 'do' }], url }, /commands\.0\.name/],
    [{ name: 'A', commands: [{ name: '/poll' }], url }, /command of the server/],
    [{ name: 'A', commands: [{ name: '/a' }, { name: '/a' }], url }, /twice/],
    [{ name: 'A', commands: [{ name: '/a' }] }, /commands_url/],
    [{ name: 'A', events: ['app_mention'] }, /events_url/],
    [{ name: 'A', events: ['everything'], url }, /events\.0/],
    [{ name: 'A', scopes: ['audit'], url }, /scopes\.0/],
    [{ name: 'A', unknown: 1 }, /"unknown": is no known member/],
    [{ name: 'A'.repeat(81), url }, /"name": is too long \(limit: 80 characters\)/],
    [{ name: ' ', url }, /"name": is empty/],
    [{ display_information: {} }, /"display_information\.name": is missing/],
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

describe('what is wrong', () => {
  /** A value for each kind of problems that the schema library knows. A kind that is missing here does not compile. */
  const kinds: { [Code in z.core.$ZodIssue['code']]: readonly [schema: z.ZodType, value: unknown][] } = {
    invalid_type: [
      [z.object({ a: z.string() }), {}],
      ...[z.string(), z.number(), z.int(), z.boolean(), z.array(z.int()), z.object({}), z.date()].map(
        (schema) => [schema, Symbol.iterator] as [z.ZodType, unknown],
      ),
      [z.int(), 1.5],
    ],
    invalid_value: [
      [z.enum(['one', 'other']), 'third'],
      [z.object({ a: z.literal('one') }), {}],
    ],
    too_big: [
      [z.string().max(1), 'ab'],
      [z.array(z.int()).max(1), [1, 2]],
      [z.int().max(1), 2],
    ],
    too_small: [
      [z.string().min(1), ''],
      [z.string().min(2), 'a'],
      [z.array(z.int()).min(1), []],
      [z.int().min(1), 0],
    ],
    invalid_format: [
      [z.string().regex(/^a$/), 'b'],
      [z.iso.date(), 'today'],
    ],
    not_multiple_of: [[z.number().multipleOf(2), 3]],
    unrecognized_keys: [[z.strictObject({}), { other: 1 }]],
    invalid_union: [
      [z.union([z.string(), z.int()]), true],
      [z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]), { type: 'b' }],
    ],
    invalid_key: [[z.record(z.string().regex(/^a$/), z.int()), { b: 1 }]],
    invalid_element: [[z.map(z.object({}), z.int()), new Map([[{}, 'x']])]],
    custom: [[z.string().refine(() => false, 'is no web address'), 'x']],
  };
  const wrong = 'The manifest is wrong at "{path}": {problem}';

  function failureOf(read: () => unknown): PayloadError | undefined {
    try {
      read();
    } catch (error) {
      if (error instanceof PayloadError) return error;
      throw error;
    }
    return undefined;
  }

  /** Returns the part after the place, which must be translated. */
  function expectTranslated({ text }: PayloadError): void {
    const [, english] = /^The \w+ is wrong at "[^"]*": (.+)$/s.exec(text.in('en')) ?? [];
    const [, german] = /^Das \w+ ist bei „[^“]*“ falsch: (.+)$/s.exec(text.in('de')) ?? [];
    expect(german, text.in('en')).toBeTruthy();
    expect(german).not.toBe(english);
    expect(`${english} ${german}`).not.toMatch(/invalid|expected|received|\{\w+\}/i);
  }

  it.each(Object.entries(kinds))('is said in the language of the reader: %s', (code, cases) => {
    for (const [schema, value] of cases) {
      expect(schema.safeParse(value).error?.issues[0]?.code).toBe(code);
      const error = failureOf(() => readBySchema(schema, value, wrong));
      expectTranslated(error!);
    }
  });

  it('is said so of every member of a manifest, whatever is in its place', () => {
    const url = 'https://a.example/';
    const ours = {
      name: 'A',
      description: 'd',
      icon: 'A',
      commands: [{ name: '/a', description: 'd', hint: 'h', permission: 'everyone', url }],
      blocks: true,
      events: ['app_mention'],
      scopes: ['users'],
      url,
    };
    const slacks = {
      display_information: { name: 'A', description: 'd' },
      features: { slash_commands: [{ command: '/a', url, description: 'd', usage_hint: 'h' }] },
      oauth_config: { scopes: { bot: ['chat:write'] } },
      settings: {
        event_subscriptions: { request_url: url, bot_events: ['app_mention'] },
        interactivity: { is_enabled: true, request_url: url },
      },
    };
    let refused = 0;
    for (const manifest of [ours, slacks]) {
      for (const path of pathsOf(manifest)) {
        for (const other of [undefined, null, 0, 'x'.repeat(5_000), '', [], {}, true, [null], { other: 1 }]) {
          const text = JSON.stringify(withValue(manifest, path, other));
          const error = failureOf(() => readManifest(text));
          if (!error?.text.in('en').includes('is wrong at')) continue;
          refused++;
          expectTranslated(error);
        }
      }
    }
    expect(refused).toBeGreaterThan(200);
  });
});

type Path = readonly (string | number)[];

/** Returns the paths of all members of an object, and of those in them. */
const pathsOf = (value: unknown, before: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [
        [...before, key],
        ...pathsOf(inner, [...before, key]),
      ]);

/** Returns a copy with another value at a path; undefined leaves it out. */
function withValue(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = withValue(copy[key], rest, other);
  return copy;
}
