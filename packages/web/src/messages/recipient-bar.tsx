import type { MessageId, Place } from '@parley/client';
import { Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { channelHref, channelName, directName, placeHref, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { useDayName } from './day-name.ts';

/**
 * Shows the channel and topic, or the participants, of the messages below this bar.
 * @param props.timestamp time of the first of the messages, whose day the bar shows
 */
export function RecipientBar(props: { place: Place; messageId: MessageId; timestamp: number }) {
  const { store } = useParley();
  const { place } = props;
  const channel = useEntry(store.channels.channels, () =>
    place.kind === 'topic' ? place.channelId : undefined,
  );
  const day = useDayName(() => props.timestamp, 'short');
  return (
    <div class="recipient-bar">
      <Show
        when={place.kind === 'topic' && place}
        fallback={
          <a
            dir={directionOf(directName(store, place.kind === 'direct' ? place.userIds : []))}
            href={placeHref(store, place)}
          >
            {directName(store, place.kind === 'direct' ? place.userIds : [])}
          </a>
        }
      >
        {(topic) => (
          <>
            <ChannelIcon channel={channel()} />
            <a
              dir={directionOf(channelName(store, topic().channelId))}
              class="muted-link"
              href={channelHref(store, topic().channelId)}
            >
              {channelName(store, topic().channelId)}
            </a>
            <span aria-hidden="true">›</span>
            <a
              dir={directionOf(topicName(store, topic().topic))}
              href={placeHref(store, place, props.messageId)}
            >
              {topicName(store, topic().topic)}
            </a>
          </>
        )}
      </Show>
      <span class="recipient-day">{day()}</span>
    </div>
  );
}
