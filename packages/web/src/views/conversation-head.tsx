import type { ChannelId, Narrow, Place } from '@parley/client';
import { Search } from 'lucide';
import { Show, Suspense } from 'solid-js';
import { Description } from '../content/description.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import { channelHref, channelName, directName, narrowTitle, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry, useValue } from '../model/reactive.ts';
import { channelOfNarrow, isOfPins } from '../router/router.ts';
import { searchWithin } from '../search/finder/open-search.ts';
import { BackButton } from '../ui/back-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PeopleButton } from '../ui/people-button.tsx';
import { ChannelTabs, type PartOfChannel } from './channel-tabs.tsx';
import { ChannelMenu, TopicMenu } from './conversation-menus.tsx';

const TopicTools = loadable(() => import('./topic-tools.tsx'));

/** Returns the part of a channel that a narrow is; undefined for other narrows. */
function tabOf(narrow: Narrow): PartOfChannel | undefined {
  if (isOfPins(narrow)) return 'pins';
  return narrow.length === 1 && channelOfNarrow(narrow) !== undefined ? 'messages' : undefined;
}

/** Renders the title of a conversation, or of a part of a channel, with what one can do there. */
export function ConversationHead(props: {
  narrow: Narrow;
  place: Place | undefined;
  channelId: ChannelId | undefined;
  /** The part of the channel that is shown, if the narrow does not say it. */
  tab?: PartOfChannel;
}) {
  const { store } = useParley();
  const tab = () => props.tab ?? tabOf(props.narrow);
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const topic = () => (props.place?.kind === 'topic' ? props.place.topic : undefined);
  return (
    <header class="view-head">
      <BackButton />
      <h1 class="path" classList={{ 'has-topic': topic() !== undefined }}>
        <Show
          // Not keyed: open menus stay when their topic moves to another channel.
          when={props.channelId !== undefined}
          fallback={
            <PathPart
              name={
                props.place?.kind === 'direct'
                  ? directName(store, props.place.userIds)
                  : narrowTitle(store, props.narrow)
              }
            />
          }
        >
          <ChannelPart channelId={props.channelId ?? 0} />
          <Show when={topic() !== undefined}>
            <TopicPart channelId={props.channelId ?? 0} topic={topic() ?? ''} />
          </Show>
          <Show when={topic() === undefined && tab() === undefined && props.narrow.length > 1}>
            <PathPart class="muted" name={narrowTitle(store, props.narrow.slice(1))} />
          </Show>
        </Show>
      </h1>
      <Show when={props.channelId !== undefined && topic() !== undefined}>
        <Suspense>
          <TopicTools channelId={props.channelId ?? 0} topic={topic() ?? ''} />
        </Suspense>
      </Show>
      <Show when={props.channelId !== undefined && tab()}>
        {(present) => <ChannelTabs channelId={props.channelId ?? 0} present={present()} />}
      </Show>
      <Show when={topic() === undefined && channel()?.rendered_description}>
        {(html) => <Description class="view-description" html={html()} />}
      </Show>
      <HeadActions narrow={props.narrow} />
    </header>
  );
}

function PathPart(props: { name: string; class?: string }) {
  return (
    <span class={`path-part ${props.class ?? ''}`} dir={directionOf(props.name)}>
      {props.name}
    </span>
  );
}

function ChannelPart(props: { channelId: ChannelId }) {
  const { store } = useParley();
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const own = useEntry(store.channels.subscriptions, () => props.channelId);
  const isLoaded = useValue(store.isLoaded);
  const name = () => channel()?.name ?? (isLoaded() ? channelName(store, props.channelId) : '…');
  return (
    <span class="path-group">
      <a class="path-part" href={channelHref(store, props.channelId)} dir={directionOf(name())}>
        <span class="path-sign" style={{ '--channel-color': own()?.color }}>
          #
        </span>
        {name()}
      </a>
      <ChannelMenu channelId={props.channelId} />
    </span>
  );
}

function TopicPart(props: { channelId: ChannelId; topic: string }) {
  const { store } = useParley();
  const name = () => topicName(store, props.topic);
  return (
    <>
      <span class="path-separator" aria-hidden="true">
        ›
      </span>
      <span class="path-group">
        <span class="path-part" dir={directionOf(name())} title={name()}>
          {name()}
        </span>
        <TopicMenu channelId={props.channelId} topic={props.topic} />
      </span>
    </>
  );
}

function HeadActions(props: { narrow: Narrow }) {
  const parley = useParley();
  return (
    <div class="head-actions">
      <Show when={props.narrow.length > 0}>
        <button
          type="button"
          class="icon-button"
          aria-label={t('searchHere')}
          title={t('searchHere')}
          onClick={() => searchWithin(parley, props.narrow)}
        >
          <Icon of={Search} size={20} />
        </button>
      </Show>
      <PeopleButton />
    </div>
  );
}
