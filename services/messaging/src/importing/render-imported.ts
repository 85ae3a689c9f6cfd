import { externalPicturePath } from '@parley/core';
import type { Organization, Scope } from '@parley/facts';
import {
  RENDERER_VERSION,
  type RenderContext,
  type Rendered,
  render,
  scanReferences,
  unicodeEmoji,
} from '@parley/markdown';
import type { GroupId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { NewContent } from '../db/messages.ts';
import { findUploads } from '../rendering/find-uploads.ts';
import { linkifiersOf } from '../rendering/linkifiers.ts';

/** Texts of which references are looked up together. */
export type Renderer = (content: string, channelWildcards: boolean) => Rendered;

const mayRefer = /[@#]|user_uploads/;

/** Looked up once for all texts. Imported texts may name anybody: the archive is what administrators moved in. */
export async function rendererOf(ctx: Ctx, texts: readonly string[], scope: Scope): Promise<Renderer> {
  const { userIds, channelNames, groupIds, uploads } = referencesOf(texts);
  const owners = scope.askingOwners();
  const [organization, people, channels, groups, files] = await Promise.all([
    scope.organization(),
    owners.users.many([...userIds]),
    lookUp([...channelNames], (name) => scope.channels.byName(name)),
    lookUp([...groupIds], (id) => scope.groups.get(id)),
    findImportedUploads(ctx, [...uploads], scope),
  ]);
  const context: RenderContext = {
    ...settingsOf(ctx, organization),
    findUser: (name, id) => {
      const user = id === undefined ? undefined : people.get(id);
      if (!user || (name !== '' && user.fullName !== name)) return undefined;
      return { id: user.userId, fullName: user.fullName };
    },
    findGroup: (_name, id) => {
      const group = id === undefined ? undefined : groups.get(id);
      return group && { id: group.groupId, name: group.name };
    },
    findChannel: (name) => {
      const channel = channels.get(name);
      return channel && { id: channel.channelId, name: channel.name };
    },
    uploads: (path) => files.get(path),
  };
  return (content, channelWildcards) =>
    render(content, { ...context, channelWildcards, topicWildcards: channelWildcards });
}

/** Returns what texts refer to. */
function referencesOf(texts: readonly string[]) {
  const userIds = new Set<UserId>();
  const channelNames = new Set<string>();
  const groupIds = new Set<GroupId>();
  const uploads = new Set<string>();
  for (const text of texts) {
    if (!mayRefer.test(text)) continue;
    const references = scanReferences(text);
    for (const { id } of references.users) if (id !== undefined) userIds.add(id);
    for (const { id } of references.groups) if (id !== undefined) groupIds.add(id);
    for (const name of references.channels) channelNames.add(name);
    for (const path of references.uploads) uploads.add(path);
  }
  return { userIds, channelNames, groupIds, uploads };
}

/** Returns what rendering depends on beside the texts and what they refer to. */
function settingsOf({ publicUrl, pictureKey }: Ctx, organization: Organization) {
  const { settings } = organization;
  return {
    emoji: (name: string): ReturnType<RenderContext['emoji']> => {
      const own = organization.emoji.get(name);
      if (own) return { kind: 'realm', ...own };
      const code = unicodeEmoji(name);
      return code === undefined ? undefined : { kind: 'unicode', code };
    },
    linkifiers: linkifiersOf(organization),
    publicUrl,
    imagePreviews: settings.inline_image_preview,
    externalMedia: (url: string) => (pictureKey === '' ? undefined : externalPicturePath(url, pictureKey)),
    defaultCodeLanguage: settings.default_code_block_language,
    emptyTopicName: settings.empty_topic_display_name,
    translateEmoticons: false,
  };
}

async function lookUp<Key, Value>(
  keys: readonly Key[],
  find: (key: Key) => Promise<Value | undefined>,
): Promise<Map<Key, Value>> {
  const found = await Promise.all(keys.map(async (key) => [key, await find(key)] as const));
  return new Map(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

const noReferences = {
  users: [],
  groups: [],
  channels: [],
  emoji: [],
  channelWildcard: false,
  topicWildcard: false,
};
/** `describeFiles` answers an import for at most 1,000 files. */
const filesPerCall = 1_000;

async function findImportedUploads(ctx: Ctx, paths: readonly string[], scope: Scope) {
  const found: Awaited<ReturnType<typeof findUploads>>[] = [];
  for (let at = 0; at < paths.length; at += filesPerCall) {
    const uploads = paths.slice(at, at + filesPerCall);
    found.push(await findUploads(ctx, { ...noReferences, uploads }, scope));
  }
  return new Map(found.flatMap((each) => [...each]));
}

/** Returns the stored form of a rendered text. */
export const contentOf = (
  content: string,
  rendered: Rendered,
  inChannel: boolean,
): Omit<NewContent, 'topicParticipantIds'> => ({
  content,
  renderedContent: rendered.html,
  rendererVersion: RENDERER_VERSION,
  isMe: rendered.isMeMessage,
  mentionsChannel: inChannel && rendered.mentionsChannelWildcard,
  // The people of a topic at that time are unknown, so nobody gets the flag.
  mentionsTopic: false,
  hasLink: rendered.hasLink,
  hasImage: rendered.hasImage,
  hasAttachment: rendered.hasAttachment,
});
