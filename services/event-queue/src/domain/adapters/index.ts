/**
 * Adapters make the form of an event that a client understands. A service builds an event once, in its newest and richest
 * form; an adapter turns it into other JSON, into several events, or into none. To add one: a function in a file of this
 * folder and its line in the table.
 */
import { bits, type Form } from '../form.ts';
import { withoutArchivedChannels } from './archived-channels.ts';
import { withoutDeactivatedGroups } from './deactivated-groups.ts';
import { singleDeletions } from './delete-message.ts';
import { emojiByForm } from './emoji.ts';
import type { EventJson } from './event-json.ts';
import { withoutLinkifierTemplates } from './linkifiers.ts';
import { inheritingForm, withInheritedNotifications } from './notification-settings.ts';
import { presenceByForm } from './presence.ts';
import { namedEmptyTopic } from './topics.ts';
import { withoutChannelTyping } from './typing.ts';
import { withUnknownPeople } from './unknown-people.ts';

/** A pure function of an event. It may change the object that it gets. */
export type Adapter = {
  /** The capabilities that the adapter depends on. Forms with the same ones of these share a text. */
  readonly mask: Form;
  adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[];
};

const topics: Adapter = { mask: bits('empty_topic_name'), adapt: namedEmptyTopic };

/** Adapters by client event type, applied in order. */
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
  subscription: [
    { mask: bits('archived_channels'), adapt: withoutArchivedChannels },
    { mask: inheritingForm, adapt: withInheritedNotifications },
  ],
  typing: [topics, { mask: bits('stream_typing_notifications'), adapt: withoutChannelTyping }],
  typing_edit_message: [topics, { mask: bits('stream_typing_notifications'), adapt: withoutChannelTyping }],
  update_message: [topics],
  update_message_flags: [topics],
  user_group: [{ mask: bits('include_deactivated_groups'), adapt: withoutDeactivatedGroups }],
  user_topic: [topics],
};

/** Returns the capabilities that the events of a type depend on. */
export function maskOf(type: string): Form {
  let mask = 0;
  for (const adapter of Object.hasOwn(adapters, type) ? adapters[type]! : []) mask |= adapter.mask;
  return mask;
}

/** Returns the events that a client of the form gets for an event, without IDs. */
export function adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[] {
  let events = [event];
  for (const adapter of adapters[event.type] ?? [])
    events = events.flatMap((one) => adapter.adapt(one, form, emptyTopicName));
  return events;
}
