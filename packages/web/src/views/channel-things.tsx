import { FileText, Link, MessageSquare, Paperclip } from 'lucide';
import { createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { nearTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { listKeys } from '../lib/list-keys.ts';
import { attempt } from '../model/actions.ts';
import { placeHref, topicName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { isPicture, type Thing, thingsIn } from '../model/things-in-messages.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';

const messagesRead = 100;

/** Renders the files or links of a channel, the newest first. */
export function ChannelThings(props: { channelId: number; kind: Thing['kind'] }) {
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
  return (
    <div class="view-scroll" ref={listKeys}>
      <Show
        when={things().length > 0}
        fallback={
          <div class="empty">
            <EmptyIcon of={props.kind === 'file' ? Paperclip : Link} />
            <p>{isLoading() ? t('loading') : t(props.kind === 'file' ? 'noFilesHere' : 'noLinksHere')}</p>
          </div>
        }
      >
        <ul class="recent">
          <For each={things()}>{(thing) => <ThingRow thing={thing} />}</For>
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
            {t('showEarlier')}
          </button>
        </p>
      </Show>
    </div>
  );
}

function ThingRow(props: { thing: Thing }) {
  const { store } = useParley();
  const { kind, href, name, host, message } = props.thing;
  const place = { kind: 'topic', channelId: message.stream_id ?? 0, topic: message.subject } as const;
  const topic = () => topicName(store, message.subject);
  return (
    <li class="inbox-row thing-row">
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
            {userName(store, message.sender_id)} · {topic()}
          </span>
        </span>
        <span class="inbox-time muted">{nearTimeOf(message.timestamp)}</span>
      </a>
      <a class="button is-quiet" href={placeHref(store, place, message.id)} title={t('showMessage')}>
        <Icon of={MessageSquare} />
        <span class="button-text">{t('showMessage')}</span>
      </a>
    </li>
  );
}
