import { placeKey } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createEffect, createMemo, createResource, createSignal, For, Show } from 'solid-js';
import { excessOf } from '../compose/text-facts.ts';
import { Form } from '../forms/fields.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import type { LocalOutgoing, SavedConversation } from '../model/local-store.ts';
import { useParley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';
import { ReadOnlyMessages } from '../read-only/messages.tsx';
import { ReadOnlyPage } from '../read-only/page.tsx';
import { narrowHref, narrowOf, placeOfNarrow } from '../router/router.ts';
import { CannotConnect } from '../ui/cannot-connect.tsx';
import { n, offlineTexts } from './texts.ts';

await offlineTexts.load();

/** Reads what is saved, and which conversation the address names. Call it inside a component. */
function createConversations() {
  const parley = useParley();
  parley.device.openForLast();
  const [conversations] = createResource(async () =>
    (await parley.device.readConversations()).toSorted((one, other) => other.readAt - one.readAt),
  );
  const all = () => conversations() ?? [];
  const chosen = createMemo(() => {
    const present = parley.router.route();
    const place = present.view === 'messages' ? placeOfNarrow(present.narrow, 0) : undefined;
    const key = place && placeKey(place);
    return key === undefined ? undefined : all().find((each) => each.key === key);
  });
  return { conversations, all, chosen };
}

function Chosen(props: { conversation: SavedConversation | undefined }) {
  return (
    <Show
      when={props.conversation}
      keyed
      fallback={
        <div class="empty">
          <p>{n('offlineMore')}</p>
          <p>{n('chooseConversation')}</p>
        </div>
      }
    >
      {(conversation) => <Conversation conversation={conversation} />}
    </Show>
  );
}

/**
 * Shows the saved conversations while the client starts without a connection. Messages that the person writes are saved on this
 * device.
 */
export default function OfflineView() {
  const { conversations, all, chosen } = createConversations();
  document.title = n('offline');
  return (
    <Show when={conversations()} fallback={<main class="loading" aria-busy="true" />}>
      <Show when={all().length > 0} fallback={<CannotConnect />}>
        <ReadOnlyPage
          head={
            <>
              <h1>{n('offline')}</h1>
              <button type="button" class="button" onClick={() => location.reload()}>
                {t('tryAgain')}
              </button>
            </>
          }
          listLabel={n('savedConversations')}
          entries={all()}
          nameOf={({ name }) => name}
          hrefOf={({ place }) => narrowHref(narrowOf(place), { channelName: () => undefined })}
          isChosen={({ key }) => key === chosen()?.key}
        >
          <Chosen conversation={chosen()} />
        </ReadOnlyPage>
      </Show>
    </Show>
  );
}

/** Window ID of messages that were written offline. No open window has this ID, so the next connected window sends the messages. */
const windowId = 'offline';
/** How many messages were written offline. */
const counts = part(() => ({ written: 0 }));

/** Returns the messages of a conversation that wait for a connection, and writes one. Call it inside a component. */
function createWaiting(conversation: SavedConversation) {
  const parley = useParley();
  const [text, setText] = createSignal('');
  const excess = () => excessOf(text(), limits.messageLength);
  const [waiting, { refetch }] = createResource(async () =>
    (await parley.device.readOutbox())
      .filter(({ place }) => placeKey(place) === conversation.key)
      .sort((one, other) => one.timestamp - other.timestamp),
  );
  const write = async () => {
    if (text().trim() === '' || excess() > 0) return;
    const now = Date.now();
    const message: LocalOutgoing = {
      localId: `${now}.${Math.random().toString(36).slice(2, 8)}.${++counts(parley).written}`,
      place: conversation.place,
      content: text(),
      timestamp: Math.floor(now / 1000),
      readBySender: true,
      state: 'waiting',
      windowId,
    };
    await parley.device.writeOutgoing(message.localId, message);
    setText('');
    await refetch();
  };
  return { text, setText, excess, waiting, write };
}

type Waiting = ReturnType<typeof createWaiting>;

function Conversation(props: { conversation: SavedConversation }) {
  const { conversation } = props;
  const outbox = createWaiting(conversation);
  const { waiting } = outbox;
  let scroll: HTMLDivElement | undefined;
  createEffect(() => {
    waiting();
    if (scroll) scroll.scrollTop = scroll.scrollHeight;
  });
  return (
    <>
      <header>
        <h2 dir={directionOf(conversation.name)}>{conversation.name}</h2>
        <span class="muted">{n('readAt', { time: shortDateTimeOf(conversation.readAt / 1000) })}</span>
      </header>
      <div
        class="read-only-scroll"
        ref={scroll}
        tabindex="0"
        role="region"
        aria-label={n('messagesIn', { name: conversation.name })}
      >
        <ReadOnlyMessages
          label={conversation.name}
          messages={conversation.messages.map((each) => ({ ...each, avatarUrl: null }))}
        />
        <WaitingMessages messages={waiting() ?? []} />
      </div>
      <Writing outbox={outbox} />
    </>
  );
}

function WaitingMessages(props: { messages: readonly LocalOutgoing[] }) {
  return (
    <ul class="read-only" aria-live="polite">
      <For each={props.messages}>
        {(message) => (
          <li class="read-only-waiting">
            <p dir={directionOf(message.content)}>{message.content}</p>
            <span class="muted">{n('waiting')}</span>
          </li>
        )}
      </For>
    </ul>
  );
}

function Writing({ outbox: { text, setText, excess, write } }: { outbox: Waiting }) {
  return (
    <footer class="read-only-foot">
      <Form onSubmit={() => void write()}>
        <textarea
          class="input"
          rows={2}
          dir={directionOf(text())}
          aria-label={t('message')}
          value={text()}
          on:input={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button is-primary" disabled={text().trim() === '' || excess() > 0}>
          {n('sendLater')}
        </button>
        <Show when={excess() > 0}>
          <div class="notice is-error">{t('tooLong', { count: excess() })}</div>
        </Show>
      </Form>
    </footer>
  );
}
