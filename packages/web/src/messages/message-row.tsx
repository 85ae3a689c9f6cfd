import { type Message, type MessageId, type Narrow, type OutgoingMessage, placeOf } from '@parley/client';
import { CircleAlert, Clock, Pin, Star } from 'lucide';
import { createEffect, createSignal, Match, on, Show, Suspense, Switch } from 'solid-js';
import { blocksOf } from '../apps/blocks/message-blocks.ts';
import { Rendered } from '../content/rendered.tsx';
import { directionOf } from '../i18n/direction.ts';
import { dateTimeOf, listOf, timeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import { createDrawn } from '../lib/timing/after-frame.ts';
import { setStar, toggleReaction } from '../model/actions.ts';
import { userName } from '../model/names.ts';
import type { MessageDialogKind } from '../model/navigation/conversation-dialog.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { openCard } from '../people/open-card.ts';
import { UserButton } from '../people/user-button.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { HeldKeys } from '../ui/opening.tsx';
import { allEntries, markUnread, messageEntries, quote } from './message-menu.ts';
import { canEdit, canMove } from './permissions.ts';
import { ReactionButton, Reactions } from './reactions.tsx';
import type { MessageCommand, Selection } from './selection.ts';
import { discardUnsent, editUnsent } from './unsent-actions.ts';

const EditForm = loadable(() => import('./edit-form.tsx'));
const OutgoingText = loadable(() => import('./outgoing/outgoing-text.tsx'));
const Poll = loadable(() => import('./widgets/poll.tsx'));
const TodoList = loadable(() => import('./widgets/todo-list.tsx'));
const MessageBlocks = loadable(() => import('../apps/blocks/message-blocks-view.tsx'));

const thumbsUp = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const;

type RowProps = {
  id: number;
  isFirst: boolean;
  /** Whether the address led to the message a moment ago. */
  isLinked: boolean;
  /** Whether the list shows that a message was moved. */
  isMarkedMoved: (message: Message) => boolean;
  selection: Selection;
  narrow: Narrow;
};

/** Shows one message with its sender, reactions and actions. */
export function MessageRow(props: RowProps) {
  const { store } = useParley();
  const message = useEntry(store.messages.known, () => props.id);
  return <Show when={message()}>{(present) => <MessageArticle {...props} message={present()} />}</Show>;
}

type ArticleProps = RowProps & { message: Message };
/** A place in the window. */
type Point = { readonly x: number; readonly y: number };

/** What is open in a row: the emoji picker, and the menu at its button or at the pointer. */
function createOpenTools() {
  const [isReacting, setReacting] = createSignal(false);
  const [isMenuOpen, setMenuOpen] = createSignal(false);
  const [menuAt, setMenuAt] = createSignal<Point>();
  return {
    isReacting,
    setReacting,
    isMenuOpen,
    menuAt,
    setMenuOpen(isOpen: boolean, at?: Point): void {
      setMenuAt(at);
      setMenuOpen(isOpen);
    },
  };
}
type OpenTools = ReturnType<typeof createOpenTools>;

/** Runs the commands of shortcuts for a message. `article` returns its element. */
function followCommands(props: ArticleProps, tools: OpenTools, article: () => HTMLElement): void {
  const parley = useParley();
  const { store, dialogs } = parley;
  const { selection } = props;
  const open = (kind: MessageDialogKind) => dialogs.open({ kind, message: props.message });
  const commands: Readonly<Record<MessageCommand, () => unknown>> = {
    edit: () => canEdit(store, props.message) && beginEdit(parley, props.message),
    forward: () => open('forward'),
    history: () => open('history'),
    'mark-unread': () => void markUnread({ parley, message: props.message, narrow: props.narrow }),
    menu: () => tools.setMenuOpen(true),
    move: () => canMove(store, props.message) && open('move'),
    react: () => tools.setReacting(true),
    receipts: () => open('receipts'),
    sender: () => openCard(parley, { kind: 'user', id: props.message.sender_id, anchor: article() }),
    star: () => void setStar(parley, props.id, !props.message.flags.includes('starred')),
    'thumbs-up': () => void toggleReaction(parley, props.message, thumbsUp),
  };
  createEffect(
    on(selection.command, (asked) => {
      if (asked?.id === props.id) selection.take(asked, commands[asked.name]);
    }),
  );
}

const beginEdit = ({ edits, store }: Parley, message: Message): void =>
  edits.begin(message.id, placeOf(message, store.people.selfId));

/** Selects what has a menu of the browser, which people need there. */
const hasMenuOfBrowser = 'a[href], img, video, audio, input, textarea, select';

/** Opens the message's own menu at the pointer, unless text is selected or the browser has a menu for what is there. */
function openMenuAtPointer(event: MouseEvent, tools: OpenTools): void {
  const isByFinger = (event as PointerEvent).pointerType === 'touch';
  if ((event.target as Element).closest(hasMenuOfBrowser) || event.shiftKey) return;
  if (!isByFinger && getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  // A long press shows the sheet.
  if (isByFinger) return;
  tools.setMenuOpen(true, { x: event.clientX, y: event.clientY });
}

function MessageArticle(props: ArticleProps) {
  const parley = useParley();
  const { store } = parley;
  const { selection } = props;
  const tools = createOpenTools();
  const sender = useEntry(store.people.users, () => props.message.sender_id);
  const name = () => sender()?.full_name ?? props.message.sender_full_name;
  const isStarred = () => props.message.flags.includes('starred');
  const pins = useEntry(parley.store.pins.ofChannel, () => props.message.stream_id ?? 0);
  const isPinned = () => pins()?.includes(props.id) ?? false;
  // Among mentions only, marking each would mark none.
  const isMention = () =>
    !(props.narrow[0]?.operator === 'is' && props.narrow[0].operand === 'mentioned') &&
    props.message.flags.some((flag) => flag.endsWith('mentioned'));
  let article!: HTMLElement;
  followCommands(props, tools, () => article);
  return (
    <article
      ref={article}
      class="message"
      classList={{
        'is-first': props.isFirst,
        'is-selected': selection.isSelected(props.id),
        'is-mention': isMention(),
        'is-linked': props.isLinked,
        'is-without-previews': props.message.flags.includes('hide_link_previews'),
      }}
      data-message-id={props.id}
      aria-label={t('messageBy', { sender: name(), time: timeOf(props.message.timestamp) })}
      tabindex={selection.isTabStop(props.id) ? 0 : -1}
      onFocusIn={() => selection.select(props.id)}
      onContextMenu={(event) => openMenuAtPointer(event, tools)}
    >
      <Show
        when={props.isFirst}
        fallback={
          <time class="message-time is-side" title={dateTimeOf(props.message.timestamp)}>
            {timeOf(props.message.timestamp)}
          </time>
        }
      >
        {/* The name beside it does the same, and is what assistive technology and the keyboard reach. */}
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no tab stop */}
        <button
          type="button"
          class="avatar-button"
          tabindex={-1}
          aria-hidden="true"
          onClick={(event) =>
            openCard(parley, { kind: 'user', id: props.message.sender_id, anchor: event.currentTarget })
          }
        >
          <Avatar userId={props.message.sender_id} message={props.message} />
        </button>
      </Show>
      <div class="message-body">
        <Show when={props.isFirst}>
          <MessageHead message={props.message} name={name()} isBot={sender()?.is_bot ?? false} />
        </Show>
        <MessageBody message={props.message} name={name()} />
        <Marks
          message={props.message}
          isMoved={props.isMarkedMoved(props.message)}
          onHistory={() => parley.dialogs.open({ kind: 'history', message: props.message })}
        />
        <EditingNotice messageId={props.id} />
        <Show when={props.message.reactions.length > 0}>
          <Reactions message={props.message} />
        </Show>
      </div>
      <MessageTools message={props.message} narrow={props.narrow} tools={tools} />
      <Show when={isPinned()}>
        <span class="message-star" role="img" aria-label={t('pinnedMessage')}>
          <Icon of={Pin} />
        </span>
      </Show>
      <Show when={isStarred()}>
        <span class="message-star" role="img" aria-label={t('starredMessage')}>
          <Icon of={Star} />
        </span>
      </Show>
    </article>
  );
}

function MessageHead(props: { message: Message; name: string; isBot: boolean }) {
  return (
    <div class="message-head">
      <UserButton userId={props.message.sender_id} class="sender" name={props.name} />
      <Show when={props.isBot}>
        <span class="tag">{t('bot')}</span>
      </Show>
      <time class="message-time" title={dateTimeOf(props.message.timestamp)}>
        {timeOf(props.message.timestamp)}
      </time>
    </div>
  );
}

/** Shows the text of a message, the form in which it is edited, or its poll or to-do list. */
function MessageBody(props: { message: Message; name: string }) {
  const { edits } = useParley();
  const isEditing = () => edits.isEdited(props.message.id);
  const widget = () => widgetOf(props.message);
  const content = () => <MessageContent message={props.message} name={props.name} />;
  return (
    <Show when={isEditing() || widget()} fallback={content()}>
      <Suspense
        fallback={
          <>
            {content()}
            <Show when={isEditing()}>
              <HeldKeys />
            </Show>
          </>
        }
      >
        <Switch>
          <Match when={isEditing()}>
            <EditForm message={props.message} onClose={() => edits.end(props.message.id)} />
          </Match>
          <Match when={widget() === 'poll'}>
            <Poll message={props.message} />
          </Match>
          <Match when={widget() === 'todo'}>
            <TodoList message={props.message} />
          </Match>
          <Match when={widget() === 'blocks'}>
            <MessageBlocks message={props.message}>{content()}</MessageBlocks>
          </Match>
        </Switch>
      </Suspense>
    </Show>
  );
}

/** Renders the buttons that act on a message. They are drawn after its text. */
function MessageTools(props: { message: Message; narrow: Narrow; tools: OpenTools }) {
  const parley = useParley();
  const { tools } = props;
  const isDrawn = createDrawn();
  const context = () => ({ parley, message: props.message, narrow: props.narrow });
  return (
    <Show when={isDrawn() || tools.isReacting() || tools.isMenuOpen()}>
      <div class="message-tools">
        <ReactionButton
          message={props.message}
          isOpen={tools.isReacting()}
          onOpenChange={tools.setReacting}
        />
        <button
          type="button"
          class="icon-button"
          aria-label={t('quote')}
          title={t('quote')}
          onClick={() => void quote(parley, props.message)}
        >
          <span class="tool-icon is-reply" />
        </button>
        <Show when={canEdit(parley.store, props.message)}>
          <button
            type="button"
            class="icon-button"
            aria-label={t('edit')}
            title={t('edit')}
            onClick={() => beginEdit(parley, props.message)}
          >
            <span class="tool-icon is-edit" />
          </button>
        </Show>
        <Menu
          label={t('moreActions')}
          entries={() => (tools.menuAt() ? allEntries(context()) : messageEntries(context()))}
          at={tools.menuAt()}
          isOpen={tools.isMenuOpen()}
          onOpenChange={tools.setMenuOpen}
        >
          <span class="tool-icon is-more" />
        </Menu>
      </div>
    </Show>
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
function EditingNotice(props: { messageId: MessageId }) {
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
function Marks(props: { message: Message; isMoved: boolean; onHistory: () => void }) {
  const isEdited = () => props.message.last_edit_timestamp !== undefined;
  return (
    <Show when={isEdited() || props.isMoved}>
      <button type="button" class="message-mark" onClick={props.onHistory}>
        {isEdited() ? t('edited') : t('moved')}
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
            <Suspense
              fallback={
                <div class="content outgoing-text" dir={directionOf(present().content)}>
                  {present().content}
                </div>
              }
            >
              <OutgoingText text={present().content} />
            </Suspense>
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
