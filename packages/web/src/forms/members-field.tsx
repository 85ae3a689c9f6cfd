import type { GroupId, Store, UserId } from '@parley/client';
import { Users, X } from 'lucide';
import { createMemo, createSignal, For, type JSX } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { best, rankOf } from '../lib/text/rank.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { type CompletionItem, createCompletion } from '../ui/completion.tsx';
import { Icon } from '../ui/icon.tsx';
import type { GroupMembers } from './group-value.ts';
import { groupName } from './group-words.ts';
import { f } from './texts.ts';

type MembersFieldProps = {
  label: string;
  value: GroupMembers;
  onChange: (value: GroupMembers) => void;
  /** Returns whether the field offers a group. Without it, the field offers no groups. */
  isGroupOffered?: (groupId: GroupId) => boolean;
  isUserOffered?: (userId: UserId) => boolean;
  includesDeactivated?: boolean;
};

/** Returns the people and groups whose names match a text, to be chosen. */
function itemsFor(
  { groups, people }: Store,
  props: MembersFieldProps,
  wanted: string,
  choose: (added: Partial<GroupMembers>) => void,
): CompletionItem[] {
  if (wanted === '') return [];
  const foundGroups = best(groups.groups.values(), (group) =>
    props.isGroupOffered?.(group.id) && !group.deactivated && !props.value.groupIds.includes(group.id)
      ? rankOf(groupName(group), wanted)
      : undefined,
  );
  const foundPeople = best(people.users.values(), (user) =>
    (user.is_active || props.includesDeactivated) &&
    (props.isUserOffered?.(user.user_id) ?? true) &&
    !props.value.userIds.includes(user.user_id)
      ? rankOf(user.full_name, wanted)
      : undefined,
  );
  return [
    ...foundGroups.map((group) => ({
      key: `group ${group.id}`,
      label: groupName(group),
      detail: f('peopleCount', { count: group.members.length }),
      lead: () => <Icon of={Users} />,
      choose: () => choose({ groupIds: [...props.value.groupIds, group.id] }),
    })),
    ...foundPeople.map((user) => ({
      key: `user ${user.user_id}`,
      label: user.full_name,
      detail: user.delivery_email ?? undefined,
      lead: () => <Avatar userId={user.user_id} size="small" />,
      choose: () => choose({ userIds: [...props.value.userIds, user.user_id] }),
    })),
  ];
}

/** Renders a field in which the person selects people and groups by their names. */
export function MembersField(props: MembersFieldProps) {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const items = createMemo(() =>
    itemsFor(store, props, query().trim(), (added) => {
      props.onChange({ ...props.value, ...added });
      setQuery('');
    }),
  );
  const completion = createCompletion(items);
  const removeLast = () => {
    const { userIds, groupIds } = props.value;
    if (userIds.length > 0) props.onChange({ groupIds, userIds: userIds.slice(0, -1) });
    else props.onChange({ userIds, groupIds: groupIds.slice(0, -1) });
  };
  return (
    <div class="members-field">
      <ChosenMembers value={props.value} onChange={props.onChange} />
      <div class="completion-anchor">
        <input
          class="input"
          aria-label={props.label}
          ref={completion.field}
          placeholder={props.label}
          dir={directionOf(query())}
          value={query()}
          on:input={(event) => setQuery(event.currentTarget.value)}
          on:keydown={(event) => {
            if (completion.onKeyDown(event)) return;
            if (event.key === 'Backspace' && query() === '') removeLast();
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <completion.List />
      </div>
    </div>
  );
}

function ChosenMembers(props: Pick<MembersFieldProps, 'value' | 'onChange'>) {
  const { store } = useParley();
  const without = (ids: readonly number[], id: number) => ids.filter((each) => each !== id);
  return (
    <>
      <For each={props.value.groupIds}>
        {(id) => (
          <Chip
            name={groupName(store.groups.groups.get(id))}
            onRemove={() => props.onChange({ ...props.value, groupIds: without(props.value.groupIds, id) })}
          >
            <Icon of={Users} />
          </Chip>
        )}
      </For>
      <For each={props.value.userIds}>
        {(id) => (
          <Chip
            name={userName(store, id)}
            onRemove={() => props.onChange({ ...props.value, userIds: without(props.value.userIds, id) })}
          >
            <Avatar userId={id} size="small" />
          </Chip>
        )}
      </For>
    </>
  );
}

function Chip(props: { name: string; onRemove: () => void; children: JSX.Element }) {
  return (
    <button
      type="button"
      class="chip"
      aria-label={f('remove', { name: props.name })}
      onClick={() => props.onRemove()}
    >
      {props.children}
      {props.name}
      <Icon of={X} />
    </button>
  );
}
