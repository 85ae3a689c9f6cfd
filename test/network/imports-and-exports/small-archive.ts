import type { ArchiveRecord } from '@parley/archive';

/** When the first message of the archive was sent, in seconds. */
export const at = Date.UTC(2024, 4, 1, 12) / 1_000;

/** A picture of an own emoji. */
export const hammer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4IWeDFTEMLQkAd2xIgco4MNEAAAAASUVORK5CYII=',
  'base64',
);

/** An organization with a record of each kind. */
export const small: ArchiveRecord[] = [
  { kind: 'organization', name: 'Old', urls: ['https://old.example'] },
  {
    kind: 'person',
    key: 'u1',
    name: 'Ada',
    email: 'ada@old.example',
    role: 'administrator',
    joined: at - 1_000,
    status: { text: 'at the wall', emoji: 'tada', until: 4_000_000_000 },
  },
  { kind: 'person', key: 'u2', name: 'Bert', email: 'bert@old.example', active: false },
  { kind: 'person', key: 'b1', name: 'Robot', bot: { type: 'incoming', owner: 'u1' } },
  { kind: 'group', key: 'g1', name: 'builders', members: ['u1', 'u2'] },
  { kind: 'file', key: 'f1', name: 'plan.txt', path: 'files/plan.txt', owner: 'u1', created: at },
  { kind: 'channel', key: 'c1', name: 'building', privacy: 'public', created: at - 900, creator: 'u1' },
  { kind: 'channel', key: 'c2', name: 'secret', privacy: 'private' },
  { kind: 'person', key: 'u4', name: 'Gus', email: 'gus@old.example', role: 'guest' },
  { kind: 'file', key: 'hammer.png', name: 'hammer.png', path: 'files/hammer.png', use: 'emoji' },
  { kind: 'emoji', name: 'hammer', file: 'hammer.png', author: 'u1' },
  { kind: 'subscription', channel: 'c1', person: 'u4' },
  { kind: 'subscription', channel: 'c1', person: 'u1' },
  { kind: 'subscription', channel: 'c1', person: 'u2' },
  { kind: 'subscription', channel: 'c2', person: 'u1' },
  {
    kind: 'message',
    key: 'm1',
    aliases: ['p100'],
    place: { channel: 'c1', topic: 'walls' },
    sender: 'u1',
    time: at,
    content: [
      'See ',
      { ref: 'message', key: 'm3', label: 'the answer' },
      ' and ',
      { ref: 'file', key: 'f1' },
    ],
    reactions: [{ person: 'u2', emoji: 'tada', time: at + 5 }],
    starredBy: ['u1'],
    pinned: { by: 'u2', time: at + 7 },
  },
  {
    kind: 'message',
    key: 'm2',
    place: { channel: 'c1', topic: 'walls' },
    sender: 'b1',
    time: at + 0.25,
    content: [{ ref: 'person', key: 'u2' }, ' **done**'],
    edits: [{ time: at + 60, editor: 'u1', previousContent: 'not yet' }],
  },
  {
    kind: 'message',
    key: 'm0',
    place: { channel: 'c2', topic: 'plans' },
    sender: 'u1',
    time: at - 60,
    content: 'psst',
  },
  {
    kind: 'message',
    key: 'm3',
    place: { channel: 'c1', topic: 'walls' },
    sender: 'u2',
    time: at + 60,
    content: 'ok',
  },
  {
    kind: 'message',
    key: 'd1',
    place: { people: ['u1', 'u2'] },
    sender: 'u2',
    time: at + 30,
    content: 'hello',
    pinned: true,
  },
];
