import type { Message, Narrow, OutgoingMessage } from '@parley/client';
import { CircleAlert, Clock, Ellipsis, Pencil, Star } from 'lucide';
import { createEffect, createSignal, lazy, Match, on, Show, Suspense, Switch } from 'solid-js';
import { Rendered } from '../content/rendered.tsx';
import { dateTimeOf, timeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { setFlag } from '../model/actions.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { UserButton } from '../people/user-card.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { messageEntries } from './message-menu.ts';
import { canEdit, canMove } from './permissions.ts';
import { ReactionButton, Reactions } from './reactions.tsx';
import { ReadReceipts } from './read-receipts.tsx';
import type { Selection } from './selection.ts';

const EditForm = lazy(() => import('./edit-form.tsx'));
const Poll = lazy(() => import('./poll.tsx'));
const TodoList = lazy(() => import('./todo-list.tsx'));
const MoveDialog = lazy(() => import('./move-dialog.tsx'));
const HistoryDialog = lazy(() => import('./history-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));
const ReportDialog = lazy(() => import('./report-dialog.tsx'));
const RemindDialog = lazy(() => import('./remind-dialog.tsx'));

/** The dialog or form that a message shows, if any. */
export type MessageMode = 'edit' | 'move' | 'history' | 'delete' | 'report' | 'remind' | 'receipts';

type RowProps = { id: number; isFirst: boolean; selection: Selection; narrow: Narrow };

/** One message. */
export function MessageRow(props: RowProps) {
  const { store } = useParley();
  const message = useEntry(store.messages.known, () => props.id);
  return <Show when={message()}>{(present) => <MessageArticle {...props} message={present()} />}</Show>;
}

function MessageArticle(props: RowProps & { message: Message }) {
  const parley = useParley();
  const { store } = parley;
  const { selection } = props;
  const [mode, setMode] = createSignal<MessageMode>();
  const [isReacting, setReacting] = createSignal(false);
  const sender = useEntry(store.people.users, () => props.message.sender_id);
  const name = () => sender()?.full_name ?? props.message.sender_full_name;
  const isStarred = () => props.message.flags.includes('starred');
  const isMention = () => props.message.flags.some((flag) => flag.endsWith('mentioned'));
  const widget = () => widgetOf(props.message);
  const editable = () => canEdit(store, props.message);
  const close = () => setMode(undefined);
  const entries = () =>
    messageEntries({ parley, message: props.message, narrow: props.narrow, setMode, selection });

  createEffect(
    on(
      selection.command,
      (asked) => {
        if (asked?.id !== props.id) return;
        if (asked.name === 'edit' && editable()) setMode('edit');
        if (asked.name === 'react') setReacting(true);
        if (asked.name === 'move' && canMove(store, props.message)) setMode('move');
        if (asked.name === 'star') void setFlag(parley, [props.id], 'starred', !isStarred());
      },
      { defer: true },
    ),
  );

  return (
    <article
      class="message"
      classList={{
        'is-first': props.isFirst,
        'is-selected': selection.selectedId() === props.id,
        'is-mention': isMention(),
      }}
      data-message-id={props.id}
      aria-label={t('messageBy', { sender: name(), time: timeOf(props.message.timestamp) })}
      tabindex={selection.isTabStop(props.id) ? 0 : -1}
      onFocusIn={() => selection.select(props.id)}
    >
      <Show
        when={props.isFirst}
        fallback={
          <time class="message-time is-side" title={dateTimeOf(props.message.timestamp)}>
            {timeOf(props.message.timestamp)}
          </time>
        }
      >
        <Avatar userId={props.message.sender_id} />
      </Show>
      <div class="message-body">
        <Show when={props.isFirst}>
          <div class="message-head">
            <UserButton userId={props.message.sender_id} class="sender" name={name()} />
            <Show when={sender()?.is_bot}>
              <span class="tag">{t('bot')}</span>
            </Show>
            <time class="message-time" title={dateTimeOf(props.message.timestamp)}>
              {timeOf(props.message.timestamp)}
            </time>
          </div>
        </Show>
        <Switch fallback={<MessageContent message={props.message} name={name()} />}>
          <Match when={mode() === 'edit'}>
            <Suspense fallback={<MessageContent message={props.message} name={name()} />}>
              <EditForm message={props.message} onClose={close} />
            </Suspense>
          </Match>
          <Match when={widget() === 'poll'}>
            <Suspense>
              <Poll message={props.message} />
            </Suspense>
          </Match>
          <Match when={widget() === 'todo'}>
            <Suspense>
              <TodoList message={props.message} />
            </Suspense>
          </Match>
        </Switch>
        <Marks message={props.message} onHistory={() => setMode('history')} />
        <Show when={props.message.reactions.length > 0}>
          <Reactions message={props.message} />
        </Show>
      </div>
      <div class="message-tools">
        <ReactionButton message={props.message} isOpen={isReacting()} onOpenChange={setReacting} />
        <Show when={editable()}>
          <button
            type="button"
            class="icon-button"
            aria-label={t('edit')}
            title={t('edit')}
            onClick={() => setMode('edit')}
          >
            <Icon of={Pencil} />
          </button>
        </Show>
        <LazyMenu entries={entries} />
      </div>
      <Show when={isStarred()}>
        <span class="message-star" role="img" aria-label={t('starredMessage')}>
          <Icon of={Star} />
        </span>
      </Show>
      <Suspense>
        <Switch>
          <Match when={mode() === 'move'}>
            <MoveDialog message={props.message} onClose={close} />
          </Match>
          <Match when={mode() === 'history'}>
            <HistoryDialog message={props.message} onClose={close} />
          </Match>
          <Match when={mode() === 'delete'}>
            <DeleteDialog message={props.message} onClose={close} />
          </Match>
          <Match when={mode() === 'report'}>
            <ReportDialog message={props.message} onClose={close} />
          </Match>
          <Match when={mode() === 'remind'}>
            <RemindDialog message={props.message} onClose={close} />
          </Match>
          <Match when={mode() === 'receipts'}>
            <ReadReceipts message={props.message} onClose={close} />
          </Match>
        </Switch>
      </Suspense>
    </article>
  );
}

/** Menus are expensive and most are never opened, so the first press creates one. */
function LazyMenu(props: { entries: () => ReturnType<typeof messageEntries> }) {
  const [isMade, setMade] = createSignal(false);
  return (
    <Show
      when={isMade()}
      fallback={
        <button
          type="button"
          class="icon-button"
          aria-label={t('moreActions')}
          title={t('moreActions')}
          aria-haspopup="menu"
          onClick={() => setMade(true)}
        >
          <Icon of={Ellipsis} />
        </button>
      }
    >
      <Menu label={t('moreActions')} entries={props.entries} startsOpen>
        <Icon of={Ellipsis} />
      </Menu>
    </Show>
  );
}

function MessageContent(props: { message: Message; name: string }) {
  return (
    <Show when={props.message.is_me_message} fallback={<Rendered html={props.message.content} />}>
      <div class="me-message">
        <strong>{props.name}</strong> <Rendered html={props.message.content.replace(/^<p>\/me /, '<p>')} />
      </div>
    </Show>
  );
}

/** Shows that a message was edited or moved. */
function Marks(props: { message: Message; onHistory: () => void }) {
  const edited = () => props.message.last_edit_timestamp;
  const moved = () => props.message.last_moved_timestamp;
  return (
    <Show when={edited() !== undefined || moved() !== undefined}>
      <button type="button" class="message-mark" onClick={props.onHistory}>
        {edited() === undefined ? t('moved') : t('edited')}
      </button>
    </Show>
  );
}

function widgetOf(message: Message): 'poll' | 'todo' | undefined {
  const first = message.submessages[0];
  if (first?.msg_type !== 'widget') return undefined;
  try {
    const type = (JSON.parse(first.content) as { widget_type?: string }).widget_type;
    return type === 'poll' || type === 'todo' ? type : undefined;
  } catch {
    return undefined;
  }
}

/** A message that is being sent, or that could not be sent. */
export function OutgoingRow(props: { localId: string; isFirst: boolean }) {
  const { store, connection } = useParley();
  const message = useEntry(store.outbox.messages, () => props.localId);
  const selfId = store.people.selfId;
  return (
    <Show when={message()}>
      {(present) => (
        <article
          class="message is-outgoing"
          classList={{ 'is-first': props.isFirst, 'is-failed': present().state === 'failed' }}
          aria-label={t('messageBy', { sender: userName(store, selfId), time: timeOf(present().timestamp) })}
        >
          <Show when={props.isFirst} fallback={<span class="message-time is-side" />}>
            <Avatar userId={selfId} />
          </Show>
          <div class="message-body">
            <Show when={props.isFirst}>
              <div class="message-head">
                <span class="sender">{userName(store, selfId)}</span>
                <time class="message-time">{timeOf(present().timestamp)}</time>
              </div>
            </Show>
            <div class="content outgoing-text" dir="auto">
              {present().content}
            </div>
            <OutgoingState message={present()} />
          </div>
        </article>
      )}
    </Show>
  );

  function OutgoingState(own: { message: OutgoingMessage }) {
    return (
      <Show
        when={own.message.state === 'failed'}
        fallback={
          <span class="outgoing-state muted">
            <Icon of={Clock} /> {t('sending')}
          </span>
        }
      >
        <div class="notice is-error" role="alert">
          <Icon of={CircleAlert} />
          <span>
            {t('notSent')} {own.message.error?.message}
          </span>
          <button type="button" class="link-button" onClick={() => connection.resend(props.localId)}>
            {t('tryAgain')}
          </button>
          <button type="button" class="link-button" onClick={() => store.outbox.discard(props.localId)}>
            {t('discard')}
          </button>
        </div>
      </Show>
    );
  }
}
