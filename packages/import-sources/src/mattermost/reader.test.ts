import { describe, expect, it } from 'vitest';
import { disorder, memorySource, readAll, shown } from '../../test/memory-source.ts';
import { mattermost } from './reader.ts';

const line = (type: string, value: unknown): string => JSON.stringify({ type, [type]: value });
const version = JSON.stringify({ type: 'version', version: 1 });
const team = (name: string, display: string): string =>
  line('team', { name, display_name: display, type: 'O' });
const channel = (teamName: string, name: string, display: string, more: object = {}): string =>
  line('channel', {
    team: teamName,
    name,
    display_name: display,
    type: 'O',
    header: '',
    purpose: '',
    ...more,
  });
const user = (username: string, more: object = {}): string =>
  line('user', {
    username,
    email: `${username}@a.example`,
    nickname: '',
    first_name: username[0]!.toUpperCase() + username.slice(1),
    last_name: '',
    position: '',
    roles: 'system_user',
    locale: 'en',
    teams: [{ name: 'acme', roles: 'team_user', channels: [{ name: 'town-square', roles: 'channel_user' }] }],
    ...more,
  });
const at = 1_600_000_000_000;
const post = (time: number, author: string, message: string, more: object = {}): string =>
  line('post', {
    team: 'acme',
    channel: 'town-square',
    user: author,
    message,
    create_at: at + time,
    ...more,
  });
const directPost = (
  members: string[],
  time: number,
  author: string,
  message: string,
  more: object = {},
): string =>
  line('direct_post', { channel_members: members, user: author, message, create_at: at + time, ...more });
const reply = (time: number, author: string, message: string, more: object = {}): object => ({
  user: author,
  message,
  create_at: at + time,
  ...more,
});
const base = [
  version,
  team('acme', 'Acme'),
  channel('acme', 'town-square', 'Town Square', { purpose: 'For **all**' }),
  user('ann', { roles: 'system_admin system_user', position: 'Boss' }),
  user('ben'),
];
const archive = (lines: readonly string[], more: Record<string, string> = {}) =>
  memorySource({ 'import.jsonl': `${[...base, ...lines].join('\n')}\n`, ...more });

describe('mattermost', () => {
  it('recognizes its archives', async () => {
    expect(await mattermost.detect(archive([]))).toBe(1);
    expect(await mattermost.detect(memorySource({ export: `${version}\n` }))).toBe(1);
    expect(await mattermost.detect(memorySource({ 'users.json': '[]', 'channels.json': '[]' }))).toBe(0);
  });

  it('reads people, bots, channels and subscriptions', async () => {
    const reading = await readAll(
      mattermost,
      archive(
        [
          channel('acme', 'old', 'Old', { type: 'P', deleted_at: at }),
          user('cara', {
            roles: 'system_guest',
            delete_at: at,
            nickname: 'CC',
            notify_props: { mention_keys: 'cara,@cara,deploy' },
            custom_status: { emoji: 'tada', text: 'away', expires_at: '2030-01-01T00:00:00Z' },
            profile_image: 'profile_pictures/cara.png',
            teams: [
              {
                name: 'acme',
                roles: 'team_user',
                channels: [
                  {
                    name: 'old',
                    roles: 'channel_user channel_admin',
                    favorite: true,
                    notify_props: { mark_unread: 'mention', desktop: 'all' },
                  },
                ],
              },
            ],
          }),
          line('bot', { username: 'robot', owner: 'ann', display_name: 'Robot' }),
        ],
        { 'data/profile_pictures/cara.png': 'PNG' },
      ),
    );
    expect(
      reading.of('person').map(({ key, name, role, active, bot }) => [key, name, role, active, bot]),
    ).toEqual([
      ['ann', 'Ann', 'administrator', true, undefined],
      ['ben', 'Ben', 'member', true, undefined],
      ['cara', 'Cara', 'guest', false, undefined],
      ['robot', 'Robot', 'member', true, { type: 'generic', owner: 'ann' }],
    ]);
    expect(reading.of('person')[0]?.profile).toEqual({ Position: 'Boss' });
    expect(reading.of('person')[2]).toMatchObject({
      alertWords: ['deploy'],
      status: { text: 'away', emoji: 'tada', until: 1_893_456_000 },
      profile: { Nickname: 'CC' },
      avatar: 'avatar:profile_pictures/cara.png',
    });
    expect(reading.of('file')).toMatchObject([
      { key: 'avatar:profile_pictures/cara.png', path: 'data/profile_pictures/cara.png', use: 'avatar' },
    ]);
    expect(reading.of('channel')).toMatchObject([
      {
        key: 'acme/town-square',
        name: 'Town Square',
        privacy: 'public',
        isDefault: true,
        description: 'For all',
      },
      { key: 'acme/old', name: 'Old', privacy: 'private', archived: true },
    ]);
    expect(reading.of('subscription')).toMatchObject([
      { channel: 'acme/town-square', person: 'ann' },
      { channel: 'acme/town-square', person: 'ben' },
      { channel: 'acme/old', person: 'cara', pinned: true, muted: true, desktopNotifications: true },
    ]);
    expect(reading.finding('channel-administrator')).toBeDefined();
    expect(disorder(reading.records)).toEqual([]);
  });

  it('brings posts into the order of their times and makes topics of threads', async () => {
    const reading = await readAll(
      mattermost,
      archive([
        post(5_000, 'ann', 'last'),
        post(1_000, 'ann', '**Shall** we?', {
          replies: [
            reply(4_000, 'ann', 'second'),
            reply(2_000, 'ben', 'first', {
              reactions: [{ user: 'ann', emoji_name: 'thumbsup', create_at: at + 2_500 }],
            }),
          ],
          is_pinned: true,
          flagged_by: ['ben', 'nobody'],
          edit_at: at + 1_500,
          thread_followers: [{ user: 'ben' }],
        }),
        post(3_000, 'ben', 'Shall we?', { replies: [reply(3_500, 'ann', 'yes')] }),
      ]),
    );
    expect(
      reading
        .of('message')
        .map(({ place, content, time }) => [
          (place as { topic: string }).topic,
          shown(content),
          time - at / 1_000,
        ]),
    ).toEqual([
      ['', '**Shall** we?\n\n→ {topic acme/town-square > Shall we?}', 1],
      ['Shall we?', `↪ {message acme/town-square@${at + 1_000}@ann}\n\nfirst`, 2],
      ['', 'Shall we?\n\n→ {topic acme/town-square > Shall we? (2)}', 3],
      ['Shall we? (2)', `↪ {message acme/town-square@${at + 3_000}@ben}\n\nyes`, 3.5],
      ['Shall we?', 'second', 4],
      ['', 'last', 5],
    ]);
    expect(reading.of('message')[0]).toMatchObject({
      pinned: true,
      starredBy: ['ben'],
      edits: [{ time: at / 1_000 + 1.5 }],
    });
    expect(reading.of('message')[1]?.reactions).toEqual([
      { person: 'ann', emoji: '+1', time: at / 1_000 + 2.5 },
    ]);
    expect(reading.of('topic')).toEqual([
      { kind: 'topic', channel: 'acme/town-square', topic: 'Shall we?', person: 'ben', policy: 'followed' },
    ]);
    expect(disorder(reading.records)).toEqual([]);
  });

  it('leads links to posts on where the archive has their IDs, and says so where it has none', async () => {
    const id = '4yk5gmx1x3bfjegmg7fmijqkoo';
    const link = `see [that](https://chat.example/acme/pl/${id})`;
    const withIds = await readAll(
      mattermost,
      archive([post(1_000, 'ann', 'first', { id }), post(2_000, 'ben', link)]),
    );
    expect(withIds.of('message')[0]).toMatchObject({ aliases: [id] });
    expect(shown(withIds.of('message')[1]!.content)).toBe(`see {message ${id}}`);
    expect(withIds.findings.map(({ finding }) => finding)).not.toContain('message-link');
    const without = await readAll(mattermost, archive([post(1_000, 'ann', link)]));
    expect(shown(without.of('message')[0]!.content)).toBe(link);
    expect(without.findings.map(({ finding }) => finding)).toContain('message-link');
  });

  it('reads direct and group messages', async () => {
    const reading = await readAll(
      mattermost,
      archive([
        user('cara'),
        line('direct_channel', { members: ['ann', 'ben'], header: 'x' }),
        directPost(['ben', 'ann'], 2_000, 'ben', 'two', { replies: [reply(4_000, 'ann', 'answer')] }),
        directPost(['ann', 'ben'], 1_000, 'ann', 'one'),
        directPost(['ann', 'ben'], 3_000, 'ann', 'three'),
        directPost(['ann', 'ben', 'cara'], 1_000, 'cara', 'group'),
        directPost(['ann', 'ann'], 1_000, 'ann', 'note'),
      ]),
    );
    expect(
      reading
        .of('message')
        .map(({ place, content }) => [(place as { people: string[] }).people.join(' '), shown(content)]),
    ).toEqual([
      ['ann', 'note'],
      ['ann ben', 'one'],
      ['ann ben', 'two'],
      ['ann ben', 'three'],
      ['ann ben', `↪ {message ann,ben@${at + 2_000}@ben}\n\nanswer`],
      ['ann ben cara', 'group'],
    ]);
    expect(
      reading.of('message').every(({ place, sender }) => 'people' in place && place.people.includes(sender)),
    ).toBe(true);
  });

  it('reads webhooks, attachments, files, emoji, and leaves notices and deleted messages out', async () => {
    const reading = await readAll(
      mattermost,
      archive(
        [
          post(1_000, 'ann', '', {
            props: {
              from_webhook: 'true',
              override_username: 'CI',
              attachments: [
                {
                  pretext: 'Build',
                  title: 'No. 7',
                  title_link: 'https://ci.example/7',
                  text: '**ok**',
                  fields: [{ title: 'Branch', value: 'main' }],
                },
              ],
            },
          }),
          post(2_000, 'ann', 'ann joined', { type: 'system_join_channel' }),
          post(3_000, 'ann', 'gone', { delete_at: at + 4_000 }),
          post(3_500, 'ben', 'ben joined the channel.'),
          post(3_600, 'ben', 'ann joined the channel.'),
          post(3_700, 'ann', 'ben added to the channel by ann.'),
          post(3_800, 'ann', 'ben added to the channel by ben.'),
          post(4_000, 'ann', 'files', {
            attachments: [{ path: '20200913/x/report.pdf' }, { path: 'missing.txt' }],
          }),
          post(5_000, 'ann', 'dances', { type: 'me' }),
          line('emoji', { name: 'parrot', image: 'exported_emoji/p/image' }),
        ],
        { 'data/20200913/x/report.pdf': 'PDF', 'data/exported_emoji/p/image': 'GIF' },
      ),
    );
    expect(reading.texts).toEqual([
      'Build\n```quote\n**[No. 7](https://ci.example/7)**\n\n**ok**\n\n**Branch**\n\nmain\n```',
      'ann joined the channel.',
      'ben added to the channel by ben.',
      'files\n\n{file upload:20200913/x/report.pdf}\n{file upload:missing.txt}',
      '/me dances',
    ]);
    expect(reading.of('person').find(({ key }) => key === 'webhook:ci')).toMatchObject({
      name: 'CI',
      bot: { type: 'incoming' },
    });
    expect(reading.of('file').map(({ name, path }) => [name, path])).toEqual([
      ['image', 'data/exported_emoji/p/image'],
      ['report.pdf', 'data/20200913/x/report.pdf'],
      ['missing.txt', undefined],
    ]);
    expect(reading.of('emoji')).toMatchObject([{ name: 'parrot', file: 'emoji:exported_emoji/p/image' }]);
    expect(reading.finding('notice')).toMatchObject({
      where: 'import.jsonl:7',
      leftOut: 'messages',
      count: 3,
    });
    expect(reading.finding('deleted-message')).toMatchObject({
      where: 'import.jsonl:8',
      leftOut: 'messages',
    });
    expect(disorder(reading.records)).toEqual([]);
  });

  it('reads several teams into folders, or one of them', async () => {
    const lines = [
      team('beta', 'Beta'),
      channel('beta', 'town-square', 'Town Square'),
      line('post', { team: 'beta', channel: 'town-square', user: 'ben', message: 'b', create_at: at }),
    ];
    const both = await readAll(mattermost, archive([...lines, post(0, 'ann', 'a')]));
    expect(both.of('channel').map(({ name, folder }) => [name, folder])).toEqual([
      ['Town Square', 'acme'],
      ['Town Square (Beta)', 'beta'],
    ]);
    expect(both.texts).toEqual(['a', 'b']);
    // Nobody was in the team Beta, and all were in Acme.
    expect(both.finding('wider-channel')).toMatchObject({ where: 'import.jsonl:7' });
    expect(both.finding('wider-channel')?.count).toBeUndefined();
    const one = await readAll(mattermost, archive([...lines, post(0, 'ann', 'a')]), { team: 'beta' });
    expect([one.of('channel').map(({ name }) => name), one.texts]).toEqual([['Town Square'], ['b']]);
  });

  it('tells which public channels were not for everyone, and no others', async () => {
    const of = async (...lines: string[]) =>
      (await readAll(mattermost, archive(lines))).finding('wider-channel');
    const inBoth = {
      teams: ['acme', 'beta'].map((name) => ({ name, roles: 'team_user', channels: [] })),
    };
    const beta = [team('beta', 'Beta'), channel('beta', 'open', 'Open')];
    expect(await of()).toBeUndefined();
    expect(await of(...beta, user('cara', inBoth))).toMatchObject({
      example: expect.stringContaining('"Open"'),
    });
    expect(await of(team('beta', 'Beta'), channel('beta', 'shut', 'Shut', { type: 'P' }))).toBeUndefined();
    // Guests and people who are gone read no public channels here.
    const guest = { roles: 'system_guest', teams: [{ name: 'beta', roles: 'team_guest', channels: [] }] };
    expect(await of(team('beta', 'Beta'), user('gil', guest))).toBeUndefined();
    expect(await of(team('beta', 'Beta'), user('old', { delete_at: at, teams: [] }))).toBeUndefined();
  });

  it('survives hostile archives and says what was wrong', async () => {
    const reading = await readAll(
      mattermost,
      archive([
        '{"type":"post"',
        '[]',
        'null',
        line('planet', {}),
        line('post', 7),
        user('ann'),
        post(1_000, 'nobody', 'from nobody'),
        post(1_000, 'nobody', 'from nobody'),
        post(1_000, 'nobody', 'another'),
        line('post', {
          team: 'acme',
          channel: 'nowhere',
          user: 'ann',
          message: 'x',
          create_at: at,
          replies: [{}, {}],
        }),
        line('post', {
          team: 'acme',
          channel: 'town-square',
          user: ['x'],
          message: { a: 1 },
          create_at: 'soon',
          replies: 'no',
          reactions: [null, 3],
          attachments: [[], { path: 4 }],
          props: [],
        }),
        line('post', {
          team: 'acme',
          channel: 'town-square',
          user: 'ann',
          message: 'far',
          create_at: 9e18,
          replies: [{ user: 'ben', message: 'early', create_at: 5 }],
        }),
        line('user', {}),
        line('channel', { team: 'acme', name: 'town-square' }),
      ]),
    );
    expect(reading.texts).toEqual([
      'far\n\n→ {topic acme/town-square > far}',
      `↪ {message acme/town-square@${9e18}@ann}\n\nearly`,
      'from nobody',
      'another',
    ]);
    for (const name of [
      'broken-line',
      'unknown-line',
      'unknown-channel',
      'absurd-time',
      'unknown-person',
      'duplicate-id',
      'duplicate-message',
      'empty-message',
    ]) {
      expect([name, reading.finding(name) !== undefined]).toEqual([name, true]);
    }
    expect(reading.finding('unknown-channel')).toMatchObject({ count: 3, leftOut: 'messages' });
    expect(disorder(reading.records)).toEqual([]);
  });

  it('refuses a file without its version', async () => {
    await expect(readAll(mattermost, memorySource({ 'import.jsonl': post(0, 'ann', 'a') }))).rejects.toThrow(
      'begins with its version',
    );
  });
});
