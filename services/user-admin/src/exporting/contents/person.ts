import { itemAt, lastItem } from '@parley/core';
import type { ListPersonDataRequest, ListPersonDataResponse } from '@parley/proto/common/v1/person_data';
import type { ListExportedMessagesRequest } from '@parley/proto/messaging/v1/exporting';
import type { Call } from '@parley/rpc';
import type { ChannelId, UserId } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';
import { findUser } from '../../kernel/db/people.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { listProfileFields } from '../../organization/db/profile-fields.ts';
import { listProfileData } from '../../people/db/profile-values.ts';
import { presentUser } from '../../people/domain/present-user.ts';
import { ownPersonData, readPersonData } from '../db/person-data.ts';
import { JsonParts } from '../domain/json-parts.ts';
import type { PersonExport } from '../domain/rules.ts';
import { type Entry, entryOf } from '../domain/tar.ts';
import { channelsOf, FileEntries, messagePages } from './messages.ts';
import { openFile } from './open-file.ts';
import type { Source } from './source.ts';

const formatVersion = 1;

/** Names of the lists about a person in other services, by service. */
const personalLists = {
  messaging: [
    'reactions',
    'pinned_messages',
    'starred_messages',
    'drafts',
    'scheduled_messages',
    'reminders',
    'saved_snippets',
  ],
  channel: ['subscriptions', 'topics'],
  notify: ['browsers', 'phones', 'mails'],
} as const;

/**
 * Yields the files of an export of one person's data (docs/operations/people-rights.md#exporting-a-persons-data). The last file
 * proves that the archive is complete. Adds the numbers of exported items to `counts`.
 */
export async function* personEntries(
  source: Source,
  job: PersonExport,
  counts: Record<string, number>,
): AsyncGenerator<Entry> {
  const person = await findUser(source.scope, job.userId);
  if (!person) throw new Error('The account does not exist.');
  yield* accountEntries(source, person);
  yield* ownLists(source, person, job, counts);
  if (job.includesPrivate) {
    for (const [service, kinds] of Object.entries(personalLists)) {
      const client = source.ctx.rpc[service as keyof typeof personalLists];
      for (const kind of kinds) {
        const read = (request: ListPersonDataRequest, call: Call) => client.listPersonData(request, call);
        yield* listEntries(source, job, kind, counts, read);
      }
    }
  }
  yield* messagesOf(source, job, counts);
  const { publicUrl } = await source.scope.organization();
  const summary = {
    format_version: formatVersion,
    organization_url: publicUrl,
    user_id: job.userId,
    includes_private: job.includesPrivate,
    requested_by: job.requesterId,
    requested_at: Math.floor(job.requestedAt / 1000),
    finished_at: Math.floor(Date.now() / 1000),
    counts,
  };
  yield entryOf('export.json', jsonFile(summary));
}

const jsonFile = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const withMember = (object: Uint8Array, name: string, value: string): Buffer =>
  Buffer.concat([object.subarray(0, -1), Buffer.from(`,${JSON.stringify(name)}:${JSON.stringify(value)}}`)]);

/** Yields the account as the person sees it, the person's settings, and the uploaded avatar. */
async function* accountEntries(source: Source, person: Person): AsyncGenerator<Entry> {
  const { scope } = source;
  const { userId } = person;
  const profileOf = await listProfileData(scope, [userId]);
  const fields = await listProfileFields(scope);
  const values = profileOf(userId);
  const account = {
    ...presentUser(person, { viewer: person, profileData: values }),
    delivery_email: person.deliveryEmail,
    profile: fields.flatMap(({ id, name }) => {
      const value = values[id];
      return value ? [{ field_id: id, name, value: value.value }] : [];
    }),
  };
  yield entryOf('account.json', jsonFile(account));
  yield entryOf('settings.json', jsonFile(effectiveUserSettings(await findUserSettings(scope, userId))));
  if (person.avatarSource !== 'U') return;
  const content = await openFile(source, { $case: 'imagePath', imagePath: person.avatarUrl });
  if (content) yield { name: 'images/avatar', ...content };
}

/** Yields the lists that this service stores about the person. */
async function* ownLists(
  { scope }: Source,
  { userId, deliveryEmail }: Person,
  { includesPrivate }: PersonExport,
  counts: Record<string, number>,
): AsyncGenerator<Entry> {
  for (const kind of ownPersonData(includesPrivate)) {
    const parts = new JsonParts(kind);
    for await (const items of readPersonData(scope, kind, { userId, email: deliveryEmail })) {
      for (const item of items) yield* parts.add(item);
    }
    yield* parts.end();
    counts[kind] = parts.count;
  }
}

/** Yields a list about the person from another service. */
async function* listEntries(
  source: Source,
  { userId }: PersonExport,
  kind: string,
  counts: Record<string, number>,
  read: (request: ListPersonDataRequest, call: Call) => Promise<ListPersonDataResponse>,
): AsyncGenerator<Entry> {
  const parts = new JsonParts(kind);
  for (let afterId = 0; ; ) {
    const { items, lastId } = await read({ userId, kind, afterId }, source.call());
    if (items.length === 0) break;
    for (const item of items) yield* parts.add(item);
    afterId = lastId;
  }
  yield* parts.end();
  counts[kind] = parts.count;
}

/**
 * Yields the messages that the person sent. With private data, also yields the person's direct conversations and all files that
 * the person uploaded. Without, yields only messages in public channels, and the person's files in them.
 */
async function* messagesOf(
  source: Source,
  job: PersonExport,
  counts: Record<string, number>,
): AsyncGenerator<Entry> {
  const { userId, includesPrivate } = job;
  const files = new FileEntries(source, (file) => file.ownerId === userId);
  const isPublic = includesPrivate ? undefined : await publicChannels(source);
  const sent = new JsonParts('messages/sent');
  const sentBy = { $case: 'sentBy', sentBy: userId } as const;
  for await (const page of messagePages(source, sentBy, true)) {
    const exported = page.filter(({ channelId }) => !isPublic || isPublic.has(channelId));
    for (const { messageJson } of exported) yield* sent.add(messageJson);
    if (!includesPrivate) yield* files.ofMessages(exported);
  }
  yield* sent.end();
  counts.messages_sent = sent.count;
  if (includesPrivate) {
    yield* directMessages(source, userId, counts);
    yield* uploads(source, job, counts);
    return;
  }
  yield* files.end();
  counts.uploads = files.count;
}

/** Returns the IDs of the channels whose complete history every member may read. */
async function publicChannels(source: Source): Promise<ReadonlySet<ChannelId>> {
  const ids = new Set<ChannelId>();
  for await (const { channelId, hasAllMessages } of channelsOf(source))
    if (hasAllMessages) ids.add(channelId);
  return ids;
}

async function* directMessages(
  source: Source,
  memberId: UserId,
  counts: Record<string, number>,
): AsyncGenerator<Entry> {
  const parts = new JsonParts('messages/direct');
  for (let afterConversationId = 0; ; ) {
    const { conversations } = await source.ctx.rpc.messaging.listExportedConversations(
      { afterConversationId, memberId },
      source.call(),
    );
    if (conversations.length === 0) break;
    const conversationIds = conversations.map(({ conversationId }) => conversationId);
    const direct: NonNullable<ListExportedMessagesRequest['place']> = {
      $case: 'direct',
      direct: { conversationIds },
    };
    for await (const page of messagePages(source, direct, true)) {
      for (const { messageJson } of page) yield* parts.add(messageJson);
    }
    afterConversationId = lastItem(conversationIds);
  }
  yield* parts.end();
  counts.direct_messages = parts.count;
}

/** Yields all files that the person uploaded, and the list of these files. */
async function* uploads(
  source: Source,
  { userId }: PersonExport,
  counts: Record<string, number>,
): AsyncGenerator<Entry> {
  const parts = new JsonParts('uploads');
  for (let afterId = 0; ; ) {
    const request = { userId, kind: 'uploads', afterId };
    const { items, ids, lastId } = await source.ctx.rpc.upload.listPersonData(request, source.call());
    if (items.length === 0) break;
    for (const [at, id] of ids.entries()) {
      const content = await openFile(source, { $case: 'exportedAttachmentId', exportedAttachmentId: id });
      const path = `files/${id}`;
      if (content) yield { name: path, ...content };
      yield* parts.add(content ? withMember(itemAt(items, at), 'path', path) : itemAt(items, at));
    }
    afterId = lastId;
  }
  yield* parts.end();
  counts.uploads = parts.count;
}
