import type { User } from '@parley/client';
import { ChevronDown, ChevronRight, X } from 'lucide';
import { type Accessor, createMemo, createSignal, For, on, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { rowsPerWindow, showMoreNear } from '../lib/lists/near-end.ts';
import { followWidth } from '../lib/text/fitting-text.ts';
import { rankOf } from '../lib/text/rank.ts';
import { createWhenIdle } from '../lib/timing/idle.ts';
import { useParley } from '../model/parley.tsx';
import { bestRank, searchedNames } from '../model/people/searched-names.ts';
import { useDerived, useEntry, useThrottled } from '../model/reactive.ts';
import { useSetting } from '../model/settings.ts';
import { channelOfNarrow, placeOfNarrow } from '../router/router.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { panelsOf } from '../ui/panels.ts';
import { useSenders } from './senders.ts';
import { pe } from './texts.ts';
import { UserButton } from './user-button.tsx';

/** Maximum number of people that scrolling can reach. The search finds all people. */
const maxShown = 240;
/** Delay in milliseconds before changes of presence sort the list again. With thousands of people, presence changes constantly. */
const presenceDelayMs = 3_000;
const noUsers: ReadonlySet<number> = new Set();
const groupNames = ['peopleHere', 'peopleInChannel', 'otherPeople'] as const;
type GroupName = (typeof groupNames)[number];
const presenceOrder = { active: 0, idle: 1, offline: 2 } as const;

/** Returns the people in the order of their names, and by presence as long as `isVisible`. Call it inside a component. */
function usePeople(isVisible: () => boolean): Accessor<readonly User[]> {
  const { store, minute } = useParley();
  const presenceChanges = useThrottled(store.people.presences, presenceDelayMs);
  const users = useDerived([store.people.users, store.people.muted], () =>
    [...store.people.users.values()]
      .filter((user) => user.is_active && !store.people.muted.has(user.user_id))
      .sort((one, other) => (one.full_name < other.full_name ? -1 : 1)),
  );
  return createMemo(() => {
    minute();
    presenceChanges();
    if (!isVisible()) return [];
    // `users` is already sorted by name, so distributing people by presence is enough.
    const byPresence: [User[], User[], User[], User[]] = [[], [], [], []];
    for (const user of users())
      byPresence[user.is_bot ? 3 : presenceOrder[store.people.presenceOf(user.user_id)]].push(user);
    return byPresence.flat();
  });
}

/** Returns the people in groups, with the number of those for whom there is no room. */
function groupsOf(
  people: Iterable<User>,
  here: ReadonlySet<number>,
  inChannel: ReadonlySet<number>,
  limit: number,
): { readonly all: Readonly<Record<GroupName, User[]>>; readonly hidden: number } {
  const all: Record<GroupName, User[]> = { peopleHere: [], peopleInChannel: [], otherPeople: [] };
  let found = 0;
  for (const user of people) {
    const group = here.has(user.user_id)
      ? all.peopleHere
      : inChannel.has(user.user_id)
        ? all.peopleInChannel
        : all.otherPeople;
    found++;
    if (group.length < limit) group.push(user);
  }
  let room = limit;
  for (const group of Object.values(all)) {
    group.splice(room);
    room -= group.length;
  }
  return { all, hidden: found - (limit - room) };
}

/** Returns the people of the shown conversation, and those of its channel. Call it inside a component. */
function useConversation() {
  const parley = useParley();
  const { store } = parley;
  // Follows the shown conversation when the browser is idle, because the conversation itself is drawn first.
  const present = createWhenIdle(() => {
    const here = parley.router.route();
    if (here.view === 'channel') return [{ operator: 'channel', operand: here.channelId }];
    return here.view === 'messages' ? here.narrow : undefined;
  });
  const channelId = () => {
    const narrow = present();
    return narrow ? channelOfNarrow(narrow) : undefined;
  };
  const subscribers = useEntry(store.channels.subscribers, channelId);
  const senders = useSenders(parley, present);
  const isHere = createMemo((): ReadonlySet<number> => {
    const narrow = present();
    const place = narrow ? placeOfNarrow(narrow, parley.store.people.selfId) : undefined;
    if (place?.kind === 'direct') return new Set([...place.userIds, store.people.selfId]);
    return senders();
  });
  return { isHere, subscribers };
}

/** Creates which people the panel shows, in groups. Call it inside a component. */
function createPeople(isVisible: () => boolean) {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  /** Number of rendered people. Each search resets it to as many as fill the window. */
  const size = createMemo(on(query, () => createSignal(rowsPerWindow())));
  const limit = () => size()[0]();
  const showMore = () => size()[1]((present) => Math.min(maxShown, present + rowsPerWindow()));
  const { isHere, subscribers } = useConversation();
  const sorted = usePeople(isVisible);
  const groups = createMemo(() => {
    const wanted = query().trim();
    const namesOf = searchedNames(store);
    const isWanted = (user: User) =>
      wanted === '' || bestRank(namesOf(user), (name) => rankOf(name, wanted)) !== undefined;
    return groupsOf(sorted().filter(isWanted), isHere(), subscribers() ?? noUsers, limit());
  });
  /** Returns the title of a group. Without a conversation, all people are one group. */
  const titleOf = (name: GroupName) =>
    isHere().size === 0 && !subscribers() && name === 'otherPeople' ? t('people') : pe(name);
  const [showsOthers, setShowsOthers] = createSignal(false);
  /** The others are folded beside those of the conversation, until somebody looks for them. */
  const canFold = (name: GroupName) =>
    name === 'otherPeople' && titleOf(name) !== t('people') && query().trim() === '';
  const isFolded = (name: GroupName) => canFold(name) && !showsOthers();
  const toggleOthers = () => void setShowsOthers((are) => !are);
  return { query, setQuery, showMore, groups, titleOf, canFold, isFolded, toggleOthers };
}

type People = ReturnType<typeof createPeople>;

/**
 * Renders the right sidebar: first the people of the conversation, then those of its channel, then all others. Each group is sorted
 * by presence. The people of a topic or a channel are those who have written its messages that are loaded.
 */
export default function PeoplePanel() {
  const panels = panelsOf(useParley());
  const people = createPeople(() => !panels.isPeopleFolded() || panels.open() === 'people');
  const { groups, isFolded, showMore } = people;
  return (
    <aside class="people" classList={{ 'is-folded': panels.isPeopleFolded() }} aria-label={t('people')}>
      <PanelHead
        query={people.query()}
        onSearch={people.setQuery}
        onClose={() => panels.setOpen(undefined)}
      />
      <div class="people-scroll" ref={followWidth}>
        <For each={groupNames}>{(name) => <Group name={name} people={people} />}</For>
        <Show when={groups().hidden > 0 && !isFolded('otherPeople')}>
          <p class="sidebar-hint muted" ref={(element) => showMoreNear(element, 'people-scroll', showMore)}>
            {pe('morePeople', { count: groups().hidden })}
          </p>
        </Show>
      </div>
    </aside>
  );
}

function Group(props: { name: GroupName; people: People }) {
  const { name } = props;
  const { groups, titleOf, canFold, isFolded, toggleOthers } = props.people;
  return (
    <Show when={groups().all[name].length > 0}>
      <h2 class="sidebar-title">
        <Show when={canFold(name)} fallback={titleOf(name)}>
          <button type="button" class="folder-toggle" aria-expanded={!isFolded(name)} onClick={toggleOthers}>
            <Icon of={isFolded(name) ? ChevronRight : ChevronDown} />
            {titleOf(name)}
          </button>
          <span class="badge" aria-hidden="true">
            {groups().all[name].length + groups().hidden}
          </span>
        </Show>
      </h2>
      <Show when={!isFolded(name)}>
        <PeopleList users={groups().all[name]} />
      </Show>
    </Show>
  );
}

function PanelHead(props: { query: string; onSearch: (query: string) => void; onClose: () => void }) {
  return (
    <div class="people-head">
      <input
        class="input"
        id="people-search"
        aria-label={t('searchPeople')}
        placeholder={t('searchPeople')}
        dir={directionOf(props.query)}
        value={props.query}
        on:input={(event) => props.onSearch(event.currentTarget.value)}
      />
      <button
        type="button"
        class="icon-button people-close"
        aria-label={t('close')}
        onClick={() => props.onClose()}
      >
        <Icon of={X} size={20} />
      </button>
    </div>
  );
}

/** Values of the setting `user_list_style`. */
const listStyles = { compact: 1, withStatus: 2, withPicture: 3 } as const;

function PeopleList(props: { users: readonly User[] }) {
  return (
    <ul>
      <For each={props.users}>{(user) => <Person user={user} />}</For>
    </ul>
  );
}

function Person({ user }: { user: User }) {
  const { store } = useParley();
  const style = useSetting<number>('user_list_style');
  const status = useEntry(store.people.statuses, () => user.user_id);
  return (
    <li class="person">
      <Show when={style() !== listStyles.compact} fallback={<PresenceDot userId={user.user_id} />}>
        <span class="person-face">
          <Avatar
            userId={user.user_id}
            {...(style() !== listStyles.withPicture && { size: 'small' as const })}
          />
          <PresenceDot userId={user.user_id} />
        </span>
      </Show>
      <UserButton
        userId={user.user_id}
        clips
        name={
          user.user_id === store.people.selfId ? pe('nameOfYou', { name: user.full_name }) : user.full_name
        }
      />
      <Show when={style() !== listStyles.compact && status()?.status_text}>
        {(text) => (
          <span class="person-status muted" dir={directionOf(text())}>
            {text()}
          </span>
        )}
      </Show>
    </li>
  );
}
