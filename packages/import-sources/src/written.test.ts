import { type ArchiveRecord, MattermostWriter, type ProductWriter, ZulipWriter } from '@parley/archive';
import { describe, expect, it } from 'vitest';
import { disorder, memorySource, readAll, shown } from '../test/memory-source.ts';
import { mattermost } from './mattermost/reader.ts';
import { zulip } from './zulip/reader.ts';

// What is written for other products is read back, and has the shape that their importers ask for.

const at = 1_700_000_000;
const facts = {
  host: 'chat.example',
  emojiCode: (name: string) => ({ tada: '1f389', heart: '2764' })[name],
};
const contents: Readonly<Record<string, string>> = {
  'files/1': 'the plan',
  'images/emoji-1': 'picture',
  'images/avatar-1': 'face',
  'images/icon': 'icon',
  'images/night-logo': 'night',
};

const records: ArchiveRecord[] = [
  {
    kind: 'organization',
    name: 'Team & Friends',
    description: 'We',
    icon: 'the icon',
    nightLogo: 'the logo',
    created: at,
  },
  {
    kind: 'person',
    key: 'ann',
    name: 'Ann Owner',
    email: 'ann@example.com',
    role: 'owner',
    joined: at,
    avatar: 'avatar ann',
    alertWords: ['lunch'],
  },
  { kind: 'person', key: 'ben', name: 'Ben Å', email: 'ben@example.com', role: 'guest', active: false },
  { kind: 'person', key: 'cid', name: 'Cid' },
  { kind: 'person', key: 'bot', name: 'Robot', bot: { type: 'incoming', owner: 'ann' } },
  { kind: 'group', key: 'crew', name: 'crew', members: ['ann'] },
  { kind: 'file', key: 'the icon', name: 'icon.png', path: 'images/icon', use: 'organization' },
  { kind: 'file', key: 'the logo', name: 'nightLogo.png', path: 'images/night-logo', use: 'organization' },
  { kind: 'file', key: 'avatar ann', name: 'avatar.png', path: 'images/avatar-1', use: 'avatar' },
  { kind: 'file', key: 'emoji own', name: 'own.png', path: 'images/emoji-1', use: 'emoji' },
  { kind: 'emoji', name: 'own', file: 'emoji own', author: 'ann' },
  {
    kind: 'channel',
    key: 'plans',
    name: 'plans',
    description: 'All plans',
    privacy: 'public',
    created: at,
    creator: 'ann',
    isDefault: true,
  },
  {
    kind: 'channel',
    key: 'secret',
    name: 'Sécret room',
    privacy: 'private',
    posting: 'administrators',
    archived: true,
  },
  { kind: 'subscription', channel: 'plans', person: 'ann', muted: true, color: '#76ce90' },
  { kind: 'subscription', channel: 'plans', person: 'cid' },
  { kind: 'subscription', channel: 'secret', person: 'ann' },
  { kind: 'topic', channel: 'plans', topic: 'walls', person: 'ann', policy: 'followed', time: at },
  {
    kind: 'file',
    key: 'plan',
    name: 'plan [ü].txt',
    path: 'files/1',
    type: 'text/plain',
    size: 8,
    owner: 'ann',
    created: at,
  },
  {
    kind: 'message',
    key: 'm1',
    place: { channel: 'plans', topic: 'walls' },
    sender: 'ann',
    time: at + 1,
    content: [
      'Hello ',
      { ref: 'person', key: 'cid' },
      ', see ',
      { ref: 'file', key: 'plan', label: 'plan [ü].txt' },
    ],
    reactions: [
      { person: 'cid', emoji: 'tada', time: at + 2 },
      { person: 'ann', emoji: 'own', time: at + 3 },
    ],
    starredBy: ['cid'],
    edits: [{ time: at + 5, editor: 'ann', previousContent: 'Helo <you>' }],
    pinned: true,
  },
  {
    kind: 'message',
    key: 'm2',
    place: { channel: 'plans', topic: 'walls' },
    sender: 'cid',
    time: at + 2.5,
    content: ['as in ', { ref: 'channel', key: 'plans' }],
  },
  {
    kind: 'message',
    key: 'm3',
    place: { channel: 'plans', topic: '' },
    sender: 'bot',
    time: at + 3,
    content: 'beep',
  },
  {
    kind: 'message',
    key: 'm4',
    place: { channel: 'secret', topic: 'psst' },
    sender: 'ann',
    time: at + 4,
    content: 'psst',
  },
  {
    kind: 'message',
    key: 'd1',
    place: { people: ['ann', 'cid'] },
    sender: 'cid',
    time: at + 6,
    content: 'hi',
  },
  {
    kind: 'message',
    key: 'd2',
    place: { people: ['ann', 'ben', 'cid'] },
    sender: 'ann',
    time: at + 7,
    content: 'all three',
  },
  { kind: 'message', key: 'd3', place: { people: ['ann'] }, sender: 'ann', time: at + 8, content: 'note' },
];

/** Returns the files that a writer makes. */
function written(writer: ProductWriter): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  const take = (outputs: ReturnType<ProductWriter['finish']>) => {
    for (const output of outputs) {
      if ('file' in output) files[output.path] = Buffer.from(contents[output.file.path!]!);
      else {
        const bytes = Buffer.concat([...output.bytes]);
        // An archive is written as a stream, so the size comes before the contents.
        expect({ path: output.path, size: output.size }).toEqual({ path: output.path, size: bytes.length });
        files[output.path] = bytes;
      }
    }
  };
  try {
    for (const record of records) take(writer.add(record));
    take(writer.finish());
  } finally {
    writer.close();
  }
  return files;
}

describe('for Zulip', () => {
  const files = written(new ZulipWriter(facts));
  const json = (path: string) =>
    JSON.parse(files[path]!.toString()) as Record<string, Record<string, unknown>[]>;

  it('is read back', async () => {
    const source = memorySource(files);
    expect(await zulip.detect(source)).toBe(1);
    const reading = await readAll(zulip, source);
    expect(disorder(reading.records)).toEqual([]);
    expect(reading.findings.map(({ finding }) => finding)).toEqual([]);
    expect(
      reading.of('person').map(({ name, role, active, bot }) => [name, role, active, bot?.type]),
    ).toEqual([
      ['Ann Owner', 'owner', true, undefined],
      ['Ben Å', 'guest', false, undefined],
      ['Cid', 'member', true, undefined],
      ['Robot', 'member', true, 'incoming'],
    ]);
    expect(reading.of('channel').map(({ name, privacy, archived }) => [name, privacy, archived])).toEqual([
      ['plans', 'public', undefined],
      ['Sécret room', 'private', true],
    ]);
    expect(reading.of('message').map(({ time, place }) => [time, place])).toMatchObject([
      [at + 1, { topic: 'walls' }],
      [at + 2.5, { topic: 'walls' }],
      [at + 3, { topic: '' }],
      [at + 4, { topic: 'psst' }],
      [at + 6, { people: ['1', '3'] }],
      [at + 7, { people: ['1', '2', '3'] }],
      [at + 8, { people: ['1'] }],
    ]);
    expect(reading.texts[0]).toMatch(/^Hello \{person 3\}, see \{file 1\/.*\}$/);
    expect(reading.texts[1]).toBe('as in {channel 1}');
    expect(reading.of('message')[0]).toMatchObject({
      reactions: [{ emoji: 'tada' }, { emoji: 'own' }],
      starredBy: ['3'],
      edits: [{ previousContent: 'Helo <you>' }],
    });
    expect(reading.of('topic')).toMatchObject([{ topic: 'walls', policy: 'followed' }]);
    expect(reading.of('unread')).toEqual([]);
    const file = reading.of('file').find(({ use }) => use === undefined)!;
    expect(files[file.path!]!.toString()).toBe('the plan');
    expect(reading.of('emoji')).toMatchObject([{ name: 'own' }]);
    const images = reading.of('file').filter(({ use }) => use === 'organization');
    const [{ icon, nightLogo, logo } = {}] = reading.of('organization');
    expect([icon, logo, nightLogo]).toEqual([images[0]!.key, undefined, images[1]!.key]);
    expect(images.map(({ path }) => files[path!]!.toString())).toEqual(['icon', 'night']);
  });

  it('has the tables and columns that Zulip’s importer asks for', () => {
    const realm = json('realm.json');
    // The importer reads these without asking whether they exist.
    for (const table of [
      ...['realm', 'userprofile', 'userprofile_mirrordummy', 'userprofile_crossrealm', 'stream', 'recipient'],
      ...[
        'subscription',
        'client',
        'defaultstream',
        'realmemoji',
        'realmdomain',
        'realmfilter',
        'realmplayground',
      ],
      ...[
        'realmauthenticationmethod',
        'userpresence',
        'useractivity',
        'useractivityinterval',
        'customprofilefield',
      ],
      ...['customprofilefieldvalue', 'reaction'],
    ]) {
      expect({ table, rows: realm[`zerver_${table}`] }).toEqual({ table, rows: expect.any(Array) });
    }
    const columns: Record<string, string[]> = {
      zerver_realm: [
        'id',
        'date_created',
        'new_stream_announcements_stream',
        'signup_announcements_stream',
        'deactivated',
      ],
      zerver_userprofile: [
        'user_permissions',
        'groups',
        'date_joined',
        'last_login',
        'last_reminder',
        'bot_owner',
        'last_active_message_id',
      ],
      zerver_stream: ['date_created', 'creator', 'description', 'realm'],
      zerver_reaction: ['message', 'user_profile', 'emoji_code', 'reaction_type'],
      zerver_huddle: ['group_size'],
      zerver_usertopic: ['last_updated', 'recipient', 'stream', 'topic_name', 'visibility_policy'],
    };
    for (const [table, names] of Object.entries(columns)) {
      for (const row of realm[table]!) expect(Object.keys(row)).toEqual(expect.arrayContaining(names));
    }
    // IDs are unique in each table, and references lead to rows.
    for (const [table, rows] of Object.entries(realm).filter(([, value]) => Array.isArray(value))) {
      expect({ table, ids: new Set(rows.map(({ id }) => id)).size }).toEqual({ table, ids: rows.length });
    }
    const ids = (table: string) => new Set(realm[table]!.map(({ id }) => id));
    const recipients = ids('zerver_recipient');
    const people = ids('zerver_userprofile');
    const { zerver_message: messages, zerver_usermessage: read } = json('messages-000001.json');
    for (const message of messages!) {
      expect(recipients).toContain(message.recipient);
      expect(people).toContain(message.sender);
      expect(message).toMatchObject({ realm: 1, date_sent: expect.any(Number), sending_client: 1 });
      expect(Object.keys(message)).toContain('last_edit_time');
    }
    const messageIds = new Set(messages!.map(({ id }) => id));
    for (const row of read!) {
      expect(messageIds).toContain(row.message);
      expect((row.flags_mask as number) & 1).toBe(1);
    }
    for (const row of realm.zerver_subscription!) expect(recipients).toContain(row.recipient);
    const { zerver_attachment: attachments } = json('attachment.json');
    expect(attachments).toMatchObject([{ messages: [1], scheduled_messages: [], create_time: at }]);
    const uploads = JSON.parse(files['uploads/records.json']!.toString()) as {
      path: string;
      s3_path: string;
    }[];
    expect(uploads.map(({ s3_path }) => s3_path)).toEqual(attachments!.map(({ path_id }) => path_id));
    for (const { path } of uploads) expect(files[`uploads/${path}`]).toBeDefined();
  });
});

describe('for Mattermost', () => {
  const files = written(new MattermostWriter(facts));
  const lines = files['import.jsonl']!.toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string } & Record<string, Record<string, unknown>>);

  it('is read back', async () => {
    const source = memorySource(files);
    expect(await mattermost.detect(source)).toBe(1);
    const reading = await readAll(mattermost, source);
    expect(disorder(reading.records)).toEqual([]);
    expect(reading.of('person').map(({ key, name, active }) => [key, name, active])).toEqual([
      ['ann.owner', expect.any(String), true],
      ['ben.a', expect.any(String), false],
      ['cid', expect.any(String), true],
      ['robot', expect.any(String), true],
    ]);
    expect(reading.of('channel').map(({ name, privacy }) => [name, privacy])).toEqual([
      ['plans', 'public'],
      ['Sécret room', 'private'],
    ]);
    const found = reading.of('message');
    expect(found).toHaveLength(7);
    const inPlans = found.filter(({ place }) => 'channel' in place && place.channel.endsWith('plans'));
    // A topic is a thread, and the name of the topic its first line. The first message of a thread stays outside, as for all threads.
    expect(inPlans.map(({ place }) => ('topic' in place ? place.topic : ''))).toEqual(['', 'walls', '']);
    expect(shown(inPlans[0]!.content)).toMatch(
      /Hello \{person cid\}.*\{file upload:files\/\d+\/plan-u-?.txt\}/s,
    );
    expect(inPlans[0]).toMatchObject({ starredBy: ['cid'], pinned: true });
    expect(inPlans[0]!.reactions).toMatchObject([
      { emoji: 'tada', person: 'cid' },
      { emoji: 'own', person: 'ann.owner' },
    ]);
    const direct = found.flatMap(({ place }) => ('people' in place ? [place.people.toSorted()] : []));
    expect(direct.toSorted((one, other) => one.length - other.length)).toEqual([
      ['ann.owner'],
      ['ann.owner', 'cid'],
      ['ann.owner', 'ben.a', 'cid'],
    ]);
  });

  it('has the lines in the order, and with the members, that Mattermost documents', () => {
    const order = ['version', 'emoji', 'team', 'channel', 'user', 'post', 'direct_channel', 'direct_post'];
    const kinds = lines.map(({ type }) => order.indexOf(type));
    expect(kinds).toEqual(kinds.toSorted((one, other) => one - other));
    expect(lines[0]).toEqual({ type: 'version', version: 1 });
    const of = (type: string) => lines.flatMap((line) => (line.type === type ? [line[type]!] : []));
    for (const user of of('user')) {
      expect(user.username).toMatch(/^[a-z][a-z0-9._-]{1,63}$/);
      expect(user.email).toMatch(/^\S+@\S+$/);
      expect(user.teams).toMatchObject([{ name: 'team-friends', channels: expect.any(Array) }]);
    }
    for (const channel of of('channel')) {
      expect(channel.name).toMatch(/^[a-z0-9][a-z0-9_-]*[a-z0-9]$/);
      expect(['O', 'P']).toContain(channel.type);
    }
    const posts = [...of('post'), ...of('direct_post')];
    for (const post of posts) {
      expect(post).toMatchObject({
        user: expect.any(String),
        message: expect.any(String),
        create_at: expect.any(Number),
      });
      const replies = (post.replies ?? []) as Record<string, unknown>[];
      for (const each of [post, ...replies]) {
        expect(each.create_at as number).toBeGreaterThanOrEqual(post.create_at as number);
        for (const reaction of (each.reactions ?? []) as { create_at: number }[])
          expect(reaction.create_at).toBeGreaterThan(each.create_at as number);
        for (const { path } of (each.attachments ?? []) as { path: string }[])
          expect(files[`data/${path}`]).toBeDefined();
      }
    }
    for (const { members } of of('direct_channel'))
      expect((members as string[]).length).toBeGreaterThanOrEqual(2);
  });
});
