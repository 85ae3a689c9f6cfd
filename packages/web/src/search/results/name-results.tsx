import type { Channel, Place, User } from '@parley/client';
import { For, type JSX, Match, Show, Switch } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { markedParts, type TextRange } from '../../lib/text/fuzzy.ts';
import { NameIndex } from '../../lib/text/name-index.ts';
import { channelHref, channelName, placeHref, topicName } from '../../model/names.ts';
import { visitOfPlace } from '../../model/navigation/follow-visits.ts';
import { type Parley, useParley } from '../../model/parley.tsx';
import { distinctionOf } from '../../model/people/references.ts';
import { searchedNames } from '../../model/people/searched-names.ts';
import { knownTopics } from '../../model/topics/known-topics.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { topicIcon } from '../../ui/topic-icon.ts';
import { Marked } from '../finder/finder.tsx';
import type { Suggestions } from '../search-run.ts';
import { f } from '../texts.ts';

type Topic = Place & { readonly kind: 'topic' };
type Named<T> = { readonly item: T; readonly ranges: readonly TextRange[] };

/** People, channels and topics whose names match, the best first. */
export type FoundNames = {
  readonly people: readonly Named<User>[];
  readonly channels: readonly Named<Pick<Channel, 'stream_id' | 'name'>>[];
  readonly topics: readonly Named<Topic>[];
};

const maxOfKind = 30;
/** Names in which the letters are only scattered are no results. */
const wellMatching = 40;

/** Joins what this client finds with what the server finds, each once. */
function joined<T>(known: readonly Named<T>[], found: readonly T[], keyOf: (item: T) => string): Named<T>[] {
  const all = new Map(known.map((each) => [keyOf(each.item), each]));
  for (const item of found) if (!all.has(keyOf(item))) all.set(keyOf(item), { item, ranges: [] });
  return [...all.values()].slice(0, maxOfKind);
}

/** Returns the names that match the words of a search: those that this client knows, and those that the server found. */
export function foundNames({ store }: Parley, words: string, server: Suggestions): FoundNames {
  const find = <T,>(all: Iterable<T>, namesOf: (item: T) => readonly string[]): Named<T>[] =>
    new NameIndex(Array.from(all, (item) => ({ item, names: namesOf(item) })))
      .find(words, maxOfKind)
      .filter(({ score }) => score >= wellMatching)
      .map(({ item, match }) => ({ item, ranges: match?.ranges ?? [] }));
  const namesOf = searchedNames(store);
  const active = [...store.people.users.values()].filter((user) => user.is_active);
  const topics = server.topics.map(
    ({ stream_id: channelId, name: topic }): Topic => ({
      kind: 'topic',
      channelId,
      topic,
    }),
  );
  return {
    people: joined<User>(find(active, namesOf), server.people, ({ user_id }) => `${user_id}`),
    channels: joined<Pick<Channel, 'stream_id' | 'name'>>(
      find(store.channels.channels.values(), ({ name }) => [name]),
      server.channels,
      ({ stream_id }) => `${stream_id}`,
    ),
    topics: joined(
      find(knownTopics(store), ({ topic }) => [topicName(store, topic)]),
      topics,
      visitOfPlace,
    ),
  };
}

const nothing = { people: 'noPeople', channels: 'noChannels', topics: 'noTopics' } as const;

type ResultsProps = {
  kind: keyof FoundNames;
  names: FoundNames;
  hasFailed: boolean;
  hasWords: boolean;
  onOpen: (id: string) => void;
};

/** Renders the found people, channels or topics. */
export function NameResults(props: ResultsProps) {
  const isEmpty = () => props.names[props.kind].length === 0;
  return (
    <section aria-label={f(props.kind)} class="result-list">
      <Show when={props.hasFailed}>
        <p class="notice is-error" role="alert">
          {f('namesFailed')}
        </p>
      </Show>
      <Show when={isEmpty()}>
        <p class="empty">{f(props.hasWords ? nothing[props.kind] : 'needsWords')}</p>
      </Show>
      <ul class="name-list">
        <Names {...props} />
      </ul>
    </section>
  );
}

function Names(props: ResultsProps) {
  return (
    <Switch>
      <Match when={props.kind === 'people'}>
        <For each={props.names.people}>{(found) => <PersonRow {...found} onOpen={props.onOpen} />}</For>
      </Match>
      <Match when={props.kind === 'channels'}>
        <For each={props.names.channels}>{(found) => <ChannelRow {...found} onOpen={props.onOpen} />}</For>
      </Match>
      <Match when={true}>
        <For each={props.names.topics}>{(found) => <TopicRow {...found} onOpen={props.onOpen} />}</For>
      </Match>
    </Switch>
  );
}

type RowOf<K extends keyof FoundNames> = FoundNames[K][number] & Pick<ResultsProps, 'onOpen'>;

function PersonRow(props: RowOf<'people'>) {
  const { store } = useParley();
  const { item, ranges } = props;
  return (
    <NameRow
      id={`person ${item.user_id}`}
      href={placeHref(store, { kind: 'direct', userIds: [item.user_id] })}
      name={item.full_name}
      ranges={ranges}
      detail={distinctionOf(store, item) ?? item.delivery_email ?? undefined}
      lead={<Avatar userId={item.user_id} size="small" />}
      onOpen={props.onOpen}
    />
  );
}

function ChannelRow(props: RowOf<'channels'>) {
  const { store } = useParley();
  const { item, ranges } = props;
  return (
    <NameRow
      id={`channel ${item.stream_id}`}
      href={channelHref(store, item.stream_id)}
      name={item.name}
      ranges={ranges}
      detail={store.channels.channels.get(item.stream_id)?.description}
      lead={<ChannelIcon channel={store.channels.channels.get(item.stream_id)} />}
      onOpen={props.onOpen}
    />
  );
}

function TopicRow(props: RowOf<'topics'>) {
  const { store } = useParley();
  const { item, ranges } = props;
  return (
    <NameRow
      id={visitOfPlace(item)}
      href={placeHref(store, item)}
      name={topicName(store, item.topic)}
      ranges={ranges}
      detail={`#${channelName(store, item.channelId)}`}
      lead={<Icon of={topicIcon} />}
      onOpen={props.onOpen}
    />
  );
}

function NameRow(props: {
  id: string;
  href: string;
  name: string;
  ranges: readonly TextRange[];
  detail: string | undefined;
  lead: JSX.Element;
  onOpen: (id: string) => void;
}) {
  return (
    <li>
      <a
        class="name-result"
        href={props.href}
        data-list-item
        data-result={props.id}
        onClick={() => props.onOpen(props.id)}
      >
        <span class="finder-lead">{props.lead}</span>
        <span class="finder-label" dir={directionOf(props.name)}>
          <Marked parts={markedParts(props.name, props.ranges)} />
        </span>
        <Show when={props.detail}>{(detail) => <span class="hint">{detail()}</span>}</Show>
      </a>
    </li>
  );
}
