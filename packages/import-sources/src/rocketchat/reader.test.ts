import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bson, collection } from '../../test/bson.ts';
import { type Contents, disorder, memorySource, readAll, shown } from '../../test/memory-source.ts';
import { rocketchat } from './reader.ts';

type Doc = Record<string, unknown>;
const at = 1_600_000_000_000;
const ann = { _id: 'annannannannann01', username: 'ann', name: 'Ann' };
const ben = { _id: 'benbenbenbenben02', username: 'ben.smith', name: 'Ben' };
const users: Doc[] = [
  {
    ...ann,
    emails: [{ address: 'ann@a.example', verified: true }],
    roles: ['user', 'admin'],
    active: true,
    createdAt: new Date(at),
    type: 'user',
    services: { password: { bcrypt: 'secret' } },
  },
  { ...ben, emails: [{ address: 'ben@a.example' }], roles: ['user'], active: false, bio: 'Hi', type: 'user' },
  {
    _id: 'rocket.cat',
    username: 'rocket.cat',
    name: 'Rocket.Cat',
    type: 'bot',
    roles: ['bot'],
    active: true,
  },
];
const rooms: Doc[] = [
  { _id: 'GENERAL', t: 'c', name: 'general', default: true, topic: 'All of *us*', u: ann, ts: new Date(at) },
  { _id: 'privateroom00001', t: 'p', name: 'secret', archived: true, ro: true },
  { _id: 'discussionroom01', t: 'p', name: 'x9', fname: 'general', prid: 'GENERAL' },
  { _id: `${ann._id}${ben._id}`, t: 'd', usernames: ['ann', 'ben.smith'], uids: [ann._id, ben._id] },
  { _id: 'livechatroom0001', t: 'l' },
];
const message = (id: string, time: number, msg: string, more: Doc = {}): Doc => ({
  _id: id,
  rid: 'GENERAL',
  msg,
  ts: new Date(at + time),
  u: ann,
  ...more,
});
const archive = (messages: Doc[], more: Record<string, Contents> = {}) =>
  memorySource(
    {
      'dump/rocketchat/users.bson': collection(users),
      'dump/rocketchat/rocketchat_room.bson': collection(rooms),
      'dump/rocketchat/rocketchat_message.bson': collection(messages),
      ...more,
    },
    77,
  );

describe('rocketchat', () => {
  it('recognizes its archives', async () => {
    expect(await rocketchat.detect(archive([]))).toBe(1);
    expect(await rocketchat.detect(memorySource({ 'realm.json': '{}' }))).toBe(0);
    await expect(readAll(rocketchat, memorySource({ 'rocketchat_message.bson': '' }))).rejects.toThrow(
      'users.bson',
    );
  });

  it('reads people, rooms, discussions and subscriptions, and no secrets', async () => {
    const reading = await readAll(
      rocketchat,
      archive([], {
        'dump/rocketchat/rocketchat_subscription.bson': collection([
          { _id: 's1', rid: 'GENERAL', u: ann, f: true, roles: ['owner'] },
          { _id: 's2', rid: 'GENERAL', u: ben, disableNotifications: true, desktopNotifications: 'all' },
          { _id: 's3', rid: 'GENERAL', u: { _id: 'gone' } },
          { _id: 's4', rid: `${ann._id}${ben._id}`, u: ann },
        ]),
      }),
    );
    expect(
      reading
        .of('person')
        .map(({ key, name, role, active, bot, email }) => [key, name, role, active, bot?.type, email]),
    ).toEqual([
      [ann._id, 'Ann', 'administrator', true, undefined, 'ann@a.example'],
      [ben._id, 'Ben', 'member', false, undefined, 'ben@a.example'],
      ['rocket.cat', 'Rocket.Cat', 'member', true, 'generic', undefined],
    ]);
    expect(reading.of('channel')).toMatchObject([
      {
        key: 'GENERAL',
        name: 'general',
        privacy: 'public',
        isDefault: true,
        description: 'All of us',
        creator: ann._id,
      },
      { name: 'secret', privacy: 'private', archived: true, posting: 'administrators' },
      { name: 'general (discus)', privacy: 'private', description: 'Discussion in #general' },
    ]);
    expect(reading.of('subscription')).toMatchObject([
      { channel: 'GENERAL', person: ann._id, pinned: true },
      { channel: 'GENERAL', person: ben._id, muted: true, desktopNotifications: true },
    ]);
    for (const name of ['channel-administrator', 'unknown-member', 'visitor-conversation', 'name-taken'])
      expect(reading.finding(name)).toBeDefined();
    expect(JSON.stringify(reading.records)).not.toContain('secret"}');
    expect(disorder(reading.records)).toEqual([]);
  });

  it('tells which public channels of a private team were not for everyone', async () => {
    const reading = await readAll(
      rocketchat,
      archive([], {
        'dump/rocketchat/rocketchat_team.bson': collection([
          { _id: 'teamopen', name: 'Open', type: 0 },
          { _id: 'teamshut', name: 'Shut', type: 1 },
        ]),
        'dump/rocketchat/rocketchat_room.bson': collection([
          ...rooms,
          { _id: 'roomofopenteam01', t: 'c', name: 'a', teamId: 'teamopen' },
          { _id: 'roomofshutteam01', t: 'c', name: 'b', teamId: 'teamshut' },
          { _id: 'roomofshutteam02', t: 'p', name: 'c', teamId: 'teamshut' },
        ]),
      }),
    );
    expect(reading.finding('wider-channel')?.example).toContain('"b"');
    expect(reading.finding('wider-channel')?.count).toBeUndefined();
    expect(reading.of('channel').map(({ folder }) => folder)).toEqual([
      ...[undefined, undefined, undefined],
      ...['teamopen', 'teamshut', 'teamshut'],
    ]);
  });

  it('reads messages in order, threads, edits, reactions and pins', async () => {
    const reading = await readAll(
      rocketchat,
      archive([
        message('msgmsgmsgmsg00003', 3_000, 'second', { tmid: 'msgmsgmsgmsg00001' }),
        message('msgmsgmsgmsg00001', 1_000, '*Shall* we?', {
          tcount: 2,
          pinned: true,
          pinnedAt: new Date(at + 9_000),
          pinnedBy: ben,
          starred: [{ _id: ben._id }],
          reactions: {
            ':thumbsup:': { usernames: ['ann', 'ben.smith'] },
            ':thumbsup_tone3:': { usernames: ['ann'] },
            ':party:': { usernames: ['gone'] },
          },
          editedAt: new Date(at + 5_000),
          editedBy: ann,
        }),
        message('msgmsgmsgmsg00002', 2_000, 'first', { tmid: 'msgmsgmsgmsg00001', u: ben }),
        message('hiddenhiddenhid01', 1_000, 'Shal we?', {
          _hidden: true,
          parent: 'msgmsgmsgmsg00001',
          editedAt: new Date(at + 5_000),
          editedBy: ann,
        }),
        message('msgmsgmsgmsg00004', 4_000, 'direct', { rid: `${ann._id}${ben._id}` }),
      ]),
    );
    expect(reading.of('message').map(({ place, content }) => [place, shown(content)])).toEqual([
      [{ channel: 'GENERAL', topic: '' }, '**Shall** we?\n\n→ {topic GENERAL > Shall we?}'],
      [{ channel: 'GENERAL', topic: 'Shall we?' }, '↪ {message msgmsgmsgmsg00001}\n\nfirst'],
      [{ channel: 'GENERAL', topic: 'Shall we?' }, 'second'],
      [{ people: [ann._id, ben._id] }, 'direct'],
    ]);
    expect(reading.of('message')[0]).toMatchObject({
      pinned: { by: ben._id, time: at / 1_000 + 9 },
      starredBy: [ben._id],
      reactions: [
        { person: ann._id, emoji: '+1' },
        { person: ben._id, emoji: '+1' },
      ],
      edits: [{ time: at / 1_000 + 5, editor: ann._id, previousContent: 'Shal we?' }],
    });
    expect(disorder(reading.records)).toEqual([]);
  });

  it('knows threads by their replies, whatever counts of replies messages have', async () => {
    const reading = await readAll(
      rocketchat,
      archive([
        message('msgmsgmsgmsg00001', 1_000, 'without a count'),
        message('msgmsgmsgmsg00002', 2_000, 'answer', { tmid: 'msgmsgmsgmsg00001', u: ben }),
        message('msgmsgmsgmsg00003', 3_000, 'answers were removed', { tcount: 2 }),
        message('msgmsgmsgmsg00004', 4_000, '', { tmid: 'msgmsgmsgmsg00003', t: 'rm' }),
      ]),
    );
    expect(reading.of('message').map(({ place, content }) => [place, shown(content)])).toEqual([
      [{ channel: 'GENERAL', topic: '' }, 'without a count\n\n→ {topic GENERAL > without a count}'],
      [{ channel: 'GENERAL', topic: 'without a count' }, '↪ {message msgmsgmsgmsg00001}\n\nanswer'],
      [{ channel: 'GENERAL', topic: '' }, 'answers were removed'],
    ]);
  });

  it('leaves notices, encrypted and deleted messages out, and reads quotes, discussions and integrations', async () => {
    const reading = await readAll(
      rocketchat,
      archive([
        message('msgmsgmsgmsg00001', 1_000, 'ann', { t: 'uj' }),
        message('msgmsgmsgmsg00002', 2_000, '', { t: 'rm' }),
        message('msgmsgmsgmsg00003', 3_000, 'xxxx', { t: 'e2e' }),
        message('msgmsgmsgmsg00004', 4_000, 'Plans', { t: 'discussion-created', drid: 'discussionroom01' }),
        message(
          'msgmsgmsgmsg00005',
          5_000,
          '[ ](https://chat.example/channel/general?msg=msgmsgmsgmsg00004) yes',
          {
            attachments: [
              {
                text: 'Plans',
                author_name: 'ann',
                message_link: 'https://chat.example/channel/general?msg=msgmsgmsgmsg00004',
              },
            ],
          },
        ),
        message('msgmsgmsgmsg00006', 6_000, 'built', {
          bot: { i: 'x' },
          alias: 'CI',
          attachments: [{ title: 'Build 7', text: '*green*' }],
        }),
        message('msgmsgmsgmsg00007', 7_000, 'away', {
          u: { _id: 'gonegonegone00001', username: 'dan', name: 'Dan' },
        }),
        message('msgmsgmsgmsg00008', 8_000, 'visitor', { rid: 'livechatroom0001' }),
        message('msgmsgmsgmsg00009', 9_000, ''),
      ]),
    );
    expect(reading.texts).toEqual([
      'Plans\n\n→ {channel discussionroom01}',
      `\`\`\`quote\n{person ${ann._id}} {message msgmsgmsgmsg00004}\n\nPlans\n\`\`\`\nyes`,
      'built\n```quote\n**Build 7**\n\n**green**\n```',
      'away',
    ]);
    expect(reading.of('person').slice(3)).toMatchObject([
      { name: 'CI', bot: { type: 'incoming' } },
      { name: 'Dan', active: false },
    ]);
    for (const name of [
      'notice',
      'deleted-message',
      'encrypted-message',
      'visitor-conversation',
      'empty-message',
    ]) {
      expect(
        reading.findings.find(({ finding, leftOut }) => finding === name && leftOut === 'messages')?.where,
      ).toMatch(/rocketchat_message\.bson:\d/);
    }
    expect(disorder(reading.records)).toEqual([]);
  });

  it('reads files, emoji and pictures out of GridFS, also compressed and with mixed chunks', async () => {
    const chunks = (id: string, parts: string[]): Doc[] =>
      parts.map((part, n) => ({ _id: `${id}${n}`, files_id: id, n, data: Buffer.from(part) }));
    const [a0, a1, a2] = chunks('uploaduploadupl01', ['aaaa', 'bbbb', 'c']);
    const [b0, b1] = chunks('uploaduploadupl02', ['1234', '56']);
    const contents: Record<string, string> = {};
    const source = archive(
      [
        message('msgmsgmsgmsg00001', 1_000, '', {
          file: { _id: 'uploaduploadupl01', name: 'a.txt' },
          files: [
            { _id: 'uploaduploadupl01', name: 'a.txt' },
            { _id: 'uploaduploadupl03', name: 'c.txt' },
            { _id: 'unknownunknown001', name: 'd.txt' },
          ],
          attachments: [
            {
              title: 'a.txt',
              title_link: '/file-upload/uploaduploadupl01/a.txt',
              type: 'file',
              description: 'see *this*',
            },
          ],
        }),
      ],
      {
        'dump/rocketchat/rocketchat_uploads.bson': collection([
          {
            _id: 'uploaduploadupl01',
            name: 'a.txt',
            size: 9,
            type: 'text/plain',
            userId: ann._id,
            uploadedAt: new Date(at),
          },
          { _id: 'uploaduploadupl02', name: 'b.txt', size: 6, userId: 'gone' },
          { _id: 'uploaduploadupl03', name: 'c.txt' },
          { _id: 'uploaduploadupl04', name: 'd.txt', size: 4 },
        ]),
        'dump/rocketchat/rocketchat_uploads.files.bson.gz': gzipSync(
          collection([
            { _id: 'uploaduploadupl01', length: 9, chunkSize: 4 },
            { _id: 'uploaduploadupl02', length: 6, chunkSize: 4 },
            { _id: 'uploaduploadupl04', length: 4, chunkSize: 4 },
          ]),
        ),
        'dump/rocketchat/rocketchat_uploads.chunks.bson.gz': gzipSync(collection([a2!, b0!, a0!, b1!, a1!])),
        'uploads/uploaduploadupl03.txt': 'beside',
        'dump/rocketchat/rocketchat_custom_emoji.bson': collection([
          { _id: 'e1', name: 'parrot', aliases: ['bird'], extension: 'gif' },
          { _id: 'e2', name: 'lost', extension: 'png' },
        ]),
        'dump/rocketchat/custom_emoji.files.bson': collection([
          { _id: 'parrot.gif', length: 3, chunkSize: 4 },
        ]),
        'dump/rocketchat/custom_emoji.chunks.bson': collection([
          { _id: 'c', files_id: 'parrot.gif', n: 0, data: Buffer.from('GIF') },
        ]),
        'dump/rocketchat/assets.files.bson': collection([
          { _id: 'logo', length: 4, chunkSize: 4 },
          { _id: 'favicon_192', length: 3, chunkSize: 4 },
          { _id: 'touchicon_180', length: 3, chunkSize: 4 },
          { _id: 'background', length: 3, chunkSize: 4 },
        ]),
        'dump/rocketchat/assets.chunks.bson': collection([
          { _id: 'l', files_id: 'logo', n: 0, data: Buffer.from('LOGO') },
          { _id: 'f', files_id: 'favicon_192', n: 0, data: Buffer.from('192') },
          { _id: 't', files_id: 'touchicon_180', n: 0, data: Buffer.from('180') },
          { _id: 'b', files_id: 'background', n: 0, data: Buffer.from('IMG') },
        ]),
        'dump/rocketchat/rocketchat_avatars.bson': collection([{ _id: 'av1', userId: ben._id }]),
        'dump/rocketchat/rocketchat_avatars.files.bson': collection([
          { _id: 'av1', length: 3, chunkSize: 4 },
        ]),
        'dump/rocketchat/rocketchat_avatars.chunks.bson': collection([
          { _id: 'c', files_id: 'av1', n: 0, data: Buffer.from('PNG') },
        ]),
      },
    );
    const records = [];
    for await (const record of rocketchat.read(source, { maxContentLength: 10_000, maxTopicLength: 60 })) {
      records.push(record);
      if (record.kind !== 'file' || !record.open) continue;
      contents[record.key] = '';
      for await (const bytes of record.open()) contents[record.key] += Buffer.from(bytes).toString();
    }
    expect(contents).toEqual({
      [`avatar-${ben._id}`]: 'PNG',
      'emoji-parrot': 'GIF',
      'organization-logo': 'LOGO',
      'organization-touchicon_180': '180',
      uploaduploadupl01: 'aaaabbbbc',
      uploaduploadupl02: '123456',
    });
    expect(records[0]).toMatchObject({
      kind: 'organization',
      icon: 'organization-touchicon_180',
      logo: 'organization-logo',
    });
    const files = records.filter((record) => record.kind === 'file');
    expect(files.find(({ key }) => key === 'uploaduploadupl03')).toMatchObject({
      path: 'uploads/uploaduploadupl03.txt',
    });
    expect(files.find(({ key }) => key === 'uploaduploadupl04')).not.toHaveProperty('open');
    expect(records.filter((record) => record.kind === 'emoji')).toMatchObject([
      { name: 'parrot', file: 'emoji-parrot' },
      { name: 'bird', aliasOf: 'parrot' },
    ]);
    const last = records.findLast((record) => record.kind === 'message');
    expect(shown(last!.content)).toBe(
      'see **this**\n\n{file uploaduploadupl01}\n{file uploaduploadupl03}\n[d.txt]',
    );
  });

  it('reads a file of mongodump --archive, in which collections are mixed', async () => {
    const end = Buffer.from([0xff, 0xff, 0xff, 0xff]);
    const block = (name: string, documents: Doc[], isEnd = false): Buffer =>
      Buffer.concat([
        bson({ db: 'rocketchat', collection: name, EOF: isEnd, CRC: 0n }),
        ...documents.map(bson),
        end,
      ]);
    const messages = [message('msgmsgmsgmsg00001', 1_000, 'one'), message('msgmsgmsgmsg00002', 2_000, 'two')];
    const archived = Buffer.concat([
      Buffer.from([0x6d, 0xe2, 0x99, 0x81]),
      bson({ concurrent_collections: 4, version: '0.1', server_version: '6.0.0', tool_version: '100.9.0' }),
      bson({ db: 'rocketchat', collection: 'users', metadata: '{}', size: 1 }),
      end,
      block('rocketchat_message', [messages[0]!]),
      block('users', users),
      block('rocketchat_room', rooms),
      block('rocketchat_message', [messages[1]!]),
      block('rocketchat_message', [], true),
    ]);
    for (const [name, contents] of [
      ['dump', archived],
      ['dump.archive.gz', gzipSync(archived)],
    ] as const) {
      const source = memorySource({ [name]: contents }, 333);
      expect(await rocketchat.detect(source)).toBe(1);
      const reading = await readAll(rocketchat, source);
      expect([reading.texts, reading.of('person').length, reading.of('channel').length]).toEqual([
        ['one', 'two'],
        3,
        3,
      ]);
      expect(reading.of('message')[1]?.where).toBe(`${name}/rocketchat_message:2`);
    }
    const cut = await readAll(rocketchat, memorySource({ dump: archived.subarray(0, archived.length - 3) }));
    expect(cut.finding('broken-bson')).toBeDefined();
  });

  it('survives broken files and says what was wrong', async () => {
    const whole = collection([
      message('msgmsgmsgmsg00001', 1_000, 'ok'),
      message('msgmsgmsgmsg00002', 2_000, 'cut'),
    ]);
    const reading = await readAll(
      rocketchat,
      archive([], {
        'dump/rocketchat/rocketchat_message.bson': whole.subarray(0, whole.length - 20),
        'dump/rocketchat/rocketchat_subscription.bson.gz': 'no gzip',
        'dump/rocketchat/rocketchat_uploads.bson': Buffer.from([255, 255, 255, 127, 0]),
        'dump/rocketchat/users.bson': collection([...users, users[0]!, { name: 'no ID' }]),
      }),
    );
    expect(reading.texts).toEqual(['ok']);
    for (const name of ['broken-bson', 'broken-file', 'duplicate-id'])
      expect([name, reading.finding(name) !== undefined]).toEqual([name, true]);
    const odd = await readAll(
      rocketchat,
      archive([
        message('msgmsgmsgmsg00001', 1_000, 'ok'),
        message('msgmsgmsgmsg00001', 1_000, 'again'),
        { msg: 'no ID' },
        message('msgmsgmsgmsg00003', 1_000, 'nowhere', { rid: 'unknown' }),
        {
          _id: 'msgmsgmsgmsg00004',
          rid: 'GENERAL',
          msg: 5,
          ts: 'soon',
          u: 'x',
          reactions: [1],
          attachments: [null, { text: {} }],
          files: 7,
          starred: {},
        },
      ]),
    );
    expect(odd.texts).toEqual(['ok']);
    for (const name of ['duplicate-id', 'broken-message', 'unknown-room', 'absurd-time', 'empty-message']) {
      expect([name, odd.finding(name) !== undefined]).toEqual([name, true]);
    }
  });
});
