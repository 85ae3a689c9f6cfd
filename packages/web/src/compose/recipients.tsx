import type { Place } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { X } from 'lucide';
import { createMemo, createSignal, For } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { best, rankOf } from '../lib/rank.ts';
import { compareNames, topicName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { distinctionOf } from '../model/references.ts';
import { bestRank, searchedNames } from '../model/searched-names.ts';
import { Avatar } from '../ui/avatar.tsx';
import { createCompletion } from '../ui/completion.tsx';
import { Icon } from '../ui/icon.tsx';
import { PickField } from '../ui/pick-field.tsx';

type TopicTarget = Place & { kind: 'topic' };

/** The entry for a direct message, in the list of channels. */
const directId = 0;

/** Renders the channel and the topic of a message as fields that the person can change. */
export function TopicRecipients(props: {
  target: TopicTarget;
  onChange: (target: TopicTarget) => void;
  /** Called when the person wants to write to people instead. */
  onDirect: () => void;
  onDone: () => void;
}) {
  const { store, connection } = useParley();
  const [isTyping, setTyping] = createSignal(false);
  const settings = useEntry(store.channels.subscriptions, () => props.target.channelId);
  const known = useEntry(store.topics.ofChannel, () => props.target.channelId);
  const places = () => [
    { id: directId, label: t('directMessage') },
    ...[...store.channels.subscriptions.keys()]
      .flatMap((id) => store.channels.channels.get(id) ?? [])
      .filter((channel) => !channel.is_archived)
      .sort((one, other) => compareNames(one.name, other.name))
      .map((channel) => ({ id: channel.stream_id, label: channel.name })),
  ];
  const setTopic = (topic: string) => props.onChange({ ...props.target, topic });
  const items = createMemo(() =>
    isTyping()
      ? best(known() ?? [], ({ name }) =>
          name === props.target.topic ? undefined : rankOf(name, props.target.topic),
        ).map(({ name }) => ({
          key: name,
          label: topicName(store, name),
          choose: () => {
            setTopic(name);
            setTyping(false);
            props.onDone();
          },
        }))
      : [],
  );
  const completion = createCompletion(items, { isSelective: true });
  const loadTopics = () => {
    if (known() === undefined)
      void connection.history.loadTopics(props.target.channelId).catch(() => undefined);
  };
  return (
    <div class="recipients">
      <span class="swatch" style={{ '--channel-color': settings()?.color }} />
      <PickField
        class="recipient-channel"
        label={t('channel')}
        chosen={store.channels.channels.get(props.target.channelId)?.name ?? ''}
        items={places}
        onPick={(id) =>
          id === directId ? props.onDirect() : props.onChange({ ...props.target, channelId: id })
        }
      />
      <span aria-hidden="true">›</span>
      <div class="completion-anchor">
        <input
          class="recipient-topic"
          role="combobox"
          id="compose-topic"
          aria-label={t('topic')}
          aria-expanded={completion.isOpen()}
          aria-controls={completion.isOpen() ? completion.listId : undefined}
          aria-activedescendant={completion.activeId()}
          aria-autocomplete="list"
          autocomplete="off"
          placeholder={t('topic')}
          maxlength={(store.fields.get('max_topic_length') as number) ?? limits.topicLength}
          dir={directionOf(props.target.topic)}
          value={props.target.topic}
          onFocus={loadTopics}
          onBlur={() => setTyping(false)}
          on:input={(event) => {
            setTyping(true);
            setTopic(event.currentTarget.value);
          }}
          on:keydown={(event) => {
            if (completion.onKeyDown(event)) return;
            if (event.key === 'Enter') {
              event.preventDefault();
              props.onDone();
            }
          }}
        />
        <completion.List />
      </div>
    </div>
  );
}

/**
 * Renders the recipients of a direct message as a field that the person can change. While nobody is chosen, a channel can be chosen
 * instead.
 */
export function DirectRecipients(props: {
  userIds: readonly number[];
  onChange: (userIds: readonly number[]) => void;
  onChannel: (channelId: number) => void;
  onDone: () => void;
}) {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const items = createMemo(() => {
    const wanted = query().trim();
    if (wanted === '') return [];
    return [...people(wanted), ...(props.userIds.length === 0 ? channels(wanted) : [])];
  });
  const people = (wanted: string) => {
    const namesOf = searchedNames(store);
    return best(store.people.users.values(), (user) =>
      user.is_active && !props.userIds.includes(user.user_id)
        ? bestRank(namesOf(user), (name) => rankOf(name, wanted))
        : undefined,
    ).map((user) => ({
      key: String(user.user_id),
      label: user.full_name,
      detail: distinctionOf(store, user),
      lead: () => <Avatar userId={user.user_id} size="small" />,
      choose: () => {
        props.onChange([...props.userIds, user.user_id].sort((one, other) => one - other));
        setQuery('');
      },
    }));
  };
  const channels = (wanted: string) => {
    const name = wanted.replace(/^#/, '');
    return best(store.channels.subscriptions.keys(), (id) => {
      const channel = store.channels.channels.get(id);
      return channel && !channel.is_archived ? rankOf(channel.name, name) : undefined;
    }).map((id) => ({
      key: `#${id}`,
      label: `#${store.channels.channels.get(id)!.name}`,
      choose: () => props.onChannel(id),
    }));
  };
  const completion = createCompletion(items);
  return (
    <div class="recipients">
      <For each={props.userIds}>
        {(id) => (
          <button
            type="button"
            class="chip"
            aria-label={t('removePerson', { person: userName(store, id) })}
            onClick={() => props.onChange(props.userIds.filter((each) => each !== id))}
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
          role="combobox"
          id="compose-to"
          aria-label={t('to')}
          aria-expanded={completion.isOpen()}
          aria-controls={completion.isOpen() ? completion.listId : undefined}
          aria-activedescendant={completion.activeId()}
          aria-autocomplete="list"
          autocomplete="off"
          placeholder={props.userIds.length === 0 ? t('toPersonOrChannel') : t('addPerson')}
          dir={directionOf(query())}
          value={query()}
          on:input={(event) => setQuery(event.currentTarget.value)}
          on:keydown={(event) => {
            if (completion.onKeyDown(event)) return;
            if (event.key === 'Backspace' && query() === '') props.onChange(props.userIds.slice(0, -1));
            if (event.key === 'Enter') {
              event.preventDefault();
              if (props.userIds.length > 0) props.onDone();
            }
          }}
        />
        <completion.List />
      </div>
    </div>
  );
}
