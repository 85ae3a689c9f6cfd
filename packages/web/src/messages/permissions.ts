/** Permissions of the signed-in person on a message, for showing or hiding actions. The server decides. */
import type { Message, Store } from '@parley/client';

const isAdministrator = (store: Store): boolean => (store.people.self?.role ?? 600) <= 200;

/** Returns whether the person may edit the content. */
export function canEdit(store: Store, message: Message): boolean {
  if (message.sender_id !== store.people.selfId) return false;
  if (!store.fields.get('realm_allow_message_editing')) return false;
  const limit = store.fields.get('realm_message_content_edit_limit_seconds') as number | null | undefined;
  return !limit || Date.now() / 1000 - message.timestamp <= limit;
}

/** Returns whether the person may move the message to another topic. */
export const canMove = (store: Store, message: Message): boolean =>
  message.stream_id !== undefined && (store.people.self?.role ?? 600) <= 400;

/** Returns whether the person may delete the message. */
export function canDelete(store: Store, message: Message): boolean {
  if (isAdministrator(store)) return true;
  const anyone = store.fields.get('realm_can_delete_any_message_group');
  if (anyone !== undefined && store.groups.includes(anyone, store.people.selfId)) return true;
  if (message.sender_id !== store.people.selfId) return false;
  const own = store.fields.get('realm_can_delete_own_message_group');
  return own === undefined || store.groups.includes(own, store.people.selfId);
}

/** Returns whether messages can be reported: the organization has a channel for reports. */
export const takesReports = (store: Store): boolean =>
  Number(store.fields.get('realm_moderation_request_channel_id') ?? -1) > 0;
