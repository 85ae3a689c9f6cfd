import type { Message } from '@parley/client';
import { createEffect, createMemo, Match, Suspense, Switch } from 'solid-js';
import { loadable } from '../lib/loadable.ts';
import { sourceOf } from '../messages/message-menu.ts';
import type { ConversationDialog, MessageDialogKind } from '../model/navigation/conversation-dialog.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { HeldKeys } from '../ui/opening.tsx';

const ForwardDialog = loadable(() => import('../forwarding/forward-dialog.tsx'));
const MoveDialog = loadable(() => import('../messages/dialogs/move-dialog.tsx'));
const HistoryDialog = loadable(() => import('../messages/dialogs/history-dialog.tsx'));
const DeleteDialog = loadable(() => import('../messages/dialogs/delete-dialog.tsx'));
const ReportDialog = loadable(() => import('../messages/dialogs/report-dialog.tsx'));
const RemindDialog = loadable(() => import('../messages/dialogs/remind-dialog.tsx'));
const ReadReceipts = loadable(() => import('../messages/dialogs/read-receipts.tsx'));
const MessageSheet = loadable(() => import('../messages/touch/message-sheet.tsx'));
const DeleteTopicDialog = loadable(() => import('../messages/dialogs/delete-topic-dialog.tsx'));
const LeaveDialog = loadable(() => import('../channels/leave-dialog.tsx'));

const messageDialogs = {
  forward: Forwarding,
  move: MoveDialog,
  history: HistoryDialog,
  delete: DeleteDialog,
  report: ReportDialog,
  remind: RemindDialog,
  receipts: ReadReceipts,
} as const satisfies Record<MessageDialogKind, unknown>;

export function ConversationDialogs() {
  const { dialogs } = useParley();
  const of = <Kind extends ConversationDialog['kind']>(kind: Kind) => {
    const present = dialogs.present();
    return present?.kind === kind ? (present as ConversationDialog & { kind: Kind }) : undefined;
  };
  const ofMessage = () => {
    const present = dialogs.present();
    return present && 'message' in present && present.kind !== 'sheet' ? present : undefined;
  };
  return (
    <Suspense fallback={<HeldKeys />}>
      <Switch>
        <Match when={ofMessage()} keyed>
          {({ kind, message }) => <MessageDialog kind={kind} message={message} />}
        </Match>
        <Match when={of('sheet')} keyed>
          {({ message, narrow }) => (
            <MessageSheet message={message} narrow={narrow} onClose={dialogs.close} />
          )}
        </Match>
        <Match when={of('delete-topic')}>
          {(present) => (
            <DeleteTopicDialog
              channelId={present().channelId}
              topic={present().topic}
              onClose={dialogs.close}
            />
          )}
        </Match>
        <Match when={of('leave-channel')}>
          {(present) => <LeaveDialog channel={present().channel} onClose={dialogs.close} />}
        </Match>
      </Switch>
    </Suspense>
  );
}

/** Renders the dialog that sends a message on, which needs its Markdown. */
function Forwarding(props: { message: Message; onClose: () => void }) {
  const parley = useParley();
  return (
    <ForwardDialog
      message={props.message}
      source={() => sourceOf(parley, props.message.id)}
      onClose={props.onClose}
    />
  );
}

/** Renders a dialog about a message as it is now. Closes it when the message is deleted. */
function MessageDialog(props: { kind: MessageDialogKind; message: Message }) {
  const { store, dialogs } = useParley();
  const known = useEntry(store.messages.known, () => props.message.id);
  const Body = messageDialogs[props.kind];
  createEffect(() => {
    if (known() === undefined) dialogs.close();
  });
  const message = createMemo<Message>((before) => known() ?? before, props.message);
  return <Body message={message()} onClose={dialogs.close} />;
}
