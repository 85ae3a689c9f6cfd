import { foldCase, type UserTopic } from '@parley/client';
import { createMemo, createSignal } from 'solid-js';
import { SearchField, Select } from '../forms/fields.tsx';
import { MembersField } from '../forms/members-field.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { attempt, setTopicPolicy } from '../model/actions.ts';
import { channelName, compareNames, placeHref, placeName, topicName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { Avatar } from '../ui/avatar.tsx';
import { s } from './texts.ts';

/** Lists muted people, and topics that the person has muted, unmuted or followed. */
export default function MutedSection() {
  return (
    <>
      <People />
      <Topics />
    </>
  );
}

function People() {
  const parley = useParley();
  const { store, client } = parley;
  const muted = useDerived([store.people.muted, store.people.users], () =>
    [...store.people.muted.keys()].sort((one, other) =>
      compareNames(userName(store, one), userName(store, other)),
    ),
  );
  return (
    <SettingGroup title={s('mutedPeople')} help={s('mutedPeopleHelp')}>
      <MembersField
        label={s('mutePerson')}
        value={{ groupIds: [], userIds: [] }}
        isUserOffered={(id) => id !== store.people.selfId && !store.people.muted.has(id)}
        onChange={({ userIds: [id] }) => {
          if (id !== undefined) void attempt(parley, client.call('mute-user', { muted_user_id: id }));
        }}
      />
      <VirtualList
        label={s('mutedPeople')}
        items={muted()}
        rowRem={2.75}
        maxRem={16.5}
        fallback={<p class="muted">{s('noMutedPeople')}</p>}
        row={(id) => <MutedRow id={id} />}
      />
    </SettingGroup>
  );
}

function MutedRow(props: { id: number }) {
  const parley = useParley();
  const { store, client } = parley;
  const { id } = props;
  return (
    <>
      <Avatar userId={id} size="small" />
      <span class="row-main">
        <span dir={directionOf(userName(store, id))}>{userName(store, id)}</span>
      </span>
      <span class="list-actions">
        <button
          type="button"
          class="button"
          data-list-item
          aria-label={`${s('unmute')}: ${userName(store, id)}`}
          onClick={() => void attempt(parley, client.call('unmute-user', { muted_user_id: id }))}
        >
          {s('unmute')}
        </button>
      </span>
    </>
  );
}

const policies = [
  { value: 0, name: 'policyInherit' },
  { value: 1, name: 'policyMuted' },
  { value: 2, name: 'policyUnmuted' },
  { value: 3, name: 'policyFollowed' },
] as const;

function Topics() {
  const parley = useParley();
  const { store } = parley;
  const [query, setQuery] = createSignal('');
  const all = useDerived([store.channels.userTopics], () =>
    [...store.channels.userTopics.values()].sort((one, other) => other.last_updated - one.last_updated),
  );
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return all().filter(({ stream_id: id, topic_name: topic }) =>
      foldCase(`${channelName(store, id)} ${topicName(store, topic)}`).includes(wanted),
    );
  });
  return (
    <section class="setting-group is-filling" aria-label={s('topics')}>
      <h3>{s('topics')}</h3>
      <p class="muted">{s('topicsHelp')}</p>
      <SearchField label={s('filterTopics')} value={query()} onChange={setQuery} />
      <VirtualList
        label={s('topics')}
        items={shown()}
        rowRem={3}
        fallback={<p class="muted">{all().length === 0 ? s('noTopics') : t('nothingFound')}</p>}
        row={(topic) => <TopicRow topic={topic} />}
      />
    </section>
  );
}

function TopicRow({ topic }: { topic: UserTopic }) {
  const parley = useParley();
  const { store } = parley;
  const place = { kind: 'topic', channelId: topic.stream_id, topic: topic.topic_name } as const;
  return (
    <>
      <a class="row-main" href={placeHref(store, place)} data-list-item>
        <span dir={directionOf(topicName(store, topic.topic_name))}>
          {topicName(store, topic.topic_name)}
        </span>
        <span class="muted" dir={directionOf(channelName(store, topic.stream_id))}>
          #{channelName(store, topic.stream_id)}
        </span>
      </a>
      <Select
        isNarrow
        label={s('policy', { topic: placeName(store, place) })}
        value={topic.visibility_policy}
        options={policies.map(({ value, name }) => ({ value, label: s(name) }))}
        onChange={(policy) => void setTopicPolicy(parley, topic.stream_id, topic.topic_name, policy)}
      />
    </>
  );
}
