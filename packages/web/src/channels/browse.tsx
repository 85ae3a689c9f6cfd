import { type Channel, foldCase } from '@parley/client';
import { Check, Plus } from 'lucide';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { SearchField } from '../forms/fields.tsx';
import { usePagePath } from '../forms/page.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { textOf } from '../html/text-of.ts';
import { directionOf } from '../i18n/direction.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { useField, useHasPermission } from '../model/self.ts';
import { BackButton } from '../ui/back-button.tsx';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { JoinButton } from './joining.tsx';
import { compareChannels, isInList, isOfKind, type Kind, listOfAddress, type Order } from './sorting.ts';
import { c } from './texts.ts';

const lists = ['all', 'subscribed', 'available', 'archived'] as const;
const kinds = [
  ['any', 'anyKind'],
  ['public', 'public'],
  ['private', 'private'],
  ['web', 'webPublic'],
] as const;
const orders = [
  ['name', 'byName'],
  ['subscribers', 'bySubscribers'],
  ['traffic', 'byTraffic'],
  ['age', 'byAge'],
] as const;

/** Returns whether the person may create channels of at least one kind. */
function useMayCreate() {
  const rights = [
    useHasPermission(useField('realm_can_create_public_channel_group')),
    useHasPermission(useField('realm_can_create_private_channel_group')),
    useHasPermission(useField('realm_can_create_web_public_channel_group')),
  ];
  return () => rights.some((holds) => holds());
}

/** Creates what the person looks for among the channels of a list, and what fits it. Call it inside a component. */
function createChoices(list: () => ReturnType<typeof listOfAddress>) {
  const { channels } = useParley().store;
  const [query, setQuery] = createSignal('');
  const [kind, setKind] = createSignal<Kind>('any');
  const [order, setOrder] = createSignal<Order>('name');
  const all = useDerived([channels.channels, channels.subscriptions], () => [...channels.channels.values()]);
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return all()
      .filter(
        (channel) =>
          isInList(channel, list(), channels.isSubscribed(channel.stream_id)) &&
          isOfKind(channel, kind()) &&
          foldCase(`${channel.name}\n${channel.description}`).includes(wanted),
      )
      .sort(compareChannels(order(), compareNames));
  });
  return { query, setQuery, setKind, setOrder, shown };
}

/** Renders the list of all channels that the person can see. */
export default function Browse() {
  const mayCreate = useMayCreate();
  const pagePath = usePagePath();
  const list = () => listOfAddress(pagePath()[0]);
  const chosen = createChoices(list);
  return (
    <div class="pages-section">
      <header class="view-head">
        <BackButton />
        <h1>{c('title')}</h1>
        <Show when={mayCreate()}>
          <span class="head-actions">
            <a
              class="button is-primary is-short"
              href="#channels/new"
              aria-label={c('create')}
              title={c('create')}
            >
              <Icon of={Plus} />
              <span class="button-text">{c('create')}</span>
            </a>
          </span>
        </Show>
      </header>
      <div class="view-scroll">
        <div class="page-body">
          <div class="is-filling">
            <Lists present={list()} />
            <Choices chosen={chosen} />
            <VirtualList
              label={c('title')}
              items={chosen.shown()}
              rowRem={3.75}
              fallback={<p class="muted">{c('none')}</p>}
              row={(channel) => <ChannelRow channel={channel} />}
            />
          </div>
        </div>
      </div>
    </div>
  );
}

function Lists(props: { present: ReturnType<typeof listOfAddress> }) {
  return (
    <nav class="tabs" aria-label={c('lists')}>
      <For each={lists}>
        {(each) => (
          <a href={`#channels/${each}`} aria-current={props.present === each ? 'page' : undefined}>
            {c(each)}
          </a>
        )}
      </For>
    </nav>
  );
}

function Choices(props: { chosen: ReturnType<typeof createChoices> }) {
  const { query, setQuery, setKind, setOrder } = props.chosen;
  return (
    <div class="toolbar">
      <SearchField label={c('search')} value={query()} onChange={setQuery} />
      <select
        class="input"
        aria-label={c('kind')}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
      >
        <For each={kinds}>{([value, name]) => <option value={value}>{c(name)}</option>}</For>
      </select>
      <select
        class="input"
        aria-label={c('sort')}
        onChange={(event) => setOrder(event.currentTarget.value as Order)}
      >
        <For each={orders}>{([value, name]) => <option value={value}>{c(name)}</option>}</For>
      </select>
    </div>
  );
}

/** Renders a channel with how many people and messages it has, what it is for, and whether the person has joined it. */
function ChannelRow(props: { channel: Channel }) {
  const { channels } = useParley().store;
  const subscription = useEntry(channels.subscriptions, () => props.channel.stream_id);
  const facts = () =>
    [
      c('subscribers', { count: props.channel.subscriber_count }),
      ...(props.channel.stream_weekly_traffic
        ? [c('traffic', { count: props.channel.stream_weekly_traffic })]
        : []),
      ...(props.channel.description ? [textOf(props.channel.rendered_description)] : []),
    ].join(' · ');
  return (
    <>
      <ChannelIcon channel={props.channel} />
      <a class="row-main" href={`#channels/${props.channel.stream_id}/general`} data-list-item>
        <span dir={directionOf(props.channel.name)}>{props.channel.name}</span>
        <span class="muted" dir={directionOf(facts())}>
          {facts()}
        </span>
      </a>
      <span class="join-state">
        <JoinButton channel={props.channel} />
        <Show when={subscription()}>
          <span class="joined-mark muted">
            <Icon of={Check} />
            {c('subscribed')}
          </span>
        </Show>
      </span>
    </>
  );
}
