import type { ChannelId } from '@parley/client';
import { createMemo, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { channelName, placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { refusalOf } from './refusal.ts';

/**
 * Stands in the place of the compose box where a view shows several topics of a channel: it answers the selected or the newest
 * message, or begins a new topic.
 */
export default function ClosedBox(props: {
  channelId: ChannelId;
  /** Returns the ID of the selected message; undefined in views without messages, in which there is nothing to answer. */
  selectedId: (() => number | undefined) | undefined;
}) {
  const parley = useParley();
  const { store } = parley;
  const topics = useEntry(store.topics.ofChannel, () => props.channelId);
  const place = createMemo(() => {
    if (!props.selectedId) return undefined;
    const id = props.selectedId();
    const selected = id === undefined ? undefined : store.messages.known.get(id);
    const topic = selected?.stream_id === props.channelId ? selected.subject : topics()?.[0]?.name;
    return topic === undefined ? undefined : ({ kind: 'topic', channelId: props.channelId, topic } as const);
  });
  /** Why nobody writes here, whatever the topic, such as in an archived channel. */
  const refusal = createMemo(() =>
    refusalOf(store, { kind: 'topic', channelId: props.channelId, topic: '' }),
  );
  const begin = () => parley.composing.ask({ place: 'new-topic' });
  const newTopicIn = () => t('newTopicIn', { channel: `#${channelName(store, props.channelId)}` });
  return (
    <div class="compose is-closed">
      <Show when={!refusal()} fallback={<div class="notice">{refusal()}</div>}>
        <Show
          when={place()}
          fallback={
            <button type="button" class="button reply-bar" onClick={begin}>
              {newTopicIn()}
            </button>
          }
        >
          {(present) => (
            <>
              <button
                type="button"
                class="button reply-bar"
                onClick={() => parley.composing.ask({ place: present() })}
              >
                <span class="nav-label" dir={directionOf(present().topic)}>
                  {t('messageTo', { place: placeName(store, present()) })}
                </span>
              </button>
              <button
                type="button"
                class="button"
                aria-label={newTopicIn()}
                title={newTopicIn()}
                onClick={begin}
              >
                {t('newTopic')}
              </button>
            </>
          )}
        </Show>
      </Show>
    </div>
  );
}
