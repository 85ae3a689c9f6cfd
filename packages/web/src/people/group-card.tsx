import type { GroupId, User } from '@parley/client';
import { createMemo, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { listOf } from '../i18n/format.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { openCard } from './open-card.ts';
import { pe } from './texts.ts';

/** Maximum number of members to list. A group may have thousands of members. */
const maxShown = 100;

/** Renders the card of a user group: its description and its members. */
export function GroupCard(props: { groupId: GroupId; anchor: HTMLElement }) {
  const { store } = useParley();
  const group = useEntry(store.groups.groups, () => props.groupId);
  const members = createMemo(() =>
    (group()?.members ?? [])
      .flatMap((id) => store.people.users.get(id) ?? [])
      .filter((user) => user.is_active)
      .sort((one, other) => one.full_name.localeCompare(other.full_name)),
  );
  const subgroups = () =>
    (group()?.direct_subgroup_ids ?? []).flatMap((id) => store.groups.groups.get(id)?.name ?? []);
  return (
    <>
      <div>
        <strong dir={directionOf(group()?.name ?? pe('unknownGroup'))}>
          @{group()?.name ?? pe('unknownGroup')}
        </strong>
        <p class="muted">{pe('memberCount', { count: members().length })}</p>
      </div>
      <Show when={group()?.description}>
        {(description) => <p dir={directionOf(description())}>{description()}</p>}
      </Show>
      <Show when={subgroups().length > 0}>
        <p class="muted">{pe('includesGroups', { groups: listOf(subgroups()) })}</p>
      </Show>
      <Members users={members().slice(0, maxShown)} anchor={props.anchor} />
      <Show when={members().length > maxShown}>
        <p class="muted">{pe('morePeople', { count: members().length - maxShown })}</p>
      </Show>
    </>
  );
}

function Members(props: { users: readonly User[]; anchor: HTMLElement }) {
  const parley = useParley();
  return (
    <ul class="people-list">
      <For each={props.users}>
        {(user) => (
          <li>
            <PresenceDot userId={user.user_id} />
            <Avatar userId={user.user_id} size="small" />
            <button
              type="button"
              class="user-button"
              dir={directionOf(user.full_name)}
              onClick={() => openCard(parley, { kind: 'user', id: user.user_id, anchor: props.anchor })}
            >
              {user.full_name}
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}
