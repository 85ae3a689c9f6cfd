import { type Message, placeOf, type UserId } from '@parley/client';
import { ChevronDown, ChevronUp } from 'lucide';
import { createEffect, createMemo, createSignal, For, on, onMount, Show } from 'solid-js';
import { Rendered } from '../../content/rendered.tsx';
import { textOf } from '../../html/text-of.ts';
import { directionOf } from '../../i18n/direction.ts';
import { dateTimeOf, nearTimeOf, shortDateTimeOf } from '../../i18n/format.ts';
import { attempt } from '../../model/actions.ts';
import { channelName, directName, placeHref, topicName, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Marked } from '../finder/finder.tsx';
import { markedText } from '../marked-text.ts';
import { searchServerOf } from '../search-server.ts';
import { f } from '../texts.ts';
import { showExcerpt } from './show-excerpt.ts';

/** Number of messages before and after a result that are its context. */
const contextSize = 2;
const maxTopic = 200;

/** Renders a found message: who wrote it where and when, and the part in which the server found something. */
export function MessageResult(props: { message: Message | undefined; onOpen: () => void }) {
  return (
    <Show when={props.message}>{(message) => <Result message={message()} onOpen={props.onOpen} />}</Show>
  );
}

function Result(props: { message: Message; onOpen: () => void }) {
  const { store } = useParley();
  const { id } = props.message;
  const place = createMemo(() => placeOf(props.message, store.people.selfId));
  const html = () => props.message.match_content ?? props.message.content;
  const [context, setContext] = createSignal<readonly Message[]>();
  const sender = () => userName(store, props.message.sender_id);
  let body!: HTMLDivElement;
  // Long messages are cut; the part in which something was found is shown.
  onMount(() => {
    const show = showExcerpt(body);
    createEffect(on(html, show, { defer: true }));
  });
  return (
    <article class="result" aria-label={`${sender()}, ${shortDateTimeOf(props.message.timestamp)}`}>
      <div class="result-head">
        <Avatar userId={props.message.sender_id} size="small" message={props.message} />
        <span class="result-sender" dir={directionOf(sender())}>
          {sender()}
        </span>
        <a
          class="result-link"
          href={placeHref(store, place(), id)}
          data-list-item
          data-result={id}
          onClick={() => props.onOpen()}
        >
          <Place message={props.message} />
        </a>
        <ContextToggle message={props.message} context={context()} onChange={setContext} />
        <Time timestamp={props.message.timestamp} />
      </div>
      <div class="result-body" ref={body}>
        <Rendered html={html()} />
      </div>
      <Show when={context()}>{(messages) => <Context messages={messages()} foundId={id} />}</Show>
    </article>
  );
}

/** Renders the name of a message's conversation, with the parts of the topic in which something was found. */
function Place(props: { message: Message }) {
  const { store } = useParley();
  const topic = () => props.message.match_subject;
  const place = () => placeOf(props.message, store.people.selfId);
  return (
    <Show
      when={props.message.stream_id !== undefined}
      fallback={directName(store, (place() as { userIds: readonly UserId[] }).userIds)}
    >
      <span dir={directionOf(channelName(store, props.message.stream_id!))}>
        #{channelName(store, props.message.stream_id!)}
      </span>
      <span aria-hidden="true"> › </span>
      <span dir={directionOf(props.message.subject)}>
        <Show when={topic()} fallback={topicName(store, props.message.subject)}>
          {(marked) => <Marked parts={markedText(marked(), maxTopic)} />}
        </Show>
      </span>
    </Show>
  );
}

function ContextToggle(props: {
  message: Message;
  context: readonly Message[] | undefined;
  onChange: (context: readonly Message[] | undefined) => void;
}) {
  const parley = useParley();
  const server = searchServerOf(useParley());
  async function show(): Promise<void> {
    const call = server.around(props.message, contextSize);
    if (await attempt(parley, call)) props.onChange(await call);
  }
  const name = () => f(props.context ? 'hideContext' : 'showContext');
  return (
    <button
      type="button"
      class="icon-button result-context-button"
      aria-label={name()}
      title={name()}
      aria-expanded={props.context !== undefined}
      onClick={() => (props.context ? props.onChange(undefined) : void show())}
    >
      <Icon of={props.context ? ChevronUp : ChevronDown} />
    </button>
  );
}

/** Renders the messages around a found one, each on a line. */
function Context(props: { messages: readonly Message[]; foundId: number }) {
  const { store } = useParley();
  return (
    <ol class="result-context">
      <For each={props.messages}>
        {(message) => (
          <li aria-current={message.id === props.foundId ? 'true' : undefined}>
            <b dir={directionOf(userName(store, message.sender_id))}>{userName(store, message.sender_id)}</b>{' '}
            <span dir={directionOf(textOf(message.content))}>{textOf(message.content)}</span>
          </li>
        )}
      </For>
    </ol>
  );
}

function Time(props: { timestamp: number }) {
  return (
    <time datetime={new Date(props.timestamp * 1000).toISOString()} title={dateTimeOf(props.timestamp)}>
      {nearTimeOf(props.timestamp)}
    </time>
  );
}
