import { type Message, type Narrow, type OutgoingMessage, placeOf } from '@parley/client';
import { CircleAlert, Clock, Star } from 'lucide';
import { createEffect, createSignal, Match, on, Show, Suspense, Switch } from 'solid-js';
import { blocksOf } from '../blocks/message-blocks.ts';
import { Rendered } from '../content/rendered.tsx';
import { directionOf } from '../i18n/direction.ts';
import { dateTimeOf, listOf, timeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { createDrawn } from '../lib/after-frame.ts';
import { loadable } from '../lib/loadable.ts';
import { setStar, toggleReaction } from '../model/actions.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { openCard } from '../people/open-card.ts';
import { UserButton } from '../people/user-button.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { HeldKeys } from '../ui/opening.tsx';
import { type MessageMode, markUnread, messageEntries } from './message-menu.ts';
import { canEdit, canMove } from './permissions.ts';
import { ReactionButton, Reactions } from './reactions.tsx';
import { ReadReceipts } from './read-receipts.tsx';
import type { MessageCommand, Selection } from './selection.ts';
import { discardUnsent, editUnsent } from './unsent-actions.ts';

const EditForm = loadable(() => import('./edit-form.tsx'));
const Poll = loadable(() => import('./poll.tsx'));
const TodoList = loadable(() => import('./todo-list.tsx'));
const MessageBlocks = loadable(() => import('../blocks/message-blocks-view.tsx'));
const MoveDialog = loadable(() => import('./move-dialog.tsx'));
const HistoryDialog = loadable(() => import('./history-dialog.tsx'));
const DeleteDialog = loadable(() => import('./delete-dialog.tsx'));
const ReportDialog = loadable(() => import('./report-dialog.tsx'));
const RemindDialog = loadable(() => import('./remind-dialog.tsx'));

const thumbsUp = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const;

type RowProps = { id: number; isFirst: boolean; selection: Selection; narrow: Narrow };

/** Shows one message with its sender, reactions and actions. */
export function MessageRow(props: RowProps) {
  const { store } = useParley();
  const message = useEntry(store.messages.known, () => props.id);
  return <Show when={message()}>{(present) => <MessageArticle {...props} message={present()} />}</Show>;
}

function MessageArticle(props: RowProps & { message: Message }) {
  const parley = useParley();
  const { store } = parley;
  const { selection } = props;
  // The message text is drawn before the buttons.
  const isDrawn = createDrawn();
  const [mode, setMode] = createSignal<MessageMode>();
  const [isReacting, setReacting] = createSignal(false);
  const [isMenuOpen, setMenuOpen] = createSignal(false);
  const hasTools = () => isDrawn() || isReacting() || isMenuOpen();
  const sender = useEntry(store.people.users, () => props.message.sender_id);
  const name = () => sender()?.full_name ?? props.message.sender_full_name;
  const isStarred = () => props.message.flags.includes('starred');
  const isMention = () => props.message.flags.some((flag) => flag.endsWith('mentioned'));
  const widget = () => widgetOf(props.message);
  const editable = () => canEdit(store, props.message);
  const isEditing = () => parley.edits.isEdited(props.id);
  const edit = () => parley.edits.begin(props.id, placeOf(props.message, store.people.selfId));
  const close = () => setMode(undefined);
  const entries = () => messageEntries(context());
  let article!: HTMLElement;

  const context = () => ({ parley, message: props.message, narrow: props.narrow, setMode, selection });
  const commands: Readonly<Record<MessageCommand, () => unknown>> = {
    edit: () => editable() && edit(),
    history: () => setMode('history'),
    'mark-unread': () => void markUnread(context()),
    menu: () => setMenuOpen(true),
    move: () => canMove(store, props.message) && setMode('move'),
    react: () => setReacting(true),
    receipts: () => setMode('receipts'),
    sender: () => openCard({ kind: 'user', id: props.message.sender_id, anchor: article }),
    star: () => void setStar(parley, props.id, !isStarred()),
    'thumbs-up': () => void toggleReaction(parley, props.message, thumbsUp),
  };

  createEffect(
    on(selection.command, (asked) => {
      if (asked?.id === props.id) selection.take(asked, commands[asked.name]);
    }),
  );

  return (
    <article
      ref={article}
      class="message"
      classList={{
        'is-first': props.isFirst,
        'is-selected': selection.isSelected(props.id),
        'is-mention': isMention(),
        'is-without-previews': props.message.flags.includes('hide_link_previews'),
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
        <Avatar userId={props.message.sender_id} message={props.message} />
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
        <Show
          when={isEditing() || widget()}
          fallback={<MessageContent message={props.message} name={name()} />}
        >
          <Suspense
            fallback={
              <>
                <MessageContent message={props.message} name={name()} />
                <Show when={isEditing()}>
                  <HeldKeys />
                </Show>
              </>
            }
          >
            <Switch>
              <Match when={isEditing()}>
                <EditForm message={props.message} onClose={() => parley.edits.end(props.id)} />
              </Match>
              <Match when={widget() === 'poll'}>
                <Poll message={props.message} />
              </Match>
              <Match when={widget() === 'todo'}>
                <TodoList message={props.message} />
              </Match>
              <Match when={widget() === 'blocks'}>
                <MessageBlocks message={props.message} />
              </Match>
            </Switch>
          </Suspense>
        </Show>
        <Marks message={props.message} onHistory={() => setMode('history')} />
        <EditingNotice messageId={props.id} />
        <Show when={props.message.reactions.length > 0}>
          <Reactions message={props.message} />
        </Show>
      </div>
      <Show when={hasTools()}>
        <div class="message-tools">
          <ReactionButton message={props.message} isOpen={isReacting()} onOpenChange={setReacting} />
          <Show when={editable()}>
            <button type="button" class="icon-button" aria-label={t('edit')} title={t('edit')} onClick={edit}>
              <span class="tool-icon is-edit" />
            </button>
          </Show>
          <Menu label={t('moreActions')} entries={entries} isOpen={isMenuOpen()} onOpenChange={setMenuOpen}>
            <span class="tool-icon is-more" />
          </Menu>
        </div>
      </Show>
      <Show when={isStarred()}>
        <span class="message-star" role="img" aria-label={t('starredMessage')}>
          <Icon of={Star} />
        </span>
      </Show>
      <Show when={mode() !== undefined}>
        <Suspense fallback={<HeldKeys />}>
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
      </Show>
    </article>
  );
}

function MessageContent(props: { message: Message; name: string }) {
  return (
    <Show when={props.message.is_me_message} fallback={<Rendered html={props.message.content} />}>
      <div class="me-message">
        <strong dir={directionOf(props.name)}>{props.name}</strong>{' '}
        <Rendered html={props.message.content.replace(/^<p>\/me /, '<p>')} />
      </div>
    </Show>
  );
}

/** Shows that another person is currently editing the message. */
function EditingNotice(props: { messageId: number }) {
  const { store } = useParley();
  const editors = useEntry(store.typing.edits, () => props.messageId);
  return (
    <Show when={editors()}>
      {(ids) => (
        <p class="typing is-inline muted">
          {t('editing', { people: listOf(ids().map((id) => userName(store, id))), count: ids().length })}
        </p>
      )}
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

function widgetOf(message: Message): 'poll' | 'todo' | 'blocks' | undefined {
  if (blocksOf(message)) return 'blocks';
  const first = message.submessages[0];
  if (first?.msg_type !== 'widget') return undefined;
  try {
    const type = (JSON.parse(first.content) as { widget_type?: string }).widget_type;
    return type === 'poll' || type === 'todo' ? type : undefined;
  } catch {
    return undefined;
  }
}

/** Shows a message that is being sent, or that could not be sent. */
export function OutgoingRow(props: { localId: string; isFirst: boolean }) {
  const parley = useParley();
  const { store, connection } = parley;
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
          <Show when={props.isFirst}>
            <Avatar userId={selfId} />
          </Show>
          <div class="message-body">
            <Show when={props.isFirst}>
              <div class="message-head">
                <span dir={directionOf(userName(store, selfId))} class="sender">
                  {userName(store, selfId)}
                </span>
                <time class="message-time">{timeOf(present().timestamp)}</time>
              </div>
            </Show>
            <div class="content outgoing-text" dir={directionOf(present().content)}>
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
      <Switch
        fallback={
          <span class="outgoing-state muted">
            <Icon of={Clock} /> {t('sending')}
          </span>
        }
      >
        <Match when={own.message.state === 'waiting'}>
          <div class="notice">
            <Icon of={Clock} />
            <span>{t('waiting')}</span>
            <OutgoingActions message={own.message} />
          </div>
        </Match>
        <Match when={own.message.state === 'failed'}>
          <div class="notice is-error" role="alert">
            <Icon of={CircleAlert} />
            <span>
              {t('notSent')} {own.message.error?.message}
            </span>
            <OutgoingActions message={own.message} />
          </div>
        </Match>
      </Switch>
    );
  }

  function OutgoingActions(own: { message: OutgoingMessage }) {
    return (
      <div class="notice-actions">
        <button type="button" class="link-button" onClick={() => connection.resend(props.localId)}>
          {t('tryAgain')}
        </button>
        <Show when={own.message.state === 'failed'}>
          <button type="button" class="link-button" onClick={() => editUnsent(parley, own.message)}>
            {t('edit')}
          </button>
        </Show>
        <button type="button" class="link-button" onClick={() => discardUnsent(parley, own.message)}>
          {t('discard')}
        </button>
      </div>
    );
  }
}
