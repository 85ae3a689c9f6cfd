import type { SearchMatch } from '@parley/api';
import { required, type Visitor, visitor } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { topicLinks } from '@parley/markdown';
import type { GetMessagesRequest } from '@parley/proto/messaging/v1/messaging';
import { type ChannelId, seenByVisitors, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { MessageRow } from '../db/reading/message-window.ts';
import { nameEmptyTopic, shownEntries, withHtml } from '../domain/changing/history.ts';
import { findHiddenUsers, unknownUser } from '../guests/hidden-users.ts';
import { linkifiersOf } from '../rendering/linkifiers.ts';
import { withOwnPictures, withSignedPictures } from '../rendering/own-pictures.ts';
import { messagesJson, type PresentableMessage } from '../view/message-json.ts';
import { loadHistoryReader } from './readable-history.ts';

export type MessagesToPresent = {
  viewer: User | Visitor;
  rows: readonly MessageRow[];
  matches?: ReadonlyMap<number, SearchMatch> | undefined;
};

/** Returns the JSON of messages, with the current names of people and channels. */
export async function presentMessages(
  ctx: Ctx,
  { viewer, rows, matches }: MessagesToPresent,
  request: Pick<GetMessagesRequest, 'applyMarkdown' | 'allowEmptyTopicName'>,
  scope: Scope,
): Promise<Buffer> {
  const userIds = new Set<UserId>();
  const channelIds = new Set<ChannelId>();
  for (const row of rows) {
    userIds.add(row.senderId);
    for (const id of row.memberIds ?? []) userIds.add(id);
    if (row.channelId !== null) channelIds.add(row.channelId);
  }
  const [people, channels, organization] = await Promise.all([
    scope.users.many(userIds),
    scope.channels.many(channelIds),
    scope.organization(),
  ]);
  const { settings } = organization;
  const users = await seenBy(ctx, viewer, people, scope);
  ctx.telemetry.messagesRead(rows.length);
  const emptyTopicName = request.allowEmptyTopicName ? '' : settings.empty_topic_display_name;
  const shownHtml = (html: string) => withOwnPictures(html, ctx.pictureKey);
  const historyOf = await loadHistoryReader(viewer, rows.filter(hasHistory).map(withEntries), scope);
  const historyPolicy = settings.message_edit_history_visibility_policy;
  return messagesJson(rows, {
    users,
    channels,
    applyMarkdown: request.applyMarkdown,
    emptyTopicName,
    shownHistory: (row) =>
      shownEntries(historyOf(withEntries(row)), historyPolicy).map((entry) =>
        withHtml(nameEmptyTopic(entry, emptyTopicName), shownHtml),
      ),
    shownHtml,
    shownSubmessages: (json) => withSignedPictures(json, ctx.pictureKey),
    topicLinks: (topic) => topicLinks(topic, linkifiersOf(organization)),
    ...(matches && { matches }),
  });
}

const hasHistory = ({ editHistory }: PresentableMessage): boolean => editHistory !== null;

const withEntries = ({ id, channelId, editHistory }: PresentableMessage) => ({
  id,
  channelId,
  entries: editHistory ?? [],
});

async function seenBy(
  ctx: Ctx,
  viewer: User | Visitor,
  people: ReadonlyMap<number, User>,
  scope: Scope,
): Promise<ReadonlyMap<number, User>> {
  if (viewer === visitor) {
    const host = new URL(ctx.publicUrl).hostname;
    return new Map(Array.from(people, ([id, person]) => [id, seenByVisitors(person, host)]));
  }
  const hidden = await findHiddenUsers(ctx, viewer, people.keys(), scope);
  const seen = new Map(people);
  for (const id of hidden)
    seen.set(id, unknownUser(required(people.get(id), 'sender of a message'), ctx.publicUrl));
  return seen;
}
