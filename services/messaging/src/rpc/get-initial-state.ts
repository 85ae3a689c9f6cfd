import type { Registration } from '@parley/api/register';
import { errors, jsonBytes } from '@parley/core';
import type { SnapshotTx } from '@parley/db';
import type { Scope, User } from '@parley/facts';
import type { UnreadRules } from '@parley/proto/common/v1/subscription';
import type { GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/messaging/v1/messaging';
import { personOf } from '@parley/rpc';
import { mayHaveContents, type UserId } from '@parley/rules';
import { loadUnreadScope, type ReaderOf } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { maxMessageId } from '../db/messages.ts';
import { draftsOf } from '../db/personal/drafts.ts';
import { recentConversations, starredMessageIds } from '../db/personal/personal-lists.ts';
import { remindersOf } from '../db/personal/reminders.ts';
import { scheduledOf } from '../db/personal/scheduled.ts';
import { snippetsOf } from '../db/personal/snippets.ts';
import { maxUnreadListed } from '../domain/limits.ts';
import type { UnreadScope } from '../domain/reading/unread-scope.ts';
import { readUnreadMessages } from '../reading/unread-messages.ts';
import { rowWithOwnPictures } from '../rendering/own-pictures.ts';
import { reminderJson, scheduledJsonWithTopicName } from '../view/scheduled-json.ts';

/** The type whose field, the ID of the newest message, tells of no contents. */
const harmlessType = 'message';

/** Returns a test for types of data. API keys without the area `messages` receive no contents. */
const isOpenTo = ({ call }: Scope) => {
  const hasContents = mayHaveContents(personOf(call)?.keyScope);
  return (type: string): boolean => hasContents || type === harmlessType;
};

/** Reads messaging's fields of a person's register response in one database snapshot (docs/api/register.md). */
export async function getInitialState(
  ctx: Ctx,
  request: GetInitialStateRequest,
  scope: Scope,
): Promise<GetInitialStateResponse> {
  const { options } = request;
  if (!options) throw errors.internal('Registration without options.');
  const wanted = new Set(options.fetchEventTypes.filter(isOpenTo(scope)));
  const capabilities = new Set(options.capabilities);
  // Unread counts depend on subscriptions, and the register response must be exact. So the subscriptions are those that
  // `channel` read in its snapshot for this registration, and not cached ones.
  const histories = new Map(request.histories.map((history) => [history.channelId, history]));
  const user = await scope.caller();
  const reader = { user, histories };
  const unreadScope = await loadUnreadScope(reader, scope);
  const settings = await scope.settings();
  const { value, snapshot } = await ctx.db.snapshot((tx) =>
    readFields(tx, reader, unreadScope, {
      wanted,
      unreadRules: request.unreadRules ?? noRules,
      emptyTopicName: capabilities.has('empty_topic_name') ? '' : settings.empty_topic_display_name,
      pictureKey: ctx.pictureKey,
    }),
  );
  if ('unread_msgs' in value) ctx.coverageRecorder.consider(user.userId, unreadScope);
  return { state: { fieldsJson: jsonBytes(value), snapshot, shared: [], isIncomplete: false } };
}

/** For gateways of the previous release, which send no rules. */
const noRules: UnreadRules = { topics: [], hiddenChannelIds: [] };

type FieldOptions = {
  wanted: ReadonlySet<string>;
  /** The muted topics and hidden channels that unread counts leave out, from the snapshot that `channel` read. */
  unreadRules: UnreadRules;
  emptyTopicName: string;
  /** Secret key that signs the URLs of other hosts' pictures; empty when such pictures appear as links. */
  pictureKey: string;
};

async function readFields(
  tx: SnapshotTx,
  reader: ReaderOf<User>,
  unreadScope: UnreadScope,
  { wanted, unreadRules, emptyTopicName, pictureKey }: FieldOptions,
): Promise<Partial<Registration>> {
  const fields: Partial<Registration> = {};
  const { userId } = reader.user;
  // The queries are sent to the database without waiting for each other.
  const [maxId, unread, conversations, starredIds, personal] = await Promise.all([
    wanted.has('message') ? maxMessageId(tx.small) : undefined,
    wanted.has('message') && wanted.has('update_message_flags')
      ? readUnreadMessages(tx, reader, unreadScope, { unreadRules, emptyTopicName, limit: maxUnreadListed })
      : undefined,
    wanted.has('recent_private_conversations') ? recentConversations(tx.small, userId) : undefined,
    wanted.has('starred_messages') ? starredMessageIds(tx, userId) : undefined,
    readPersonal(tx, userId, { wanted, emptyTopicName, pictureKey }),
  ]);
  if (maxId !== undefined) fields.max_message_id = maxId;
  if (unread) fields.unread_msgs = unread;
  if (conversations) {
    fields.recent_private_conversations = conversations.map(({ memberIds, maxMessageId: id }) => ({
      user_ids: memberIds.filter((member) => member !== userId),
      max_message_id: id,
    }));
  }
  if (starredIds) fields.starred_messages = starredIds;
  return { ...fields, ...personal };
}

/** Reads the user's own lists that the client wants: drafts, snippets, scheduled messages and reminders. */
async function readPersonal(
  tx: SnapshotTx,
  userId: UserId,
  { wanted, emptyTopicName, pictureKey }: Omit<FieldOptions, 'unreadRules'>,
): Promise<Partial<Registration>> {
  const fields: Partial<Registration> = {};
  const [drafts, snippets, scheduled, reminders] = await Promise.all([
    wanted.has('drafts') ? draftsOf(tx.small, userId) : undefined,
    wanted.has('saved_snippets') ? snippetsOf(tx.small, userId) : undefined,
    wanted.has('scheduled_messages') ? scheduledOf(tx.small, userId) : undefined,
    wanted.has('reminders') ? remindersOf(tx.small, userId) : undefined,
  ]);
  if (drafts) fields.drafts = drafts;
  if (snippets) fields.saved_snippets = snippets;
  if (scheduled) {
    fields.scheduled_messages = scheduled.map((row) =>
      scheduledJsonWithTopicName(rowWithOwnPictures(row, pictureKey), emptyTopicName),
    );
  }
  if (reminders) {
    fields.reminders = reminders.map((row) => reminderJson(rowWithOwnPictures(row, pictureKey)));
  }
  return fields;
}
