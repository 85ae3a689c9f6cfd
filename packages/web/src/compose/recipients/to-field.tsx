import { foldCase, type Place, type Store, type UserId } from '@parley/client';
import { Hash, Plus, X } from 'lucide';
import { createEffect, createMemo, createSignal, For } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { channelName, topicName, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { distinctionOf } from '../../model/people/references.ts';
import { searchedNames } from '../../model/people/searched-names.ts';
import { useDerived } from '../../model/reactive.ts';
import { knownTopics } from '../../model/topics/known-topics.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { type CompletionItem, createCompletion } from '../../ui/completion.tsx';
import { Icon } from '../../ui/icon.tsx';
import { topicIcon } from '../../ui/topic-icon.ts';
import { matchedRange } from '../suggestions/name-rank.ts';
import { type Candidate, type Known, parseTopicQuery, toCandidates } from './to-candidates.ts';

/**
 * Renders the one field for everything one can write to: people, a channel, a topic, or a new topic as `#channel > topic`. While people
 * are chosen, only further people can be.
 */
export function ToField(props: {
  /** Begins the ID of the field. */
  prefix: string;
  userIds: readonly UserId[];
  onPeople: (userIds: readonly UserId[]) => void;
  /** Called with a topic, which has no name yet if the person has chosen a channel only. */
  onPlace: (place: Place) => void;
  onDone: () => void;
}) {
  const parley = useParley();
  const { store } = parley;
  const [query, setQuery] = createSignal('');
  const topicsChanged = useDerived([store.topics.ofChannel], () => ({}));
  const items = createMemo((): CompletionItem[] => {
    topicsChanged();
    if (query().trim() === '') return [];
    const known = knownTo(parley.store, props.userIds);
    return toCandidates(known, query(), props.userIds.length > 0).map((each) => itemOf(each, choose));
  });
  const choose = (candidate: Candidate) => {
    setQuery('');
    if (candidate.kind !== 'person') {
      const { channelId } = candidate;
      props.onPlace({ kind: 'topic', channelId, topic: candidate.kind === 'channel' ? '' : candidate.topic });
      return;
    }
    props.onPeople([...props.userIds, candidate.userId].sort((one, other) => one - other));
  };
  useTopicsOf(query);
  const itemOf = useItems();
  const completion = createCompletion(items, {
    matchOf: (label) => matchedRange(label, parseTopicQuery(query())?.topic ?? query().replace(/^#/, '')),
  });
  return (
    <>
      <For each={props.userIds}>
        {(id) => (
          <button
            type="button"
            class="chip"
            aria-label={t('removePerson', { person: userName(store, id) })}
            onClick={() => props.onPeople(props.userIds.filter((each) => each !== id))}
          >
            <Avatar userId={id} size="small" />
            <span dir={directionOf(userName(store, id))}>{userName(store, id)}</span>
            <Icon of={X} />
          </button>
        )}
      </For>
      <div class="completion-anchor">
        <input
          class="recipient-topic"
          id={`${props.prefix}-to`}
          aria-label={t('to')}
          ref={completion.field}
          placeholder={props.userIds.length === 0 ? t('toAnything') : t('addPerson')}
          dir={directionOf(query())}
          value={query()}
          on:input={(event) => setQuery(event.currentTarget.value)}
          on:keydown={(event) => {
            // The key that sends takes the suggestion first, so that a form around the field is sent to it.
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return completion.choose();
            if (completion.onKeyDown(event)) return;
            if (event.key === 'Backspace' && query() === '') props.onPeople(props.userIds.slice(0, -1));
            if (event.key === 'Enter') {
              event.preventDefault();
              if (props.userIds.length > 0) props.onDone();
            }
          }}
        />
        <completion.List />
      </div>
    </>
  );
}

/** Loads the topics of the channel that a text such as `#design > ` names. */
function useTopicsOf(query: () => string): void {
  const { store, connection } = useParley();
  createEffect(() => {
    const asked = parseTopicQuery(query());
    if (!asked) return;
    const name = foldCase(asked.channel);
    for (const { stream_id: id, name: its } of store.channels.channels.values()) {
      const isNamed = foldCase(its) === name && store.topics.ofChannel.get(id) === undefined;
      if (isNamed) void connection.history.loadTopics(id).catch(() => undefined);
    }
  });
}

/** Returns what can be written to, without people who are already chosen. */
function knownTo(store: Store, userIds: readonly UserId[]): Known {
  const namesOf = searchedNames(store);
  const people = [...store.people.users.values()]
    .filter((user) => user.is_active && !userIds.includes(user.user_id))
    .map((user) => ({ userId: user.user_id, names: namesOf(user) }));
  const channels = [...store.channels.subscriptions.keys()].flatMap((channelId) => {
    const channel = store.channels.channels.get(channelId);
    return channel && !channel.is_archived ? [{ channelId, name: channel.name }] : [];
  });
  const ids = new Set(channels.map(({ channelId }) => channelId));
  return { people, channels, topics: knownTopics(store).filter(({ channelId }) => ids.has(channelId)) };
}

/** Returns a function that renders candidates. */
function useItems(): (candidate: Candidate, choose: (candidate: Candidate) => void) => CompletionItem {
  const { store } = useParley();
  return (candidate, choose) => {
    const chosen = { choose: () => choose(candidate) };
    if (candidate.kind === 'person') {
      const user = store.people.users.get(candidate.userId)!;
      return {
        ...chosen,
        key: String(candidate.userId),
        label: user.full_name,
        detail: distinctionOf(store, user),
        lead: () => <Avatar userId={candidate.userId} size="small" />,
      };
    }
    const channel = channelName(store, candidate.channelId);
    if (candidate.kind === 'channel') {
      return {
        ...chosen,
        key: `#${candidate.channelId}`,
        label: `#${channel}`,
        lead: () => <Icon of={Hash} />,
      };
    }
    const isNew = candidate.kind === 'new-topic';
    return {
      ...chosen,
      key: `${candidate.channelId} ${candidate.topic}`,
      label: topicName(store, candidate.topic),
      detail: isNew ? t('newTopicIn', { channel }) : channel,
      lead: () => <Icon of={isNew ? Plus : topicIcon} />,
    };
  };
}
