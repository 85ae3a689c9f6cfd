/**
 * Adapts events to the capabilities of clients. A service builds an event once, in its newest and most complete format. For
 * clients that do not understand this format, an adapter converts the event to different JSON, to several events, or to none.
 * To add an adapter, write a function in a file of this folder and add it, with its mask, to the table `adapters`.
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
import { withoutReactingUser } from './reactions.ts';
import { namedEmptyTopic } from './topics.ts';
import { withoutChannelTyping } from './typing.ts';
import { withUnknownPeople } from './unknown-people.ts';
import { withoutArchiveAddresses } from './without-credentials.ts';

/** Converts an event for clients without some capabilities. `adapt` may modify the event that it receives. */
export type Adapter = {
  /** The capabilities and options that influence the result. Clients that agree in these bits share the rendered JSON. */
  readonly mask: Form;
  adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[];
};

const topics: Adapter = { mask: bits('empty_topic_name'), adapt: namedEmptyTopic };

/** Adapters by the type of the event, in the order in which they are applied. */
export const adapters: Readonly<Record<string, readonly Adapter[]>> = {
  delete_message: [topics, { mask: bits('bulk_message_deletion'), adapt: singleDeletions }],
  drafts: [topics],
  presence: [{ mask: bits('simplified_presence_events', 'slim_presence'), adapt: presenceByForm }],
  reaction: [{ mask: bits('reactions_without_user'), adapt: withoutReactingUser }],
  realm_emoji: [{ mask: bits('individual_emoji_changes'), adapt: emojiByForm }],
  realm_export: [{ mask: bits('without_credentials'), adapt: withoutArchiveAddresses }],
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

/** Returns the capabilities and options that change the JSON of events of this type. */
export function maskOf(type: string): Form {
  let mask = 0;
  for (const adapter of (Object.hasOwn(adapters, type) && adapters[type]) || []) mask |= adapter.mask;
  return mask;
}

/** Without IDs. `emptyTopicName` is the display name of the empty topic. */
export function adapt(event: EventJson, form: Form, emptyTopicName: string): EventJson[] {
  let events = [event];
  for (const adapter of adapters[event.type] ?? [])
    events = events.flatMap((one) => adapter.adapt(one, form, emptyTopicName));
  return events;
}
