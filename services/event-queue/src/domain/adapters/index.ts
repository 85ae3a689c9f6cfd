/**
 * Forms of events for clients that do not know the newest one. An event is written once, in its newest and
 * richest form; each adapter turns it into what a form of client understands: other JSON, several events, or
 * none. To add one: a function in a file beside this one and its line in the table.
 */
import { bits, type Form } from '../form.ts';
import { withoutArchivedChannels } from './archived-channels.ts';
import { withoutDeactivatedGroups } from './deactivated-groups.ts';
import { singleDeletions } from './delete-message.ts';
import { emojiByForm } from './emoji.ts';
import type { EventJson } from './event-json.ts';
import { withoutLinkifierTemplates } from './linkifiers.ts';
import { presenceByForm } from './presence.ts';
import { namedEmptyTopic } from './topics.ts';
import { withoutChannelTyping } from './typing.ts';
import { withUnknownPeople } from './unknown-people.ts';

/** Pure; gets an object of its own. */
export type Adapter = {
  /** The bits of a form it looks at: forms that are equal in these share a text. */
  readonly mask: Form;
  adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[];
};

const topics: Adapter = { mask: bits('empty_topic_name'), adapt: namedEmptyTopic };

/** By client event type, applied in order. */
export const adapters: Readonly<Record<string, readonly Adapter[]>> = {
  delete_message: [topics, { mask: bits('bulk_message_deletion'), adapt: singleDeletions }],
  drafts: [topics],
  presence: [{ mask: bits('simplified_presence_events', 'slim_presence'), adapt: presenceByForm }],
  realm_emoji: [{ mask: bits('individual_emoji_changes'), adapt: emojiByForm }],
  realm_linkifiers: [{ mask: bits('linkifier_url_template'), adapt: withoutLinkifierTemplates }],
  reminders: [topics],
  scheduled_messages: [topics],
  realm_user: [{ mask: bits('user_list_incomplete'), adapt: withUnknownPeople }],
  stream: [{ mask: bits('archived_channels'), adapt: withoutArchivedChannels }],
  subscription: [{ mask: bits('archived_channels'), adapt: withoutArchivedChannels }],
  typing: [topics, { mask: bits('stream_typing_notifications'), adapt: withoutChannelTyping }],
  typing_edit_message: [topics, { mask: bits('stream_typing_notifications'), adapt: withoutChannelTyping }],
  update_message: [topics],
  update_message_flags: [topics],
  user_group: [{ mask: bits('include_deactivated_groups'), adapt: withoutDeactivatedGroups }],
  user_topic: [topics],
};

/** The bits that matter for a type of event. */
export function maskOf(type: string): Form {
  let mask = 0;
  for (const adapter of Object.hasOwn(adapters, type) ? adapters[type]! : []) mask |= adapter.mask;
  return mask;
}

/** What a client of the form gets of an event, as JSON objects without IDs. The empty topic may need a name. */
export function adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[] {
  let events = [event];
  for (const adapter of adapters[event.type] ?? [])
    events = events.flatMap((one) => adapter.adapt(one, form, emptyTopicName));
  return events;
}
