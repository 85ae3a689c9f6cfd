/**
 * The dialog over a conversation. Rows and conversations are replaced when a topic moves, so neither of them renders it: it stays open,
 * and concerns the same messages.
 */
import {
  type Channel,
  type ChannelId,
  type Message,
  type Narrow,
  type Place,
  placeKey,
  topicKey,
} from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';

export type MessageDialogKind = 'forward' | 'move' | 'history' | 'delete' | 'report' | 'remind' | 'receipts';

export type ConversationDialog =
  | { readonly kind: MessageDialogKind; readonly message: Message }
  /** Emoji and actions of a message, for fingers. `narrow`: the list in which it is shown. */
  | { readonly kind: 'sheet'; readonly message: Message; readonly narrow: Narrow }
  | { readonly kind: 'delete-topic'; readonly channelId: ChannelId; readonly topic: string }
  | { readonly kind: 'leave-channel'; readonly channel: Channel };

export type ConversationDialogs = {
  readonly present: Accessor<ConversationDialog | undefined>;
  /** Opens a dialog. Replaces the open one. */
  open(dialog: ConversationDialog): void;
  close(): void;
  /**
   * Makes the dialog follow a topic that was moved. It closes if `isMerged`: the person meant to delete one topic, not what others wrote
   * in the one that it now belongs to.
   */
  follow(from: Place, to: Place, isMerged: boolean): void;
};

/** Creates the state of the dialog of a session. Call it inside a component. */
export function createConversationDialogs(): ConversationDialogs {
  const [present, setPresent] = createSignal<ConversationDialog>();
  return {
    present,
    open: (dialog) => void setPresent(dialog),
    close: () => void setPresent(undefined),
    follow(from, to, isMerged) {
      const dialog = present();
      if (dialog?.kind !== 'delete-topic' || to.kind !== 'topic') return;
      if (topicKey(dialog.channelId, dialog.topic) !== placeKey(from)) return;
      setPresent(isMerged ? undefined : { kind: dialog.kind, channelId: to.channelId, topic: to.topic });
    },
  };
}
