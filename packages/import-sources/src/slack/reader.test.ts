import { describe, expect, it } from 'vitest';
import { type Contents, disorder, memorySource, readAll, shown } from '../../test/memory-source.ts';
import { slack } from './reader.ts';

const user = (id: string, name: string, more: object = {}): object => ({
  id,
  name: name.toLowerCase(),
  profile: { real_name: name, email: `${name.toLowerCase()}@a.example` },
  ...more,
});
const users = [
  user('U1', 'Ann', { is_primary_owner: true, is_owner: true, is_admin: true, tz: 'Europe/Berlin' }),
  user('U2', 'Ben'),
  user('U3', 'Cara', { deleted: true }),
  user('U4', 'Guest', { is_restricted: true }),
  user('B2', 'Robot', { is_bot: true }),
];
const channels = [
  {
    id: 'C1',
    name: 'general',
    is_general: true,
    created: 1_500_000_000,
    creator: 'U1',
    members: ['U1', 'U2', 'U3', 'U9'],
    purpose: { value: 'All of *us*' },
    topic: { value: 'Ask <@U1>' },
    pins: [{ id: '1600000001.000100', user: 'U2', created: 1_600_000_050 }],
  },
  { id: 'C2', name: 'old', is_archived: true, members: [] },
];
const message = (ts: string, text: string, more: object = {}): object => ({
  type: 'message',
  user: 'U1',
  ts,
  text,
  ...more,
});
const archive = (general: Contents, more: Record<string, Contents> = {}) =>
  memorySource({
    'users.json': users,
    'channels.json': channels,
    'general/2020-09-13.json': general,
    ...more,
  });

describe('slack', () => {
  it('recognizes its archives', async () => {
    expect(await slack.detect(archive([]))).toBe(1);
    expect(await slack.detect(memorySource({ 'realm.json': '{}' }))).toBe(0);
  });

  it('refuses an archive without conversations', async () => {
    await expect(readAll(slack, memorySource({ 'users.json': users }))).rejects.toThrow(
      'no list of channels',
    );
  });

  it('reads people, roles and channels', async () => {
    const reading = await readAll(slack, archive([]));
    expect(
      reading
        .of('person')
        .map(({ key, name, role, active, bot, email }) => [key, name, role, active, bot?.type, email]),
    ).toEqual([
      ['U1', 'Ann', 'owner', true, undefined, 'ann@a.example'],
      ['U2', 'Ben', 'member', true, undefined, 'ben@a.example'],
      ['U3', 'Cara', 'member', false, undefined, 'cara@a.example'],
      ['U4', 'Guest', 'guest', true, undefined, 'guest@a.example'],
      ['B2', 'Robot', 'member', true, 'generic', undefined],
    ]);
    expect(reading.of('channel')).toMatchObject([
      {
        key: 'C1',
        name: 'general',
        privacy: 'public',
        isDefault: true,
        creator: 'U1',
        description: 'All of us · Ask @Ann',
      },
      { key: 'C2', archived: true },
    ]);
    expect(reading.of('subscription').map(({ person }) => person)).toEqual(['U1', 'U2', 'U3']);
    expect(reading.finding('unknown-member')?.count).toBeUndefined();
    expect(reading.finding('unknown-member')?.where).toMatch(/^channels\.json:\d+$/);
  });

  it('makes a topic of a thread, linked both ways, with its replies in order', async () => {
    const reading = await readAll(
      slack,
      archive(
        [
          message('1600000003.000100', 'second reply', { thread_ts: '1600000001.000100', user: 'U2' }),
          message('1600000001.000100', '*How* do we start?\nI wonder.', {
            thread_ts: '1600000001.000100',
            reply_count: 3,
          }),
          message('1600000002.000100', 'first reply', { thread_ts: '1600000001.000100', user: 'U2' }),
          message('1600000002.500000', 'beside'),
          message('1600000004.000100', 'How do we start?', { thread_ts: '1600000004.000100' }),
        ],
        {
          'general/2020-09-14.json': [
            message('1600050000.000100', 'late', {
              thread_ts: '1600000001.000100',
              subtype: 'thread_broadcast',
            }),
            message('1600050001.000100', 'answer', { thread_ts: '1600000004.000100' }),
          ],
        },
      ),
    );
    expect(
      reading.of('message').map(({ place, content }) => [(place as { topic: string }).topic, shown(content)]),
    ).toEqual([
      ['', '**How** do we start?\nI wonder.\n\n→ {topic C1 > How do we start?}'],
      ['How do we start?', '↪ {message C1:1600000001.000100}\n\nfirst reply'],
      ['', 'beside'],
      ['How do we start?', 'second reply'],
      ['', 'How do we start?\n\n→ {topic C1 > How do we start? (2)}'],
      ['How do we start?', 'late'],
      ['How do we start? (2)', '↪ {message C1:1600000004.000100}\n\nanswer'],
    ]);
    expect(disorder(reading.records)).toEqual([]);
    expect(reading.of('message')[0]).toMatchObject({
      pinned: { by: 'U2', time: 1_600_000_050 },
      time: 1_600_000_001.0001,
    });
  });

  it('reads direct messages, groups and private channels', async () => {
    const reading = await readAll(
      slack,
      archive([], {
        'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
        'mpims.json': [{ id: 'G7', name: 'mpdm-ann--ben--cara-1', members: ['U1', 'U2', 'U3'] }],
        'groups.json': [{ id: 'G1', name: 'secret', members: ['U1'] }],
        'D1/2020-09-13.json': [
          message('1600000001.000000', 'root', { thread_ts: '1600000001.000000' }),
          message('1600000002.000000', 'between'),
          message('1600000003.000000', 'reply', { thread_ts: '1600000001.000000', user: 'U2' }),
          message('1600000004.000000', 'reply 2', { thread_ts: '1600000001.000000', user: 'U2' }),
        ],
        'mpdm-ann--ben--cara-1/2020-09-13.json': [message('1600000001.000000', 'hi', { user: 'U3' })],
        'secret/2020-09-13.json': [message('1600000001.000000', 'psst')],
      }),
    );
    expect(reading.of('channel').map(({ name, privacy }) => `${name} ${privacy}`)).toEqual([
      'general public',
      'old public',
      'secret private',
    ]);
    expect(reading.of('message').map(({ place, content }) => [place, shown(content)])).toEqual([
      [{ channel: 'G1', topic: '' }, 'psst'],
      [{ people: ['U1', 'U2', 'U3'] }, 'hi'],
      [{ people: ['U1', 'U2'] }, 'root'],
      [{ people: ['U1', 'U2'] }, 'between'],
      [{ people: ['U1', 'U2'] }, '↪ {message D1:1600000001.000000}\n\nreply'],
      [{ people: ['U1', 'U2'] }, 'reply 2'],
    ]);
  });

  it('makes no account for people of conversations in which nothing was said', async () => {
    const reading = await readAll(
      slack,
      archive([], {
        'dms.json': [
          { id: 'D1', members: ['U1', 'U8'] },
          { id: 'D2', members: ['U1', 'U7'] },
        ],
        'D2/2020-09-13.json': [message('1600000001.000000', 'hi')],
      }),
    );
    const people = reading.of('person').map(({ key }) => key);
    expect(people).toEqual(['U1', 'U2', 'U3', 'U4', 'B2', 'U7']);
  });

  it('leaves notices and deleted messages out, and counts them', async () => {
    const reading = await readAll(
      slack,
      archive([
        message('1600000001.000000', '<@U1> has joined', { subtype: 'channel_join' }),
        message('1600000002.000000', '<@U1> has left', { subtype: 'channel_leave' }),
        message('1600000003.000000', 'This message was deleted.', {
          subtype: 'tombstone',
          thread_ts: '1600000003.000000',
        }),
        message('1600000004.000000', 'orphan', { thread_ts: '1600000003.000000' }),
        message('1600000005.000000', 'gone'),
        {
          type: 'message',
          subtype: 'message_deleted',
          ts: '1600000006.000000',
          deleted_ts: '1600000005.000000',
        },
        message('1600000007.000000', ''),
      ]),
    );
    expect(reading.of('message').map(({ place, content }) => [place, content])).toEqual([
      [{ channel: 'C1', topic: 'orphan' }, 'orphan'],
    ]);
    expect(reading.finding('notice')).toMatchObject({
      count: 2,
      leftOut: 'messages',
      where: expect.stringMatching(/^general\/2020-09-13\.json:\d+$/),
    });
    expect(reading.finding('deleted-message')).toMatchObject({ count: 2, leftOut: 'messages' });
    expect(reading.finding('empty-message')).toMatchObject({ leftOut: 'messages' });
  });

  it('reads edits, also from a log of edits', async () => {
    const reading = await readAll(
      slack,
      archive([
        message('1600000001.000000', 'new', { edited: { user: 'U1', ts: '1600000009.000000' } }),
        message('1600000002.000000', 'third', { edited: { user: 'U2', ts: '1600000021.000000' } }),
        {
          type: 'message',
          subtype: 'message_changed',
          ts: '1600000020.000000',
          message: {
            ts: '1600000002.000000',
            text: 'second',
            user: 'U2',
            edited: { user: 'U2', ts: '1600000020.000000' },
          },
          previous_message: { ts: '1600000002.000000', text: '*first*', user: 'U2' },
        },
        {
          type: 'message',
          subtype: 'message_changed',
          ts: '1600000021.000000',
          message: {
            ts: '1600000002.000000',
            text: 'third',
            user: 'U2',
            edited: { user: 'U2', ts: '1600000021.000000' },
          },
          original: { ts: '1600000002.000000', text: 'second', user: 'U2' },
        },
      ]),
    );
    expect(reading.of('message').map(({ content, edits }) => [content, edits])).toEqual([
      ['new', [{ time: 1_600_000_009, editor: 'U1' }]],
      [
        'third',
        [
          { time: 1_600_000_020, editor: 'U2', previousContent: '**first**' },
          { time: 1_600_000_021, editor: 'U2', previousContent: 'second' },
        ],
      ],
    ]);
  });

  it('reads authors who are gone, bots under several names, and reactions', async () => {
    const reading = await readAll(
      slack,
      archive([
        message('1600000001.000000', 'was here', { user: 'U8', user_profile: { real_name: 'Dan' } }),
        {
          type: 'message',
          subtype: 'bot_message',
          bot_id: 'B1',
          username: 'CI',
          ts: '1600000002.000000',
          text: 'built',
        },
        {
          type: 'message',
          subtype: 'bot_message',
          bot_id: 'B1',
          username: 'Alerts',
          ts: '1600000003.000000',
          text: 'alert',
        },
        { type: 'message', ts: '1600000004.000000', text: 'nobody' },
        message('1600000005.000000', 'hey', {
          reactions: [
            { name: 'thumbsup', users: ['U1', 'U2'], count: 3 },
            { name: 'thumbsup::skin-tone-3', users: ['U1'], count: 1 },
            { name: 'parrot', users: ['U77'], count: 1 },
          ],
        }),
        message('1600000006.000000', 'waves', { subtype: 'me_message' }),
      ]),
    );
    const people = new Map(reading.of('person').map((person) => [person.key, person]));
    expect(
      reading
        .of('message')
        .map(({ sender }) => [
          people.get(sender)?.name,
          people.get(sender)?.active,
          people.get(sender)?.bot?.type,
        ]),
    ).toEqual([
      ['Dan', false, undefined],
      ['CI', true, 'incoming'],
      ['Alerts', true, 'incoming'],
      ['Unknown author', false, undefined],
      ['Ann', true, undefined],
      ['Ann', true, undefined],
    ]);
    expect(reading.of('message')[4]?.reactions).toEqual([
      { person: 'U1', emoji: '+1' },
      { person: 'U2', emoji: '+1' },
    ]);
    expect(reading.finding('skin-tone')).toBeDefined();
    expect(reading.finding('reactions-incomplete')).toMatchObject({ leftOut: 'reactions' });
    expect(reading.texts.at(-1)).toBe('/me waves');
    expect(disorder(reading.records)).toEqual([]);
  });

  it('finds files in the archive, in both forms, and names the others by address', async () => {
    const file = (id: string, name: string, more: object = {}): object => ({
      id,
      name,
      mimetype: 'text/plain',
      size: 3,
      user: 'U1',
      created: 1_600_000_000,
      url_private_download: `https://files.slack.com/${id}/${name}`,
      mode: 'hosted',
      ...more,
    });
    const reading = await readAll(
      slack,
      archive(
        [
          message('1600000001.000000', 'two files', {
            files: [file('F0001', 'a.txt'), file('F0002', 'b.txt')],
          }),
          message('1600000002.000000', '', { files: [file('F0001', 'a.txt'), file('F0003', 'c.txt')] }),
          message('1600000003.000000', 'gone', { files: [file('F0004', 'd.txt', { mode: 'tombstone' })] }),
          message('1600000004.000000', 'doc', {
            files: [file('F0005', 'Plan', { mode: 'external', external_url: 'https://docs.example/x' })],
          }),
          message('1600000005.000000', 'canvas', {
            files: [file('F0006', 'Notes', { mode: 'quip', filetype: 'quip' })],
          }),
        ],
        {
          '__uploads/F0001/a.txt': 'abc',
          'general/attachments/F0002-b.txt': 'abc',
          'canvases.json': [{ id: 'F0006' }, { id: 'F0007' }],
        },
      ),
    );
    expect(reading.of('file').map(({ key, name, path, url }) => [key, name, path ?? url])).toEqual([
      ['F0001', 'a.txt', '__uploads/F0001/a.txt'],
      ['F0002', 'b.txt', 'general/attachments/F0002-b.txt'],
      ['F0003', 'c.txt', 'https://files.slack.com/F0003/c.txt'],
      ['F0006', 'Notes.html', 'https://files.slack.com/F0006/Notes'],
    ]);
    expect(reading.texts).toEqual([
      'two files\n\n{file F0001}\n{file F0002}',
      '{file F0001}\n{file F0003}',
      'gone\n\n[d.txt]',
      'doc\n\n[Plan](https://docs.example/x)',
      'canvas\n\n{file F0006}',
    ]);
    expect(reading.finding('canvas-not-shared')?.count).toBeUndefined();
    for (const name of ['file-deleted', 'file-elsewhere', 'canvas-as-file', 'canvas-not-shared'])
      expect(reading.finding(name)).toBeDefined();
  });

  it('reads custom emoji and aliases', async () => {
    const reading = await readAll(
      slack,
      archive([message('1600000001.000000', ':parrot: :bird: :up:')], {
        'emoji.json': {
          bird: 'alias:parrot',
          parrot: 'https://emoji.slack-edge.com/p.gif',
          up: 'alias:thumbsup',
          ouroboros: 'alias:ouroboros',
        },
        'emojis/parrot.gif': 'GIF',
      }),
    );
    expect(reading.of('emoji')).toMatchObject([
      { name: 'parrot', file: 'emoji-parrot' },
      { name: 'bird', aliasOf: 'parrot', file: 'emoji-parrot' },
      { name: 'up', aliasOf: '+1' },
    ]);
    expect(reading.of('file')).toMatchObject([
      { key: 'emoji-parrot', path: 'emojis/parrot.gif', use: 'emoji' },
    ]);
    expect(reading.texts).toEqual([':parrot: :bird: :+1:']);
    expect(reading.finding('unknown-emoji')).toMatchObject({ leftOut: 'emoji' });
  });

  it.each([
    ['the answer of `team.info`', (icon: object) => ({ ok: true, team: { id: 'T1', icon } })],
    ['a workspace', (icon: object) => ({ id: 'T1', icon })],
  ])('reads the icon of %s', async (_, team) => {
    const url = 'https://avatars.slack-edge.com/a/230.png';
    const icon = { image_34: 'https://avatars.slack-edge.com/a/34.png', image_230: url };
    const reading = await readAll(slack, archive([], { 'team.json': team(icon) }));
    expect(reading.of('organization')).toMatchObject([{ icon: 'organization-icon' }]);
    expect(reading.of('file')).toContainEqual(
      expect.objectContaining({ key: 'organization-icon', use: 'organization', url }),
    );
    const drawn = await readAll(slack, archive([], { 'team.json': team({ ...icon, image_default: true }) }));
    expect(drawn.of('organization')[0]).not.toHaveProperty('icon');
  });

  it('reads a Grid organization with its workspaces', async () => {
    const reading = await readAll(
      slack,
      memorySource({
        'org_users.json': users,
        'channels.json': [{ id: 'C9', name: 'shared', members: ['U1'] }],
        'shared/2020-09-13.json': [message('1600000001.000000', 'all')],
        'teams/Acme/channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
        'teams/Acme/general/2020-09-13.json': [message('1600000002.000000', 'acme')],
        'teams/Beta/channels.json': [{ id: 'C2', name: 'general', members: ['U2'] }],
        'teams/Beta/users.json': users,
        'teams/Beta/general/2020-09-13.json': [message('1600000003.000000', 'beta')],
      }),
    );
    expect(
      reading.of('message').map(({ place, content }) => [(place as { channel: string }).channel, content]),
    ).toEqual([
      ['C9', 'all'],
      ['C1', 'acme'],
      ['C2', 'beta'],
    ]);
    expect(reading.of('person')).toHaveLength(5);
    expect(reading.findings).toMatchObject([
      { finding: 'name-taken' },
      { finding: 'wider-channel', count: 2 },
    ]);
    // Two channels of one name would become one.
    expect(reading.of('channel').map(({ name }) => name)).toEqual(['shared', 'general', 'general (Beta)']);
  });

  it('survives hostile archives and says what was wrong', async () => {
    const reading = await readAll(
      slack,
      archive(
        `[${JSON.stringify(message('1600000001.000000', 'ok'))}, {"broken": }, 7, null, ${JSON.stringify(message('1600000001.000000', 'ok'))},
        ${JSON.stringify(message('1600000001.000000', 'other'))}, ${JSON.stringify(message('99999999999.0', 'future'))},
        {"type": "message", "ts": {"a": 1}, "text": 5, "user": [], "reactions": [null, {"name": 1}], "files": {"x": 1}, "attachments": [[]], "blocks": "x"},
        {"type": "message", "ts": "1600000002.000000", "user": "U1", "text": "cut`,
        {
          'users.json': Buffer.concat([
            Buffer.from([0xff, 0xfe]),
            Buffer.from(JSON.stringify(users), 'utf16le'),
          ]),
          'general/2020-09-14.json': Buffer.concat([
            Buffer.from('[{"ts":"1600000003.0","user":"U1","text":"a'),
            Buffer.from([0xff]),
            Buffer.from('b"}]'),
          ]),
          'general/2020-09-15.json': '<html>',
          'nowhere/2020-09-13.json': '[]',
        },
      ),
    );
    expect(reading.texts).toEqual(['ok', 'other', 'future', 'a\ufffdb']);
    for (const [name, count] of [
      ['other-encoding', undefined],
      ['wrong-encoding', undefined],
      ['broken-json', 3],
      ['broken-message', 2],
      ['duplicate-message', undefined],
      ['duplicate-id', undefined],
      ['absurd-time', 2],
      ['empty-message', undefined],
      ['unlisted-conversation', undefined],
    ] as const) {
      expect([name, reading.finding(name)?.count]).toEqual([name, count]);
      expect(reading.finding(name)).toBeDefined();
    }
    expect(disorder(reading.records)).toEqual([]);
  });

  it('splits long messages', async () => {
    const reading = await readAll(slack, archive([message('1600000001.000000', 'word '.repeat(5_000))]));
    expect(reading.of('message').map(({ key }) => key)).toEqual([
      'C1:1600000001.000000',
      'C1:1600000001.000000#2',
      'C1:1600000001.000000#3',
    ]);
    expect(reading.texts.join(' ').split('word').length).toBe(5_001);
    expect(reading.finding('long-message')).toBeDefined();
  });

  it('yields the same records each time', async () => {
    const files = archive([
      message('1600000001.000000', 'a'),
      message('1600000002.000000', 'b', { thread_ts: '1600000001.000000' }),
    ]);
    expect((await readAll(slack, files)).records).toEqual((await readAll(slack, files)).records);
  });
});
