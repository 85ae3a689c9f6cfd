import type { Channel, ChannelId, UserId } from '@parley/client';
import { foldCase } from '@parley/client';
import { createEffect, createMemo, createResource, createSignal, on, Show } from 'solid-js';
import { SearchField } from '../forms/fields.tsx';
import { type GroupMembers, valueOfMembers } from '../forms/group-value.ts';
import { peopleOfValue } from '../forms/group-words.ts';
import { MembersField } from '../forms/members-field.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { compareNames, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry, useThrottled } from '../model/reactive.ts';
import { UserButton } from '../people/user-button.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { useRights } from './rights.ts';
import { c } from './texts.ts';

const refreshMs = 1_000;
const nobody: GroupMembers = { groupIds: [], userIds: [] };

/** Loads the subscribers of a channel, by name, and again when they change. Call it inside a component. */
function createSubscribers(props: { channelId: ChannelId }) {
  const { store, client } = useParley();
  const [answer, { refetch }] = createResource(
    () => props.channelId,
    (id) => client.call('get-subscribers', { stream_id: id }),
  );
  // The store knows only some subscribers of large channels, so the list comes from the server. A change in the store
  // causes another request.
  const ofChannel = {
    watchAll: (listener: () => void) => store.channels.subscribers.watch(props.channelId, listener),
  };
  const changes = useThrottled(ofChannel, refreshMs);
  const memberIds = createMemo(() => new Set(answer.error ? [] : answer.latest?.subscribers));
  createEffect(on(changes, () => void refetch(), { defer: true }));
  const sorted = createMemo(() =>
    [...memberIds()].sort((one, other) => compareNames(userName(store, one), userName(store, other))),
  );
  return { answer, refetch, memberIds, sorted };
}

/** Returns what adds and removes subscribers. Call it inside a component. */
function createChanges(props: { channelId: ChannelId }, refetch: () => unknown) {
  const parley = useParley();
  const { store, client } = parley;
  const found = useEntry(store.channels.channels, () => props.channelId);
  const channel = () => found() as Channel;
  const add = (ids: readonly UserId[]) =>
    client.call('subscribe', { subscriptions: [{ name: channel().name }], principals: [...ids] });
  const remove = async (id: number) => {
    const removing = client.call('unsubscribe', { subscriptions: [channel().name], principals: [id] });
    if (!(await attempt(parley, removing))) return;
    await refetch();
    const undo = () => void attempt(parley, addAll([id]));
    parley.toasts.show(c('removedMember', { name: userName(store, id) }), { undo });
  };
  const addAll = async (ids: readonly UserId[]) => {
    await add(ids);
    await refetch();
  };
  return { addAll, remove };
}

/** Returns the people whom the person looks for, by name or mail address. Call it inside a component. */
function createFilter(sorted: () => readonly number[]) {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return sorted().filter((id) => {
      const user = store.people.users.get(id);
      return foldCase(`${user?.full_name ?? ''}\n${user?.delivery_email ?? ''}`).includes(wanted);
    });
  });
  return { query, setQuery, shown };
}

/** Lists the subscribers of a channel, and adds and removes them. */
export default function Members(props: { channelId: ChannelId }) {
  const { store } = useParley();
  const rights = useRights(() => props.channelId);
  const { answer, refetch, memberIds, sorted } = createSubscribers(props);
  const { addAll, remove } = createChanges(props, refetch);
  const { query, setQuery, shown } = createFilter(sorted);
  const mayRemove = (id: number) =>
    rights().canRemoveMembers || store.people.users.get(id)?.bot_owner_id === store.people.selfId;
  return (
    <div class="is-filling">
      <Show when={rights().canAddMembers}>
        <AddMembers isMember={(id) => memberIds().has(id)} add={addAll} />
      </Show>
      <Show
        when={!answer.error}
        fallback={
          <NotLoaded
            text={rights().canRead ? c('notLoaded') : c('membersHidden')}
            onRetry={() => refetch()}
          />
        }
      >
        <div class="toolbar">
          <SearchField label={c('searchMembers')} value={query()} onChange={setQuery} />
          <span class="muted" role="status">
            {answer.latest ? c('subscribers', { count: shown().length }) : t('loading')}
          </span>
        </div>
        <VirtualList
          label={c('members')}
          items={shown()}
          rowRem={3.25}
          fallback={<p class="muted">{answer.loading ? '' : c('noMembers')}</p>}
          row={(id) => <MemberRow userId={id} canRemove={mayRemove(id)} onRemove={() => void remove(id)} />}
        />
      </Show>
    </div>
  );
}

function MemberRow(props: { userId: UserId; canRemove: boolean; onRemove: () => void }) {
  const { store } = useParley();
  const email = () => store.people.users.get(props.userId)?.delivery_email ?? '';
  return (
    <>
      <Avatar userId={props.userId} size="small" />
      <span class="row-main">
        <UserButton userId={props.userId} name={userName(store, props.userId)} />
        <span class="muted" dir={directionOf(email())}>
          {email()}
        </span>
      </span>
      <Show when={props.canRemove}>
        <button
          type="button"
          class="button"
          data-list-item
          aria-label={c('removeMember', { name: userName(store, props.userId) })}
          onClick={() => props.onRemove()}
        >
          {c('remove')}
        </button>
      </Show>
    </>
  );
}

function AddMembers(props: {
  isMember: (userId: UserId) => boolean;
  add: (userIds: readonly UserId[]) => Promise<unknown>;
}) {
  const parley = useParley();
  const { store } = parley;
  const saving = createSaving();
  const [chosen, setChosen] = createSignal(nobody);
  const people = createMemo(() =>
    peopleOfValue(store, valueOfMembers(chosen())).filter((id) => !props.isMember(id)),
  );
  const add = async () => {
    const ids = people();
    if (!(await saving.run(() => props.add(ids)))) return;
    setChosen(nobody);
    parley.toasts.show(c('added', { count: ids.length }));
  };
  return (
    <div class="toolbar">
      <MembersField
        label={c('addMembers')}
        value={chosen()}
        onChange={setChosen}
        isGroupOffered={() => true}
        isUserOffered={(id) => !props.isMember(id)}
      />
      <Show when={people().length > 0}>
        <button type="button" class="button is-primary" onClick={() => void add()}>
          {c('addNow', { count: people().length })}
        </button>
      </Show>
      <SaveMark saving={saving} />
    </div>
  );
}
