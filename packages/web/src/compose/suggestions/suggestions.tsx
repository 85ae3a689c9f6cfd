/** Suggestions while a person writes a message: people, groups, channels, topics, emoji, commands. */

import type { Channel, Place, Store, User, UserId } from '@parley/client';
import { groupMention, personMention, wildcardMention } from '@parley/markdown/reference-text';
import { Show } from 'solid-js';
import { commandDetail, matchingCommands } from '../../apps/commands/commands.ts';
import { knownCommands } from '../../apps/commands/known-commands.ts';
import { type Emoji, searchEmoji } from '../../emoji/all-emoji.ts';
import { textOf } from '../../html/text-of.ts';
import { t } from '../../i18n/index.ts';
import { best, maxItems, rankFor, rankOf } from '../../lib/text/rank.ts';
import { topicName } from '../../model/names.ts';
import type { Parley } from '../../model/parley.tsx';
import { part } from '../../model/parts.ts';
import { distinctionOf, linkTo, mentionOf } from '../../model/people/references.ts';
import { bestRank, searchedNames } from '../../model/people/searched-names.ts';
import { roles } from '../../model/self.ts';
import { Avatar, PresenceDot } from '../../ui/avatar.tsx';
import type { CompletionItem } from '../../ui/completion.tsx';
import { type Closeness, mentionValue, nameRankFor } from './name-rank.ts';
import type { Trigger } from './triggers.ts';

/** Penalty added to the rank of the writing person, because people rarely mention themselves. */
const ownRank = 20;

type Source = {
  readonly parley: Parley;
  /** Where the message goes. */
  readonly place: Place | undefined;
  readonly emoji: readonly Emoji[];
  /** People to list first: the participants of a direct conversation, or the last senders in a topic. */
  readonly nearby: ReadonlySet<number>;
  replace(from: number, by: string): void;
};

/** Returns the suggestions for a trigger, best first. */
export const suggestionsFor = (trigger: Trigger, source: Source): CompletionItem[] =>
  itemsFor(trigger, source).map((item) => ({ ...item, from: trigger.from }));

function itemsFor(trigger: Trigger, source: Source): CompletionItem[] {
  switch (trigger.kind) {
    case 'mention':
      return mentions(trigger, source);
    case 'channel':
      return channels(trigger, source);
    case 'topic':
      return topics(trigger, source);
    case 'emoji':
      return searchEmoji(source.emoji, trigger.query, maxItems).map((emoji) => ({
        key: emoji.emoji_name,
        label: `:${emoji.emoji_name}:`,
        lead: () =>
          emoji.image ? (
            <img class="emoji" src={emoji.image} alt="" />
          ) : (
            <span class="emoji">{emoji.text}</span>
          ),
        choose: () => source.replace(trigger.from, `:${emoji.emoji_name}: `),
      }));
    case 'command':
      return commands(trigger, source);
  }
}

type Matched = { readonly query: string; readonly from: number; readonly userIds: readonly UserId[] };

/** Cache of the last mention: the people whose names match, and the text typed so far. */
const matches = part((): { last: Matched | undefined } => ({ last: undefined }));

/** Returns people whose names may match. Typing more only narrows the result, so the former matches are searched again. */
function candidates(parley: Parley, query: string, from: number): Iterable<User> {
  const { users } = parley.store.people;
  const matched = matches(parley).last;
  if (matched?.from !== from || matched.query === '' || !query.startsWith(matched.query))
    return users.values();
  return matched.userIds.flatMap((id) => users.get(id) ?? []);
}

/** Returns what distinguishes a person in the list: the address among namesakes, or else what they are. */
function distinctiveText(store: Store, user: User): string | undefined {
  if (user.is_bot) return distinctionOf(store, user) ?? t('bot');
  const role = roleNames[user.role];
  return distinctionOf(store, user) ?? (role && t(role));
}

/** Returns functions that tell how close people are to the conversation, and who is certainly not in its channel. */
function audienceOf({ parley: { store }, place, nearby }: Source) {
  const { channels } = store;
  const channelId = place?.kind === 'topic' ? place.channelId : undefined;
  const subscribers = channelId === undefined ? undefined : channels.subscribers.get(channelId);
  const isComplete = channelId !== undefined && channels.knowsAllSubscribers(channelId);
  return {
    closenessOf: (userId: UserId): Closeness =>
      nearby.has(userId) ? 'conversation' : subscribers?.has(userId) ? 'channel' : 'elsewhere',
    isOutside: (userId: UserId) => isComplete && !subscribers?.has(userId),
  };
}

const roleNames: Readonly<Record<number, 'owner' | 'administrator' | 'moderator' | 'guest'>> = {
  [roles.owner]: 'owner',
  [roles.administrator]: 'administrator',
  [roles.moderator]: 'moderator',
  [roles.guest]: 'guest',
};

function mentions({ query, from, isSilent }: Trigger, source: Source): CompletionItem[] {
  const { replace } = source;
  const { closenessOf, isOutside } = audienceOf(source);
  const { store } = source.parley;
  const rank = nameRankFor(query);
  const namesOf = searchedNames(store);
  const userIds: UserId[] = [];
  const people = best(candidates(source.parley, query, from), (user) => {
    const value = user.is_active ? bestRank(namesOf(user), rank) : undefined;
    if (value === undefined) return undefined;
    userIds.push(user.user_id);
    if (store.people.muted.has(user.user_id)) return undefined;
    if (user.user_id === store.people.selfId) return value + ownRank;
    return mentionValue(value, closenessOf(user.user_id));
  });
  matches(source.parley).last = { query, from, userIds };
  const detailOf = (user: User) =>
    [isOutside(user.user_id) ? t('notInChannel') : undefined, distinctiveText(store, user)]
      .filter((text) => text !== undefined)
      .join(' · ');
  const items = people.map(
    (user): CompletionItem => ({
      // Suggestions with equal keys keep their elements while the text changes. A silent mention inserts another text, so its
      // key differs.
      key: personMention({ userId: user.user_id, fullName: '' }, isSilent),
      label: user.full_name,
      detail: detailOf(user),
      lead: () => <Face userId={user.user_id} isBot={user.is_bot} />,
      choose: () => replace(from, `${mentionOf(store, user.user_id, isSilent)} `),
    }),
  );
  const groups = best(
    store.groups.groups.values(),
    (group) => (group.is_system_group || group.deactivated ? undefined : rankOf(group.name, query)),
    3,
  ).map(
    (group): CompletionItem => ({
      key: groupMention({ groupId: group.id, name: '' }, isSilent),
      label: group.name,
      detail: t('group'),
      choose: () => replace(from, `${groupMention({ groupId: group.id, name: group.name }, isSilent)} `),
    }),
  );
  const everyone = ['all', 'topic']
    .filter((name) => !isSilent && query !== '' && name.startsWith(query.toLowerCase()))
    .map(
      (name): CompletionItem => ({
        key: name,
        label: name,
        detail: t(name === 'all' ? 'everyoneHere' : 'everyoneInTopic'),
        choose: () => replace(from, `${wildcardMention(name)} `),
      }),
    );
  return [...items, ...groups, ...everyone].slice(0, maxItems + 2);
}

/** Shows the picture and the presence of a person. */
function Face(props: { userId: UserId; isBot: boolean }) {
  return (
    <span class="face">
      <Avatar userId={props.userId} size="small" />
      <Show when={!props.isBot}>
        <PresenceDot userId={props.userId} />
      </Show>
    </span>
  );
}

function channels({ query, from }: Trigger, { parley: { store }, replace }: Source): CompletionItem[] {
  const rank = rankFor(query);
  return best(store.channels.channels.values(), (channel) => {
    const value = channel.is_archived ? undefined : rank(channel.name);
    return value === undefined
      ? undefined
      : value - (store.channels.isSubscribed(channel.stream_id) ? 0.5 : 0);
  }).map((channel) => ({
    key: String(channel.stream_id),
    label: `#${channel.name}`,
    detail: textOf(channel.rendered_description).slice(0, 40),
    choose: () => replace(from, `${linkTo(store, channel.stream_id)} `),
  }));
}

export const channelNamed = ({ channels }: Store, name: string): Channel | undefined =>
  [...channels.channels.values()].find((channel) => channel.name === name);

function topics(
  { query, from, channel = '' }: Trigger,
  { parley: { store }, replace }: Source,
): CompletionItem[] {
  const id = channelNamed(store, channel)?.stream_id;
  if (id === undefined) return [];
  const known = store.topics.ofChannel.get(id) ?? [];
  return best(known, ({ name }) => rankOf(name, query)).map(({ name }) => ({
    key: name,
    label: topicName(store, name),
    detail: `#${channel}`,
    choose: () => replace(from, `${linkTo(store, id, name)} `),
  }));
}

const ownCommands = [
  ['me', 'commandMe'],
  ['poll', 'commandPoll'],
  ['todo', 'commandTodo'],
] as const;

/** Suggests the server's own commands, which are messages, then those of apps. */
const commands = ({ query, from }: Trigger, { parley, replace }: Source): CompletionItem[] => {
  const wanted = query.toLowerCase();
  const own = ownCommands
    .filter(([name]) => name.startsWith(wanted))
    .map(([name, description]) => ({ name: `/${name}`, detail: t(description) }));
  const ofApps = matchingCommands(
    knownCommands(parley).filter(({ app_id: appId }) => appId !== null),
    query,
  ).map((command) => ({ name: command.name, detail: commandDetail(command) }));
  return [...own, ...ofApps].map(({ name, detail }) => ({
    key: name,
    label: name,
    detail,
    choose: () => replace(from, `${name} `),
  }));
};
