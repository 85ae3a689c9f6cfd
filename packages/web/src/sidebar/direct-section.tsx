import type { User, UserId } from '@parley/client';
import { foldCase } from '@parley/client';
import { createMemo, For, Show } from 'solid-js';
import { directionOfHtml } from '../html/direction-of-html.ts';
import { briefTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { useOneColumn } from '../lib/window/window-width.ts';
import { directName, placeHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { previewOf, useMessages } from '../model/sidebar-and-inbox/newest-unread.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { Title } from './channels-section.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { isPlaceShown } from './shown-route.ts';

const maxShown = 20;
const maxPeople = 20;

/** Cache of names in lower case. Each key press in the filter compares thousands of names. */
const lowerNames = new WeakMap<User, string>();

function lowerNameOf(user: User): string {
  const known = lowerNames.get(user);
  if (known !== undefined) return known;
  const name = foldCase(user.full_name);
  lowerNames.set(user, name);
  return name;
}

type Entry = {
  readonly key: string;
  readonly userIds: readonly UserId[];
  /** ID of the newest message; undefined for a person without a conversation. */
  readonly newestId?: number;
};
type Lookup = ReturnType<typeof useMessages>;

/** Lists direct conversations, the most recent first. With a filter, it also lists people without a conversation. */
export function DirectSection(props: { filter: string }) {
  const parley = useParley();
  const { store } = parley;
  const isNarrow = useOneColumn();
  /** Whether the section is a view of its own on a narrow window. Only then do rows have room for message texts. */
  const isView = createMemo(() => isNarrow() && parley.router.route().view === 'direct');
  const recent = useDerived([store.recentDirects.conversations], () =>
    [...store.recentDirects.conversations.entries()]
      .sort(([, one], [, other]) => other.newestId - one.newestId)
      .map(([key, { userIds, newestId }]): Entry => ({ key, userIds, newestId })),
  );
  const shown = createMemo(() => {
    const wanted = foldCase(props.filter.trim());
    if (wanted === '') return recent().slice(0, maxShown);
    const matching = recent().filter(({ userIds }) => foldCase(directName(store, userIds)).includes(wanted));
    const known = new Set(matching.map(({ key }) => key));
    const people: Entry[] = [];
    for (const user of store.people.users.values()) {
      if (people.length >= maxPeople) break;
      if (!user.is_active || !lowerNameOf(user).includes(wanted)) continue;
      if (!known.has(`direct:${user.user_id}`))
        people.push({ key: `direct:${user.user_id}`, userIds: [user.user_id] });
    }
    return [...matching.slice(0, maxShown), ...people];
  });
  const newest = useMessages(parley, () =>
    isView() ? shown().flatMap(({ newestId }) => newestId ?? []) : [],
  );
  return (
    <nav aria-label={t('directMessages')} class="sidebar-section sidebar-direct">
      <Title name={t('directMessages')} />
      <ul>
        <For each={shown()}>
          {(entry) => (
            <DirectRow
              userIds={entry.userIds}
              newestId={entry.newestId}
              newest={isView() ? newest : undefined}
            />
          )}
        </For>
      </ul>
      <Show when={shown().length === 0}>
        <p class="sidebar-hint muted">{t(props.filter === '' ? 'noDirectMessages' : 'nothingFound')}</p>
      </Show>
    </nav>
  );
}

function DirectRow(props: {
  userIds: readonly UserId[];
  newestId: number | undefined;
  /** Looks up the newest message; undefined if rows show no message texts. */
  newest: Lookup | undefined;
}) {
  const parley = useParley();
  const { store } = parley;
  const key = `direct:${props.userIds.join(',')}` as const;
  const unread = useEntry(store.unread.places, () => key);
  const first = useEntry(store.people.users, () => props.userIds[0]);
  const label = () => {
    first();
    return directName(store, props.userIds);
  };
  const message = () => props.newest?.(props.newestId);
  return (
    <NavigationLink
      class={props.newest ? 'direct-card' : ''}
      href={placeHref(store, { kind: 'direct', userIds: props.userIds })}
      label={label()}
      lead={
        <>
          <Avatar userId={props.userIds[0]!} size="small" />
          <Show when={props.userIds[1]} fallback={<PresenceDot userId={props.userIds[0]!} />}>
            {(second) => <Avatar userId={second()} size="small" />}
          </Show>
        </>
      }
      detail={
        <Show when={props.newest}>
          <span class="direct-time muted">
            <Show when={message()}>{(present) => <>{briefTimeOf(present().timestamp)}</>}</Show>
          </span>
          <span class="direct-preview muted" dir={directionOfHtml(message()?.content ?? '')}>
            <Show when={message()}>{(present) => <>{previewOf(present(), store)}</>}</Show>
          </span>
        </Show>
      }
      isCurrent={isPlaceShown(parley, key)}
      count={unread()?.count}
      personal={unread()?.count}
    />
  );
}
