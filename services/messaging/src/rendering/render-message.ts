import { externalPicturePath } from '@parley/core';
import type { Channel, Group, Scope, User } from '@parley/facts';
import { type References, type Rendered, render, scanReferences, unicodeEmoji } from '@parley/markdown';
import { personOf } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findHiddenUsers } from '../guests/hidden-users.ts';
import { findUploads } from './find-uploads.ts';
import { linkifiersOf } from './linkifiers.ts';

/** Different names of one kind (people, groups, channels). Further names stay plain text. */
const maxNames = 50;

/** @param mayKnow whether the author may know that a channel exists; otherwise its link stays plain text */
export async function renderMessage(
  ctx: Ctx,
  content: string,
  mayKnow: (channel: Channel) => boolean,
  scope: Scope,
): Promise<Rendered> {
  const references = scanReferences(content);
  const [organization, { people, channels, groups, uploads }, translateEmoticons] = await Promise.all([
    scope.organization(),
    hasReferences(references) ? lookUp(ctx, references, scope) : nothing,
    translatesEmoticons(ctx, scope),
  ]);
  const { settings } = organization;
  const started = ctx.clock.monotonic();
  const rendered = render(content, {
    findUser: (name, id) => {
      const user = id === undefined ? people.byName.get(name) : people.byId.get(id);
      if (!user || (id !== undefined && name !== '' && user.fullName !== name)) return undefined;
      return { id: user.userId, fullName: user.fullName };
    },
    findGroup: (name, id) => {
      const group = groups.find((each) => (id === undefined ? each.name === name : each.groupId === id));
      return group && { id: group.groupId, name: group.name };
    },
    findChannel: (name) => {
      const channel = channels.get(name);
      return channel && mayKnow(channel) ? { id: channel.channelId, name: channel.name } : undefined;
    },
    emoji: (name) => {
      const own = organization.emoji.get(name);
      if (own) return { kind: 'realm', ...own };
      const code = unicodeEmoji(name);
      return code === undefined ? undefined : { kind: 'unicode', code };
    },
    linkifiers: linkifiersOf(organization),
    publicUrl: ctx.publicUrl,
    uploads: (path) => uploads.get(path),
    imagePreviews: settings.inline_image_preview,
    // Pictures and videos of other hosts are loaded through this server, so that those hosts do not learn who reads the message.
    externalMedia: (url) => (ctx.pictureKey === '' ? undefined : externalPicturePath(url, ctx.pictureKey)),
    defaultCodeLanguage: settings.default_code_block_language,
    emptyTopicName: settings.empty_topic_display_name,
    translateEmoticons,
  });
  ctx.telemetry.rendered((ctx.clock.monotonic() - started) / 1000);
  return rendered;
}

/** Returns the author's setting `translate_emoticons`; false without an author, and when the setting cannot be looked up. */
async function translatesEmoticons({ logger }: Ctx, scope: Scope): Promise<boolean> {
  const author = personOf(scope.call);
  if (!author) return false;
  const { userId } = author;
  try {
    return (await scope.writingSettings([userId])).get(userId)?.translateEmoticons ?? false;
  } catch (error) {
    logger.warn({ err: error }, 'translate_emoticons is unknown; the message is rendered without it');
    return false;
  }
}

/** What the references of a text mean. */
type Meanings = {
  people: People;
  channels: ReadonlyMap<string, Channel>;
  groups: readonly Group[];
  uploads: Awaited<ReturnType<typeof findUploads>>;
};

/** Most texts have no references, so nothing is looked up for them. */
const hasReferences = ({ users, channels, groups, uploads }: References): boolean =>
  users.length + channels.length + groups.length + uploads.length > 0;

const nothing: Meanings = {
  people: { byId: new Map(), byName: new Map() },
  channels: new Map(),
  groups: [],
  uploads: new Map(),
};

async function lookUp(ctx: Ctx, references: References, scope: Scope): Promise<Meanings> {
  const [people, channels, groups, uploads] = await Promise.all([
    findPeople(ctx, references, scope),
    findChannels(references, scope),
    findGroups(references, scope),
    findUploads(ctx, references, scope),
  ]);
  return { people, channels, groups, uploads };
}

type People = { byId: ReadonlyMap<number, User>; byName: ReadonlyMap<string, User> };

async function findPeople(ctx: Ctx, { users }: References, scope: Scope): Promise<People> {
  const { userAdmin } = ctx;
  const named = users.slice(0, maxNames);
  const ids = named.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const names = named.flatMap(({ name, id }) => (id === undefined ? [name] : []));
  const [byId, answers] = await Promise.all([
    ids.length > 0 ? scope.users.many(ids) : new Map<number, User>(),
    Promise.all(
      names.map((fullName) => userAdmin.resolveUsers({ userIds: [], emails: [], fullName }, scope.call)),
    ),
  ]);
  const namesakes = answers.map(({ users: found }, index) =>
    found.filter((user) => user.fullName === names[index] && user.isActive),
  );
  const hidden = await findHidden(ctx, [...byId.values(), ...namesakes.flat()], scope);
  const byName = new Map<string, User>();
  for (const all of namesakes) {
    const [first, second] = all.filter(({ userId }) => !hidden.has(userId));
    // A name that several people have mentions none of them. Clients write `name|id` for them.
    if (first && !second) byName.set(first.fullName, first);
  }
  return { byId: new Map([...byId].filter(([userId]) => !hidden.has(userId))), byName };
}

/** Mentions of them would reveal who has an account, and so would a name that becomes ambiguous. */
async function findHidden(
  ctx: Ctx,
  people: readonly User[],
  scope: Scope,
): Promise<{ has(userId: UserId): boolean }> {
  const principal = personOf(scope.call);
  const author = people.length > 0 && principal && (await scope.users.get(principal.userId));
  if (!author) return new Set();
  const ids = people.map(({ userId }) => userId);
  return findHiddenUsers(ctx, author, ids, scope);
}

async function findChannels({ channels }: References, scope: Scope): Promise<ReadonlyMap<string, Channel>> {
  const found = await Promise.all(
    channels.slice(0, maxNames).map(async (name) => [name, await scope.channels.byName(name)] as const),
  );
  return new Map(found.flatMap(([name, channel]) => (channel ? [[name, channel] as const] : [])));
}

async function findGroups({ groups }: References, scope: Scope): Promise<readonly Group[]> {
  const found = await Promise.all(
    groups
      .slice(0, maxNames)
      .map(({ name, id }) => (id === undefined ? scope.groups.byName(name) : scope.groups.get(id))),
  );
  return found.flatMap((group) => (group && !group.isSystemGroup && !group.isDeactivated ? [group] : []));
}
