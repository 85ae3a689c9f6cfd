import { type Message, type MessageId, type Narrow, placeOf } from '@parley/client';
import { quotation } from '@parley/markdown/reference-text';
import {
  Bell,
  Check,
  Code,
  Copy,
  Eye,
  EyeOff,
  Flag,
  Forward,
  History,
  Image,
  ImageOff,
  Link,
  MoveRight,
  Pencil,
  Pin,
  PinOff,
  Quote,
  Star,
  StarOff,
  Trash2,
} from 'lucide';
import { sanitize } from '../html/sanitize.ts';
import { t } from '../i18n/index.ts';
import { attempt, markUnreadFrom, setHiddenPreviews, setStar } from '../model/actions.ts';
import { writeToClipboard } from '../model/device/clipboard.ts';
import { isResolved, placeHref, resolvedPrefix } from '../model/names.ts';
import type { MessageDialogKind } from '../model/navigation/conversation-dialog.ts';
import type { Parley } from '../model/parley.tsx';
import { lastingMentionOf } from '../model/people/references.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import { canDelete, canEdit, canMove, canPin, canResolve, takesReports } from './permissions.ts';

export type MessageContext = {
  readonly parley: Parley;
  readonly message: Message;
  /** The list in which the message is shown. */
  readonly narrow: Narrow;
};

/** Returns all actions on a message except reactions, for menus that stand alone. */
export function allEntries(context: MessageContext): MenuEntry[] {
  const { parley, message } = context;
  const { store, edits } = parley;
  const code = codeOf(message.content);
  return [
    ...(canEdit(store, message)
      ? [
          {
            label: t('edit'),
            icon: Pencil,
            run: () => edits.begin(message.id, placeOf(message, store.people.selfId)),
          },
        ]
      : []),
    ...(code === '' ? [] : [{ label: t('copyCode'), icon: Code, run: () => void copyCode(parley, code) }]),
    ...messageEntries(context),
  ];
}

/** Returns the text of the blocks of code in a message. */
const codeOf = (html: string): string =>
  [...sanitize(html).querySelectorAll('.codehilite')]
    .map((block) => block.textContent?.trimEnd() ?? '')
    .join('\n\n');

async function copyCode(parley: Parley, code: string): Promise<void> {
  if (await attempt(parley, writeToClipboard(code), t('notCopied'))) parley.toasts.show(t('codeCopied'));
}

type OpenDialog = (kind: MessageDialogKind) => void;

/** Returns the action that hides or shows previews of links. */
function previewEntry({ parley, message }: MessageContext): MenuEntry[] {
  const hidesPreviews = message.flags.includes('hide_link_previews');
  if (!hidesPreviews && !message.content.includes('class="message_embed"')) return [];
  return [
    {
      label: t(hidesPreviews ? 'showPreviews' : 'hidePreviews'),
      icon: hidesPreviews ? Image : ImageOff,
      run: () => void setHiddenPreviews(parley, message.id, !hidesPreviews),
    },
  ];
}

/** Returns the actions that change the place of a message or the state of its topic. */
function placeEntries({ parley, message }: MessageContext, openDialog: OpenDialog): MenuEntry[] {
  const { store } = parley;
  const mayMove = canMove(store, message);
  const mayResolve = canResolve(store, message.stream_id, message.subject);
  return [
    ...(mayMove || mayResolve ? ['separator' as const] : []),
    ...(mayMove ? [{ label: t('move'), icon: MoveRight, hint: 'm', run: () => openDialog('move') }] : []),
    ...(mayResolve
      ? [
          {
            label: t(isResolved(message.subject) ? 'unresolve' : 'resolve'),
            icon: Check,
            run: () => void toggleResolved(parley, message),
          },
        ]
      : []),
  ];
}

/** Returns the actions that delete or report a message. */
function removalEntries({ parley: { store }, message }: MessageContext, openDialog: OpenDialog): MenuEntry[] {
  const mayDelete = canDelete(store, message);
  return [
    ...(mayDelete || takesReports(store) ? ['separator' as const] : []),
    ...(mayDelete
      ? [{ label: t('delete'), icon: Trash2, isDangerous: true, run: () => openDialog('delete') }]
      : []),
    ...(takesReports(store) ? [{ label: t('report'), icon: Flag, run: () => openDialog('report') }] : []),
  ];
}

/** Returns the actions of the message menu. Actions that have their own button are not in the menu. */
export function messageEntries(context: MessageContext): MenuEntry[] {
  const { parley, message } = context;
  const openDialog: OpenDialog = (kind) => parley.dialogs.open({ kind, message });
  const isStarred = message.flags.includes('starred');
  const wasChanged = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined;
  return [
    { label: t('quote'), icon: Quote, hint: '>', run: () => void quote(parley, message) },
    { label: t('forward'), icon: Forward, hint: '<', run: () => openDialog('forward') },
    { label: t('copyLink'), icon: Link, run: () => void copyLink(parley, message) },
    { label: t('copyText'), icon: Copy, run: () => void copyText(parley, message) },
    {
      label: t(isStarred ? 'unstar' : 'star'),
      icon: isStarred ? StarOff : Star,
      hint: '*',
      run: () => void setStar(parley, message.id, !isStarred),
    },
    ...pinEntry(context),
    ...previewEntry(context),
    { label: t('markUnread'), icon: EyeOff, hint: 'U', run: () => void markUnread(context) },
    { label: t('remindMe'), icon: Bell, run: () => openDialog('remind') },
    { label: t('readReceipts'), icon: Eye, hint: 'V', run: () => openDialog('receipts') },
    ...(wasChanged
      ? [{ label: t('viewHistory'), icon: History, hint: 'H', run: () => openDialog('history') }]
      : []),
    ...placeEntries(context, openDialog),
    ...removalEntries(context, openDialog),
  ];
}

/** Returns the action that pins or unpins a message of a channel in which the person may post. */
function pinEntry({ parley, message }: MessageContext): MenuEntry[] {
  const { client, store } = parley;
  if (!canPin(store, message)) return [];
  const isPinned = store.pins.isPinned(message.stream_id ?? 0, message.id) ?? false;
  const change = () => client.call(isPinned ? 'unpin-message' : 'pin-message', { message_id: message.id });
  return [
    {
      label: t(isPinned ? 'unpinMessage' : 'pinMessage'),
      icon: isPinned ? PinOff : Pin,
      run: async () => {
        if (await attempt(parley, change()))
          parley.toasts.show(t(isPinned ? 'messageUnpinned' : 'messagePinned'));
      },
    },
  ];
}

export async function sourceOf({ client }: Parley, messageId: MessageId): Promise<string> {
  const { message } = await client.call('get-message', {
    message_id: messageId,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return message.content;
}

/** Starts a reply that quotes a message. */
export async function quote(parley: Parley, message: Message): Promise<void> {
  const { store } = parley;
  const place = placeOf(message, store.people.selfId);
  const done = (async () => {
    const text = await sourceOf(parley, message.id);
    const link = `${location.origin}/${placeHref(store, place, message.id)}`;
    const head = t('said', { person: lastingMentionOf(store, message.sender_id), link });
    parley.composing.ask({ place, insert: `${head}\n${quotation(text)}\n` });
  })();
  await attempt(parley, done, t('notQuoted'));
}

async function copyLink(parley: Parley, message: Message): Promise<void> {
  const { store } = parley;
  const href = placeHref(store, placeOf(message, store.people.selfId), message.id);
  if (await attempt(parley, writeToClipboard(`${location.origin}/${href}`), t('notCopied')))
    parley.toasts.show(t('linkCopied'));
}

async function copyText(parley: Parley, message: Message): Promise<void> {
  const done = sourceOf(parley, message.id).then(writeToClipboard);
  if (await attempt(parley, done, t('notCopied'))) parley.toasts.show(t('textCopied'));
}

export async function markUnread({ parley, message, narrow }: MessageContext): Promise<void> {
  if (await attempt(parley, markUnreadFrom(parley, narrow, message.id)))
    parley.toasts.show(t('markedUnread'));
}

/** Marks a topic as resolved or unresolved. */
export async function toggleResolved(
  parley: Parley,
  message: Pick<Message, 'id' | 'subject'>,
): Promise<void> {
  const { client } = parley;
  const topic = isResolved(message.subject)
    ? message.subject.slice(resolvedPrefix.length)
    : `${resolvedPrefix}${message.subject}`;
  await attempt(
    parley,
    client.call('update-message', {
      message_id: message.id,
      topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    }),
  );
}
