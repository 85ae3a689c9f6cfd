import type { User } from '@parley/client';
import { createMemo, For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { directName, placeHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { PresenceDot } from '../ui/avatar.tsx';
import { Title } from './channels-section.tsx';
import { isPlaceShown } from './shown-route.ts';
import { NavigationLink } from './sidebar.tsx';

const mostShown = 20;
const mostPeople = 20;

/** Names in lower case, for comparing thousands of them with each key. */
const lowerNames = new WeakMap<User, string>();

function lowerNameOf(user: User): string {
  const known = lowerNames.get(user);
  if (known !== undefined) return known;
  const name = user.full_name.toLowerCase();
  lowerNames.set(user, name);
  return name;
}

type Entry = { readonly key: string; readonly userIds: readonly number[] };

/** Direct conversations, the most recent first. While the person filters, also people without a conversation. */
export function DirectSection(props: { filter: string }) {
  const { store } = useParley();
  const recent = useDerived([store.recentDirects.conversations], () =>
    [...store.recentDirects.conversations.entries()]
      .sort(([, one], [, other]) => other.newestId - one.newestId)
      .map(([key, { userIds }]): Entry => ({ key, userIds })),
  );
  const shown = createMemo(() => {
    const wanted = props.filter.trim().toLowerCase();
    if (wanted === '') return recent().slice(0, mostShown);
    const matching = recent().filter(({ userIds }) =>
      directName(store, userIds).toLowerCase().includes(wanted),
    );
    const known = new Set(matching.map(({ key }) => key));
    const people: Entry[] = [];
    for (const user of store.people.users.values()) {
      if (people.length >= mostPeople) break;
      if (!user.is_active || !lowerNameOf(user).includes(wanted)) continue;
      if (!known.has(`direct:${user.user_id}`))
        people.push({ key: `direct:${user.user_id}`, userIds: [user.user_id] });
    }
    return [...matching.slice(0, mostShown), ...people];
  });
  return (
    <nav aria-label={t('directMessages')} class="sidebar-section sidebar-direct">
      <Title name={t('directMessages')} />
      <ul>
        <For each={shown()}>{(entry) => <DirectRow userIds={entry.userIds} />}</For>
      </ul>
      <Show when={shown().length === 0}>
        <p class="sidebar-hint muted">{t(props.filter === '' ? 'noDirectMessages' : 'nothingFound')}</p>
      </Show>
    </nav>
  );
}

function DirectRow(props: { userIds: readonly number[] }) {
  const { store } = useParley();
  const key = `direct:${props.userIds.join(',')}` as const;
  const unread = useEntry(store.unread.places, () => key);
  const first = useEntry(store.people.users, () => props.userIds[0]);
  const label = () => {
    first();
    return directName(store, props.userIds);
  };
  return (
    <NavigationLink
      href={placeHref(store, { kind: 'direct', userIds: props.userIds })}
      label={label()}
      lead={
        <Show
          when={props.userIds.length === 1}
          fallback={<span class="group-size">{props.userIds.length}</span>}
        >
          <PresenceDot userId={props.userIds[0]!} />
        </Show>
      }
      isCurrent={isPlaceShown(key)}
      count={unread()?.count}
      isMention
    />
  );
}
