import type { ChannelId } from '@parley/client';
import { FileText, Link, MessageSquare, Paperclip } from 'lucide';
import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { briefTimeOf, bytesInWords, nearTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { listKeys } from '../lib/keys-and-focus/list-keys.ts';
import { sizeOf } from '../media/file-size.ts';
import { attempt } from '../model/actions.ts';
import { type FileKind, filteredThings, groupOfKind } from '../model/files-and-links/thing-list.ts';
import { isPicture, type Thing, thingsIn } from '../model/files-and-links/things-in-messages.ts';
import { placeHref, shortName, topicName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { kindOfFile } from '../search/filters/filters.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { th, thingsTexts } from './things-texts.ts';

await thingsTexts.load();

const messagesRead = 100;

const kindOf = ({ href }: Thing): FileKind => groupOfKind(kindOfFile(href));

/** Renders the files or links of a channel, the newest first. Pictures alone are tiles. */
export function ChannelThings(props: { channelId: ChannelId; kind: Thing['kind'] }) {
  const parley = useParley();
  const { store, connection } = parley;
  const list = createMemo(() =>
    connection.history.list([
      { operator: 'channel', operand: props.channelId },
      { operator: 'has', operand: props.kind === 'file' ? 'attachment' : 'link' },
    ]),
  );
  const [isLoading, setLoading] = createSignal(true);
  const load = async (more: () => Promise<unknown>) => {
    setLoading(true);
    await attempt(parley, more(), t('moreNotLoaded'));
    setLoading(false);
  };
  onMount(() => load(() => connection.history.load(list(), { anchor: 'newest', before: messagesRead })));
  const things = useDerived([store.messages.known], () => {
    isLoading();
    return (list().newestRange?.ids.toReversed() ?? []).flatMap((id) => {
      const message = store.messages.known.get(id);
      return message ? thingsIn(message, location.origin).filter(({ kind }) => kind === props.kind) : [];
    });
  });
  const from = () => {
    things();
    return list().newestRange?.from ?? 0;
  };
  const [text, setText] = createSignal('');
  const [kind, setKind] = createSignal<FileKind>();
  const filtered = createMemo(() =>
    filteredThings(
      things(),
      { text: text(), kind: kind() },
      {
        kindOf,
        wordsOf: ({ name, host, message }) =>
          [name, host, message.subject, userName(store, message.sender_id)].join(' '),
      },
    ),
  );
  return (
    <>
      <ThingTools
        kind={props.kind}
        text={text()}
        onText={setText}
        chosen={kind()}
        present={props.kind === 'file' ? filtered().present : []}
        onChoose={setKind}
      />
      <div class="view-scroll" ref={listKeys}>
        <Show
          when={filtered().shown.length > 0}
          fallback={<Nothing kind={props.kind} isLoading={isLoading()} isFiltered={things().length > 0} />}
        >
          <ul class={kind() === 'pictures' ? 'thing-tiles' : 'recent'}>
            <For each={filtered().shown}>
              {(thing) => (
                <Show when={kind() === 'pictures'} fallback={<ThingRow thing={thing} />}>
                  <PictureTile thing={thing} />
                </Show>
              )}
            </For>
          </ul>
        </Show>
        <Show when={from() > 0}>
          <p class="more-below">
            <button
              type="button"
              class="button"
              disabled={isLoading()}
              onClick={() => void load(() => connection.history.loadBefore(list(), from(), messagesRead))}
            >
              {th('showEarlier')}
            </button>
          </p>
        </Show>
      </div>
    </>
  );
}

function Nothing(props: { kind: Thing['kind']; isLoading: boolean; isFiltered: boolean }) {
  const words = () => {
    if (props.isLoading) return t('loading');
    if (props.isFiltered) return t('nothingFound');
    return th(props.kind === 'file' ? 'noFiles' : 'noLinks');
  };
  return (
    <div class="empty">
      <EmptyIcon of={props.kind === 'file' ? Paperclip : Link} />
      <p>{words()}</p>
    </div>
  );
}

/** Renders the field that filters the list, and for files the kinds of which there are some. */
function ThingTools(props: {
  kind: Thing['kind'];
  text: string;
  onText: (text: string) => void;
  chosen: FileKind | undefined;
  present: readonly FileKind[];
  onChoose: (kind: FileKind | undefined) => void;
}) {
  const label = () => th(props.kind === 'file' ? 'filterFiles' : 'filterLinks');
  return (
    <div class="list-tools">
      <input
        class="input"
        aria-label={label()}
        placeholder={label()}
        dir={directionOf(props.text)}
        value={props.text}
        on:input={(event) => props.onText(event.currentTarget.value)}
      />
      <Show when={props.present.length > 1}>
        <div class="choice-chips" role="group" aria-label={th('filesToShow')}>
          <For each={[undefined, ...props.present]}>
            {(each) => (
              <button
                type="button"
                class="choice-chip"
                aria-pressed={props.chosen === each}
                onClick={() => props.onChoose(each)}
              >
                {each === undefined ? t('filterAll') : th(each)}
              </button>
            )}
          </For>
        </div>
      </Show>
    </div>
  );
}

/** Returns a signal of the size of a file in words, and a `ref` for its row: nothing is asked for rows that nobody sees. */
function createSize({
  kind,
  href,
}: Thing): [size: () => string | undefined, ref: (row: HTMLElement) => void] {
  const [isSeen, setSeen] = createSignal(false);
  const [size, setSize] = createSignal<string>();
  createEffect(
    on(isSeen, async (seen) => {
      const bytes = seen && kind === 'file' ? await sizeOf(href) : undefined;
      if (bytes !== undefined) setSize(bytesInWords(bytes));
    }),
  );
  return [
    size,
    (row) => {
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setSeen(true);
      });
      observer.observe(row);
      onCleanup(() => observer.disconnect());
    },
  ];
}

/** Renders a picture as a tile that opens it, with its message below. */
function PictureTile(props: { thing: Thing }) {
  const { store } = useParley();
  const { href, name, message } = props.thing;
  const place = { kind: 'topic', channelId: message.stream_id ?? 0, topic: message.subject } as const;
  return (
    <li class="thing-tile">
      <a class="thing-tile-picture" href={href} target="_blank" rel="noopener noreferrer" data-list-item>
        <img src={href} alt={name} loading="lazy" decoding="async" />
      </a>
      <a class="thing-tile-words muted" href={placeHref(store, place, message.id)} title={th('showMessage')}>
        <bdi dir={directionOf(userName(store, message.sender_id))}>{userName(store, message.sender_id)}</bdi>{' '}
        · {briefTimeOf(message.timestamp)}
      </a>
    </li>
  );
}

function ThingRow(props: { thing: Thing }) {
  const { store } = useParley();
  const { kind, href, name, host, message } = props.thing;
  const place = { kind: 'topic', channelId: message.stream_id ?? 0, topic: message.subject } as const;
  const topic = () => topicName(store, message.subject);
  const [size, watch] = createSize(props.thing);
  return (
    <li class="inbox-row thing-row" ref={watch}>
      <a class="inbox-link" href={href} target="_blank" rel="noopener noreferrer" data-list-item>
        <span class="thing-picture">
          <Show
            when={kind === 'file' && isPicture(href)}
            fallback={<Icon of={kind === 'file' ? FileText : Link} size={20} />}
          >
            <img src={href} alt="" loading="lazy" decoding="async" />
          </Show>
        </span>
        <span class="inbox-words">
          <span class="inbox-first">
            <span class="inbox-label" dir={directionOf(name)}>
              {name}
            </span>
            <Show when={host}>{(text) => <span class="channel-label">{text()}</span>}</Show>
          </span>
          <span class="inbox-preview muted" dir={directionOf(topic())}>
            {shortName(store, message.sender_id)} · {topic()}
            <Show when={size()}>{(words) => <span class="thing-size"> · {words()}</span>}</Show>
          </span>
        </span>
        <span class="inbox-time muted" title={nearTimeOf(message.timestamp)}>
          {briefTimeOf(message.timestamp)}
        </span>
      </a>
      <a class="button is-quiet" href={placeHref(store, place, message.id)} title={th('showMessage')}>
        <Icon of={MessageSquare} />
        <span class="button-text">{th('showMessage')}</span>
      </a>
    </li>
  );
}
