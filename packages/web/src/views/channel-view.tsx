import { ChevronLeft, Plus } from 'lucide';
import { Match, Show, Switch } from 'solid-js';
import { ComposeBox } from '../compose/compose-box.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { composeTo } from '../model/compose-target.ts';
import { channelHref, channelName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import type { ChannelRoute } from '../router/channel-address.ts';
import { Icon } from '../ui/icon.tsx';
import { goBack } from '../ui/swipe-back.ts';
import { ChannelTabs } from './channel-tabs.tsx';
import { ChannelThings } from './channel-things.tsx';
import { ChannelTopics } from './channel-topics.tsx';

/** Renders the topics, files or links of a channel. */
export default function ChannelView(props: { present: ChannelRoute }) {
  return (
    <Show when={props.present.channelId} keyed>
      {(channelId) => (
        <>
          <ChannelHead channelId={channelId} present={props.present} />
          <Switch>
            <Match when={props.present.tab === 'topics'}>
              <ChannelTopics channelId={channelId} />
            </Match>
            <Match when={props.present.tab === 'files'}>
              <ChannelThings channelId={channelId} kind="file" />
            </Match>
            <Match when={props.present.tab === 'links'}>
              <ChannelThings channelId={channelId} kind="link" />
            </Match>
          </Switch>
          <ComposeBox place={undefined} channelId={channelId} />
        </>
      )}
    </Show>
  );
}

function ChannelHead(props: { channelId: number; present: ChannelRoute }) {
  const { store } = useParley();
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const name = () => channel()?.name ?? channelName(store, props.channelId);
  return (
    <header class="view-head">
      <button
        type="button"
        class="icon-button go-back"
        aria-label={t('back')}
        title={t('back')}
        onClick={goBack}
      >
        <Icon of={ChevronLeft} size={20} />
      </button>
      <h1 class="path">
        <a class="path-part" href={channelHref(store, props.channelId)} dir={directionOf(name())}>
          #{name()}
        </a>
      </h1>
      <ChannelTabs channelId={props.channelId} present={props.present.tab} />
      <div class="head-actions">
        <button
          type="button"
          class="button is-short"
          title={t('newTopic')}
          onClick={() => composeTo({ place: 'new-topic' })}
        >
          <Icon of={Plus} />
          <span class="button-text">{t('newTopic')}</span>
        </button>
      </div>
    </header>
  );
}
