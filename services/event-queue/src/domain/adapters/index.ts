/**
 * Adapters convert an event to the form that a client understands. A service builds an event once, in its newest and
 * most complete form. An adapter converts it to other JSON, to several events, or to none. To add one, write a function
 * in a file of this folder and add it to the table.
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

/** A pure function of an event. It may change the object that it receives. */
export type Adapter = {
  /** The capabilities on which the adapter depends. Forms that have the same ones of these share a text. */
  readonly mask: Form;
  adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[];
};

const topics: Adapter = { mask: bits('empty_topic_name'), adapt: namedEmptyTopic };

/** Adapters by type of client event. They are applied in order. */
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

/** Returns the capabilities on which the events of a type depend. */
export function maskOf(type: string): Form {
  let mask = 0;
  for (const adapter of Object.hasOwn(adapters, type) ? adapters[type]! : []) mask |= adapter.mask;
  return mask;
}

/** Returns the events that a client with this form receives for an event, without IDs. */
export function adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[] {
  let events = [event];
  for (const adapter of adapters[event.type] ?? [])
    events = events.flatMap((one) => adapter.adapt(one, form, emptyTopicName));
  return events;
}
