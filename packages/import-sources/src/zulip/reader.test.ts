import { render } from '@parley/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Contents, computed, disorder, memorySource, readAll, shown } from '../../test/memory-source.ts';
import { everythingExists } from '../../test/rendering.ts';
import { type ZulipReferences, zulipContent } from './content.ts';
import { zulip } from './reader.ts';
import { splitContent } from './split.ts';

const at = 1_600_000_000;
const user = (id: number, name: string, more: object = {}): object => ({
  id,
  full_name: name,
  delivery_email: `${name.toLowerCase()}@a.example`,
  email: `user${id}@zulip.example`,
  role: 400,
  is_active: true,
  is_bot: false,
  date_joined: at,
  ...more,
});
const realm = (more: object = {}): object => ({
  zerver_realm: [
    {
      id: 2,
      name: 'Acme',
      description: 'We',
      string_id: 'acme',
      date_created: at,
      inline_image_preview: false,
      icon_source: 'U',
      logo_source: 'D',
      night_logo_source: 'U',
      uri: 'https://chat.a.example',
    },
  ],
  zerver_userprofile: [
    user(10, 'Ann', { role: 100, twenty_four_hour_time: true, avatar_source: 'U' }),
    user(11, 'Ben', { timezone: 'Europe/Berlin' }),
    user(12, 'Robot', { is_bot: true, bot_type: 2, bot_owner: 10 }),
    user(13, 'Gone', { is_active: false }),
    user(14, 'Guest', { role: 600 }),
  ],
  zerver_userprofile_mirrordummy: [user(15, 'Stub', { is_mirror_dummy: true })],
  zerver_userprofile_crossrealm: [{ id: 3, email: 'notification-bot@zulip.com' }],
  zerver_stream: [
    { id: 20, name: 'general', description: 'All', invite_only: false, date_created: at, creator: 10 },
    {
      id: 21,
      name: '!DEACTIVATED:old',
      deactivated: true,
      invite_only: true,
      history_public_to_subscribers: true,
    },
    {
      id: 22,
      name: 'secret',
      invite_only: true,
      history_public_to_subscribers: false,
      message_retention_days: -1,
      stream_post_policy: 2,
    },
  ],
  zerver_defaultstream: [{ id: 1, realm: 2, stream: 20 }],
  zerver_recipient: [
    { id: 30, type: 2, type_id: 20 },
    { id: 31, type: 2, type_id: 21 },
    { id: 32, type: 2, type_id: 22 },
    { id: 33, type: 1, type_id: 11 },
    { id: 34, type: 3, type_id: 1 },
  ],
  zerver_subscription: [
    {
      id: 1,
      user_profile: 10,
      recipient: 30,
      active: true,
      color: '#ff0000',
      pin_to_top: true,
      is_muted: false,
      desktop_notifications: null,
    },
    { id: 2, user_profile: 11, recipient: 30, active: false, is_muted: true },
    { id: 3, user_profile: 10, recipient: 34, active: true },
    { id: 4, user_profile: 11, recipient: 34, active: true },
    { id: 5, user_profile: 14, recipient: 34, active: true },
    { id: 6, user_profile: 10, recipient: 30, active: true },
  ],
  zerver_namedusergroup: [
    { usergroup_ptr: 40, name: 'role:owners', is_system_group: true },
    { usergroup_ptr: 41, name: 'all-teams', is_system_group: false },
    { usergroup_ptr: 42, name: 'backend', description: 'Servers', is_system_group: false },
  ],
  zerver_usergroupmembership: [
    { id: 1, user_group: 42, user_profile: 11 },
    { id: 2, user_group: 40, user_profile: 10 },
  ],
  zerver_groupgroupmembership: [
    { id: 1, supergroup: 41, subgroup: 42 },
    { id: 2, supergroup: 42, subgroup: 41 },
  ],
  zerver_realmemoji: [{ id: 50, name: 'parrot', author: 10, file_name: '50.gif', deactivated: false }],
  zerver_usertopic: [
    { id: 1, user_profile: 11, stream: 20, topic_name: 'noise', visibility_policy: 1, last_updated: at },
  ],
  zerver_customprofilefield: [{ id: 1, name: 'Team', field_type: 1 }],
  zerver_customprofilefieldvalue: [{ id: 1, user_profile: 11, field: 1, value: 'Red' }],
  zerver_alertword: [{ id: 1, user_profile: 11, word: 'deploy' }],
  zerver_muteduser: [{ id: 1, user_profile: 11, muted_user: 14 }],
  zerver_reaction: [
    {
      id: 1,
      user_profile: 10,
      message: 100,
      emoji_name: 'thumbs_up',
      emoji_code: '1f44d',
      reaction_type: 'unicode_emoji',
    },
    {
      id: 2,
      user_profile: 11,
      message: 100,
      emoji_name: 'parrot',
      emoji_code: '50',
      reaction_type: 'realm_emoji',
    },
    {
      id: 3,
      user_profile: 11,
      message: 999,
      emoji_name: 'parrot',
      emoji_code: '50',
      reaction_type: 'realm_emoji',
    },
  ],
  zerver_useractivity: [{ id: 1 }],
  ...more,
});
const message = (
  id: number,
  sender: number,
  recipient: number,
  subject: string,
  content: string,
  more: object = {},
): object => ({
  id,
  sender,
  recipient,
  subject,
  content,
  rendered_content: '<p>…</p>',
  date_sent: at + id,
  ...more,
});
const messages = (list: object[], userMessages: object[] = []): object => ({
  zerver_message: list,
  zerver_usermessage: userMessages,
});
const archive = (more: Record<string, Contents>, tables: object = {}) =>
  memorySource({ 'export/realm.json': realm(tables) as Record<string, unknown>, ...more });

describe('zulip', () => {
  it('reads linkifiers of old and new versions, in their order', async () => {
    const rows = [
      {
        id: 1,
        realm: 2,
        pattern: 'T(?P<id>\\d+)',
        url_format_string: 'https://old.example/%(id)s',
        order: 2,
      },
      {
        ...{ id: 2, realm: 2, pattern: '#(?P<n>\\d+)', url_template: 'https://new.example/{n}', order: 1 },
        ...{
          example_input: '#7',
          reverse_template: '#{n}',
          alternative_url_templates: ['https://n.example/{n}'],
        },
      },
      { id: 3, realm: 2, pattern: '', order: 3 },
    ];
    const reading = await readAll(zulip, archive({}, { zerver_realmfilter: rows }));
    expect(reading.of('organization')[0]).toMatchObject({
      linkifiers: [
        {
          ...{ pattern: '#(?P<n>\\d+)', url: 'https://new.example/{n}', example: '#7', reverse: '#{n}' },
          alternatives: ['https://n.example/{n}'],
        },
        { pattern: 'T(?P<id>\\d+)', url: 'https://old.example/{id}' },
      ],
    });
  });

  it('learns from messages at which address the organization was, so that its links lead on', async () => {
    const url = 'https://z.example/#narrow/stream/20-general/topic/x/near/100';
    const elsewhere = 'https://else.example/#narrow/stream/20-general/topic/x/near/100';
    const reading = await readAll(
      zulip,
      archive(
        {
          'export/messages-000001.json': messages([
            message(100, 10, 30, 'x', 'first'),
            message(101, 10, 30, 'x', `see [that](${url}) and ${elsewhere}`, {
              rendered_content: `<a href="${url.slice(18)}">that</a> <a href="${elsewhere}">${elsewhere}</a>`,
            }),
          ]) as Record<string, unknown>,
        },
        { zerver_realm: [{ id: 2, name: 'Acme' }] },
      ),
    );
    expect(shown(reading.of('message')[1]!.content)).toBe(`see {message 100} and ${elsewhere}`);
  });

  it('recognizes its archives', async () => {
    expect(await zulip.detect(archive({ 'export/attachment.json': '{"zerver_attachment": []}' }))).toBe(1);
    expect(await zulip.detect(memorySource({ 'users.json': '[]' }))).toBe(0);
  });

  it('reads the organization, people, groups, channels and subscriptions', async () => {
    const reading = await readAll(
      zulip,
      archive({
        'export/avatars/records.json': [
          { path: '2/a.png', user_profile_id: 10 },
          { path: '2/a.original', user_profile_id: 10 },
        ],
        'export/avatars/2/a.original': 'PNG',
        'export/realm_icons/records.json': [
          { path: '2/icon.original' },
          { path: '2/icon.png' },
          { path: '2/logo.png' },
          { path: '2/night_logo.png' },
          { path: '2/night_logo.original' },
        ],
        'export/realm_icons/2/icon.original': 'PNG',
        'export/realm_icons/2/night_logo.original': 'PNG',
        'export/emoji/records.json': [{ path: '2/emoji/images/50.gif', file_name: '50.gif' }],
        'export/emoji/2/emoji/images/50.gif': 'GIF',
      }),
    );
    expect(reading.of('organization')).toMatchObject([
      {
        name: 'Acme',
        settings: { inline_image_preview: false },
        urls: ['https://chat.a.example'],
        icon: 'organization-icon',
        nightLogo: 'organization-night_logo',
      },
    ]);
    // Its logo is the one that Zulip draws.
    expect(reading.of('organization')[0]).not.toHaveProperty('logo');
    expect(
      reading.of('person').map(({ key, name, role, active, bot, id }) => [key, name, role, active, bot, id]),
    ).toEqual([
      ['10', 'Ann', 'owner', true, undefined, 10],
      ['11', 'Ben', 'member', true, undefined, 11],
      ['13', 'Gone', 'member', false, undefined, 13],
      ['14', 'Guest', 'guest', true, undefined, 14],
      ['15', 'Stub', 'member', false, undefined, 15],
      ['12', 'Robot', 'member', true, { type: 'incoming', owner: '10' }, 12],
      ['3', 'Notification Bot', 'member', true, { type: 'generic' }, undefined],
    ]);
    expect(reading.of('person')[0]).toMatchObject({
      avatar: 'avatar-10',
      settings: { twenty_four_hour_time: true },
      email: 'ann@a.example',
    });
    expect(reading.of('person')[1]).toMatchObject({
      profile: { Team: 'Red' },
      alertWords: ['deploy'],
      mutedPeople: ['14'],
      timezone: 'Europe/Berlin',
    });
    expect(reading.of('group')).toMatchObject([
      { key: '42', name: 'backend', members: ['11'] },
      { key: '41', name: 'all-teams', subgroups: ['42'] },
    ]);
    expect(reading.finding('group-loop')).toBeDefined();
    expect(reading.of('channel')).toMatchObject([
      { key: '20', name: 'general', privacy: 'public', isDefault: true, creator: '10' },
      { key: '21', name: 'old', privacy: 'private', archived: true },
      {
        key: '22',
        name: 'secret',
        privacy: 'private-protected',
        retentionDays: null,
        posting: 'administrators',
      },
    ]);
    expect(reading.of('subscription')).toMatchObject([
      { channel: '20', person: '10', color: '#ff0000', pinned: true },
      { channel: '20', person: '11', active: false, muted: true },
    ]);
    expect(reading.of('topic')).toMatchObject([
      { channel: '20', topic: 'noise', person: '11', policy: 'muted' },
    ]);
    expect(reading.of('emoji')).toMatchObject([{ name: 'parrot', file: 'emoji-50', author: '10' }]);
    expect(reading.of('file').map(({ key, path }) => [key, path])).toEqual([
      ['organization-icon', 'export/realm_icons/2/icon.original'],
      ['organization-night_logo', 'export/realm_icons/2/night_logo.original'],
      ['avatar-10', 'export/avatars/2/a.original'],
      ['emoji-50', 'export/emoji/2/emoji/images/50.gif'],
    ]);
    expect(disorder(reading.records)).toEqual([]);
  });

  it('reads messages with reactions, flags and edits from several files', async () => {
    const reading = await readAll(
      zulip,
      archive({
        'export/messages-000002.json': messages([message(102, 11, 34, '', 'group')]) as Record<
          string,
          unknown
        >,
        'export/messages-000001.json': messages(
          [
            message(100, 10, 30, 'plans', 'hello @**Ben|11**', {
              edit_history: JSON.stringify([
                { timestamp: at + 300, user_id: 10, prev_topic: 'old plans' },
                { timestamp: at + 200, user_id: 10, prev_content: 'helo @**Ben|11**' },
              ]),
            }),
            message(101, 10, 33, '', 'direct'),
          ],
          [
            { id: 1, user_profile: 10, message: 100, flags_mask: 1 },
            { id: 2, user_profile: 11, message: 100, flags_mask: 2 },
            { id: 3, user_profile: 11, message: 101, flags_mask: 0 },
          ],
        ) as Record<string, unknown>,
      }),
    );
    expect(reading.of('message').map(({ key, place, content }) => [key, place, shown(content)])).toEqual([
      ['100', { channel: '20', topic: 'plans' }, 'hello {person 11}'],
      ['101', { people: ['10', '11'] }, 'direct'],
      ['102', { people: ['10', '11', '14'] }, 'group'],
    ]);
    expect(reading.of('message')[0]).toMatchObject({
      reactions: [
        { person: '10', emoji: '+1' },
        { person: '11', emoji: 'parrot' },
      ],
      starredBy: ['11'],
      edits: [
        { time: at + 200, editor: '10', previousContent: ['helo ', { ref: 'person', key: '11' }] },
        { time: at + 300, editor: '10', previousTopic: 'old plans' },
      ],
    });
    expect(reading.of('unread')).toEqual([{ kind: 'unread', person: '11', messages: ['100', '101'] }]);
    expect(reading.finding('unknown-message')).toMatchObject({ leftOut: 'reactions' });
    expect(disorder(reading.records)).toEqual([]);
  });

  it('reads uploads and rewrites links to them', async () => {
    const reading = await readAll(
      zulip,
      archive({
        'export/attachment.json': {
          zerver_attachment: [
            {
              id: 1,
              path_id: '2/ab/cat (1).png',
              file_name: 'cat (1).png',
              owner: 10,
              size: 3,
              create_time: at,
              messages: [100],
            },
            { id: 2, path_id: '2/cd/gone.txt', file_name: 'gone.txt', owner: 99 },
          ],
        },
        'export/uploads/records.json': [{ path: '2/ab/cat (1).png', s3_path: '2/ab/cat (1).png' }],
        'export/uploads/2/ab/cat (1).png': 'PNG',
        'export/messages-000001.json': messages([
          message(
            100,
            10,
            30,
            'x',
            '![cat](/user_uploads/2/ab/cat%20(1).png) [other](/user_uploads/9/zz/no.txt)',
          ),
        ]) as Record<string, unknown>,
      }),
    );
    expect(reading.of('file').map(({ key, path, owner }) => [key, path, owner])).toEqual([
      ['2/ab/cat (1).png', 'export/uploads/2/ab/cat (1).png', '10'],
      ['2/cd/gone.txt', undefined, undefined],
    ]);
    expect(reading.texts).toEqual(['!{file 2/ab/cat (1).png} [other](/user_uploads/9/zz/no.txt)']);
  });

  it('survives hostile archives and says what was wrong', async () => {
    const reading = await readAll(
      zulip,
      archive({
        'export/messages-000001.json': `{"zerver_message": [${JSON.stringify(message(100, 10, 30, 'x', 'ok'))}, {"id": }, 5, {"id": null}, ${[
          message(100, 10, 30, 'x', 'twice'),
          message(101, 77, 30, 'x', 'nobody'),
          message(102, 10, 99, 'x', 'nowhere'),
          message(103, 10, 30, 'x', ''),
          message(104, 10, 30, 'x', 'absurd', { date_sent: -5, edit_history: '[{' }),
          { id: 105, sender: {}, recipient: [], content: 4 },
        ]
          .map((row) => JSON.stringify(row))
          .join(',')}]`,
        'export/messages-000002.json.partial': '{}',
      }),
    );
    expect(reading.texts).toEqual(['ok', 'absurd']);
    for (const name of [
      'broken-json',
      'broken-message',
      'duplicate-id',
      'unknown-author',
      'unknown-conversation',
      'empty-message',
      'absurd-time',
      'unfinished-export',
    ]) {
      expect([name, reading.finding(name) !== undefined]).toEqual([name, true]);
    }
    await expect(readAll(zulip, memorySource({ 'realm.json': '[]' }))).rejects.toThrow('neither');
  });
});

describe('zulipContent', () => {
  const references: ZulipReferences = {
    urls: ['https://chat.a.example'],
    person: (name, id) => (id === '10' ? '10' : name === 'Ben' && id === undefined ? '11' : undefined),
    group: (name) => (name === 'team' ? '42' : undefined),
    channel: (name) => (name === 'general' ? '20' : undefined),
    channelById: (id) => (id === '20' ? '20' : undefined),
    hasFile: (path) => path === '2/ab/x.png',
  };

  it.each([
    [
      '@**Ann|10** @_**Ben** @**Zoe** @**Zoe|99**',
      '{person 10} {person 11} @\u2060**Zoe** @\u2060**Zoe|99**',
    ],
    [
      '@**all** @**topic** @*team* @_*team* @*others*',
      '{all of channel} {all of topic} {group 42} {group 42} @\u2060*others*',
    ],
    [
      '#**general** #**general>a b** #**general>a@7** #**nope>a**',
      '{channel 20} {topic 20 > a b} {message 7} #\u2060**nope>a**',
    ],
    ['`@**Ann|10**` and ``a ` @**Ben**``', '`@**Ann|10**` and ``a ` @**Ben**``'],
    ['```\n@**Ann|10**\n```\n@**Ann|10**', '```\n@**Ann|10**\n```\n{person 10}'],
    [
      '~~~quote\n@_**Ann|10** [said](https://chat.a.example/#narrow/channel/20-general/topic/x/near/7):\n~~~',
      '~~~quote\n{person 10} {message 7}:\n~~~',
    ],
    [
      '[x](/user_uploads/2/ab/x.png) https://chat.a.example/user_uploads/2/ab/x.png',
      '{file 2/ab/x.png} {file 2/ab/x.png}',
    ],
    [
      '[t](/#narrow/stream/20-general/topic/a.20b) https://other.example/#narrow/near/7',
      '{topic 20 > a b} https://other.example/#narrow/near/7',
    ],
    ['a ` b @**Ann|10**', 'a ` b {person 10}'],
    ['**bold** ~~s~~ $$x$$ :smile:', '**bold** ~~s~~ $$x$$ :smile:'],
  ])('converts %j', (source, expected) => {
    expect(shown(zulipContent(source, references))).toBe(expected);
  });

  it('keeps every text, and is quick', () => {
    const none: ZulipReferences = {
      urls: [],
      person: () => undefined,
      group: () => undefined,
      channel: () => undefined,
      channelById: () => undefined,
      hasFile: () => false,
    };
    const source = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '@**a**',
            '@*b*',
            '#**c>d**',
            '`',
            '```',
            '\n',
            '[',
            '](',
            ')',
            '/user_uploads/',
            ' ',
            '@',
            '_',
            '**',
          ),
          fc.string(),
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(source, (value) => {
        const clean = value.replaceAll('\0', '').replaceAll('\u2060', '');
        const content = zulipContent(clean.replaceAll(/all|everyone|channel|stream|topic/g, ''), none);
        expect(shown(content).replaceAll('\u2060', '')).toBe(
          clean.replaceAll(/all|everyone|channel|stream|topic/g, ''),
        );
        const { mentionedUserIds, silentlyMentionedUserIds, mentionedGroupIds } = render(
          shown(content),
          everythingExists,
        );
        expect([mentionedUserIds, silentlyMentionedUserIds, mentionedGroupIds]).toEqual([[], [], []]);
      }),
      { numRuns: 1_000 },
    );
    for (const piece of ['`', '@**', '[a](', '#**', '@*a', '](', 'https://', '`a``']) {
      const time = computed(() => zulipContent(piece.repeat(100_000 / piece.length), references));
      expect([piece, time < 2_000]).toEqual([piece, true]);
    }
  });

  it('cuts long texts between lines, within the limit', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('word', '```', '```quote', 'a longer line with words', '', 'x'.repeat(700)),
          { maxLength: 200 },
        ),
        (lines) => {
          const texts = splitContent(lines.join('\n'), 1_000);
          for (const text of texts) expect(String(text).length).toBeLessThanOrEqual(1_000);
          const count = (value: string): number => value.split(/\bword\b|xxxxxxx|longer/).length;
          expect(texts.reduce((sum, text) => sum + count(String(text)) - 1, 0)).toBeGreaterThanOrEqual(
            count(lines.join('\n')) - 1 - texts.length,
          );
        },
      ),
    );
  });
});
