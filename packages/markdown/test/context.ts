import {
  type CompiledLinkifier,
  compileLinkifier,
  type Emoji,
  type RenderContext,
  type UploadInfo,
  unicodeEmoji,
} from '../src/index.ts';

const users = [
  { id: 5, fullName: 'Iago' },
  { id: 6, fullName: 'Zoe Müller' },
  { id: 7, fullName: 'Tim <b>Bobby</b> & "Co"' },
  { id: 8, fullName: 'Iago' },
];
const groups = [
  { id: 20, name: 'support' },
  { id: 21, name: 'R&D "core" <team>' },
];
const channels = [
  { id: 7, name: 'design' },
  { id: 8, name: 'Zoë & friends' },
  { id: 9, name: 'a.b/c (100%)' },
];
const realmEmoji = new Map<string, Emoji>(
  Object.entries({
    green_tick: { kind: 'realm', id: '3', name: 'green_tick', url: '/user_avatars/2/emoji/images/3.png' },
    party: { kind: 'realm', id: '4', name: 'party', url: 'https://cdn.example.com/party.gif?a=1&b=2' },
  } satisfies Record<string, Emoji>),
);
const uploads = new Map<string, UploadInfo>(
  Object.entries({
    '2/ab/cat.png': {
      name: 'cat.png',
      contentType: 'image/png',
      thumbnail: '/user_uploads/thumbnail/2/ab/cat.png/840x560.webp',
      width: 1200,
      height: 800,
    },
    '2/ab/song.mp3': { name: 'song.mp3', contentType: 'audio/mpeg' },
    '2/ab/tour.mp4': { name: 'tour.mp4', contentType: 'video/mp4' },
    '2/ab/tour.mkv': { name: 'tour.mkv', contentType: 'video/x-matroska' },
    '2/ab/notes.pdf': { name: 'notes.pdf', contentType: 'application/pdf' },
  }),
);

/** The linkifiers (patterns that become links) of the organization in these tests. */
export const linkifiers: CompiledLinkifier[] = [
  compileLinkifier({ id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://bugs.example.com/{id}' }),
  compileLinkifier({
    id: 2,
    pattern: '(?P<org>[a-z]+)/(?P<repo>[a-z]+)@(?P<sha>[0-9a-f]{7})',
    urlTemplate: 'https://git.example.com/{org}/{repo}/commit/{sha}',
  }),
];

/** Returns the data of the organization in these tests. */
export function createContext(overrides: Partial<RenderContext> = {}): RenderContext {
  return {
    findUser: (name, id) =>
      users.find((user) => (id === undefined || user.id === id) && (name === '' || user.fullName === name)),
    findGroup: (name, id) =>
      groups.find((group) => (id === undefined ? group.name === name : group.id === id)),
    findChannel: (name) => channels.find((channel) => channel.name === name),
    emoji: (name) => {
      const own = realmEmoji.get(name);
      if (own !== undefined) return own;
      const code = unicodeEmoji(name);
      return code === undefined ? undefined : { kind: 'unicode', code };
    },
    linkifiers,
    publicUrl: 'https://chat.example.com',
    uploads: (path) => uploads.get(path),
    imagePreviews: true,
    ...overrides,
  };
}
