import { Users, X } from 'lucide';
import { createMemo, createSignal, For, type JSX } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { best, rankOf } from '../lib/rank.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { type CompletionItem, createCompletion } from '../ui/completion.tsx';
import { Icon } from '../ui/icon.tsx';
import type { GroupMembers } from './group-value.ts';
import { groupName } from './group-words.ts';
import { f } from './texts.ts';

/** Renders a field in which the person selects people and groups by their names. */
export function MembersField(props: {
  label: string;
  value: GroupMembers;
  onChange: (value: GroupMembers) => void;
  /** Returns whether the field offers a group. Without it, the field offers no groups. */
  isGroupOffered?: (groupId: number) => boolean;
  isUserOffered?: (userId: number) => boolean;
  /** Whether the field also offers deactivated people. */
  includesDeactivated?: boolean;
}) {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const addUser = (id: number) => props.onChange({ ...props.value, userIds: [...props.value.userIds, id] });
  const addGroup = (id: number) =>
    props.onChange({ ...props.value, groupIds: [...props.value.groupIds, id] });
  const choosing = (act: () => void) => () => {
    act();
    setQuery('');
  };
  const items = createMemo((): CompletionItem[] => {
    const wanted = query().trim();
    if (wanted === '') return [];
    const groups = best(store.groups.groups.values(), (group) =>
      props.isGroupOffered?.(group.id) && !group.deactivated && !props.value.groupIds.includes(group.id)
        ? rankOf(groupName(group), wanted)
        : undefined,
    );
    const people = best(store.people.users.values(), (user) =>
      (user.is_active || props.includesDeactivated) &&
      (props.isUserOffered?.(user.user_id) ?? true) &&
      !props.value.userIds.includes(user.user_id)
        ? rankOf(user.full_name, wanted)
        : undefined,
    );
    return [
      ...groups.map((group) => ({
        key: `group ${group.id}`,
        label: groupName(group),
        detail: f('peopleCount', { count: group.members.length }),
        lead: () => <Icon of={Users} />,
        choose: choosing(() => addGroup(group.id)),
      })),
      ...people.map((user) => ({
        key: `user ${user.user_id}`,
        label: user.full_name,
        detail: user.delivery_email ?? undefined,
        lead: () => <Avatar userId={user.user_id} size="small" />,
        choose: choosing(() => addUser(user.user_id)),
      })),
    ];
  });
  const completion = createCompletion(items);
  const removeLast = () => {
    const { userIds, groupIds } = props.value;
    if (userIds.length > 0) props.onChange({ groupIds, userIds: userIds.slice(0, -1) });
    else props.onChange({ userIds, groupIds: groupIds.slice(0, -1) });
  };
  return (
    <div class="members-field">
      <For each={props.value.groupIds}>
        {(id) => (
          <Chip
            name={groupName(store.groups.groups.get(id))}
            onRemove={() =>
              props.onChange({
                ...props.value,
                groupIds: props.value.groupIds.filter((each) => each !== id),
              })
            }
          >
            <Icon of={Users} />
          </Chip>
        )}
      </For>
      <For each={props.value.userIds}>
        {(id) => (
          <Chip
            name={userName(store, id)}
            onRemove={() =>
              props.onChange({ ...props.value, userIds: props.value.userIds.filter((each) => each !== id) })
            }
          >
            <Avatar userId={id} size="small" />
          </Chip>
        )}
      </For>
      <div class="completion-anchor">
        <input
          class="input"
          role="combobox"
          aria-label={props.label}
          aria-expanded={completion.isOpen()}
          aria-controls={completion.isOpen() ? completion.listId : undefined}
          aria-activedescendant={completion.activeId()}
          aria-autocomplete="list"
          autocomplete="off"
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
