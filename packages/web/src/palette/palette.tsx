import type { Place } from '@parley/client';
import {
  AtSign,
  CalendarClock,
  Clock,
  Compass,
  FilePen,
  Hash,
  type IconNode,
  Inbox,
  Newspaper,
  Search,
  Star,
} from 'lucide';
import { createMemo, createSignal } from 'solid-js';
import { reveal } from '../forms/reveal.ts';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { best, rankOf } from '../lib/rank.ts';
import { knownTopics } from '../model/known-topics.ts';
import { channelName, directName, namesOf, placeHref, topicName } from '../model/names.ts';
import { openChannel } from '../model/open-channel.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { distinctionOf } from '../model/references.ts';
import { bestRank, searchedNames } from '../model/searched-names.ts';
import { browseHref, go, narrowHref } from '../router/router.ts';
import { Avatar } from '../ui/avatar.tsx';
import { type CompletionItem, createCompletion } from '../ui/completion.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { holdKeys } from '../ui/opening.tsx';
import { type Command, commandsOf } from './commands.ts';
import { loadSettingNames, type SettingCommand, settingCommands } from './setting-commands.ts';

await loadSettingNames();

/** Maximum number of results of each kind. */
const maxOfKind = 6;
const maxRecent = 8;

type Entry = CompletionItem & { readonly rank: number };

const views: readonly [IconNode, Parameters<typeof t>[0], string][] = [
  [Inbox, 'inbox', '#inbox'],
  [Clock, 'recentConversations', '#recent'],
  [Newspaper, 'combinedFeed', '#feed'],
  [AtSign, 'mentions', '#narrow/is/mentioned'],
  [Star, 'starred', '#narrow/is/starred'],
  [FilePen, 'drafts', '#drafts'],
  [CalendarClock, 'scheduledMessages', '#scheduled'],
  [Compass, 'browseChannels', browseHref],
];

/** Renders the command palette. It finds views, channels, conversations, people, commands and settings by a few letters. */
export default function Palette(props: { onClose: () => void }) {
  const parley = useParley();
  const [query, setQuery] = createSignal('');
  const commands = commandsOf(parley);
  const settings = settingCommands(parley.store);
  let field: HTMLInputElement | undefined;
  const finish = (act: () => void) => {
    // Holds back key presses until the action has run, because they are meant for what the action opens.
    const release = holdKeys();
    props.onClose();
    // The closing dialog first returns the focus, so the action runs in the next frame.
    requestAnimationFrame(() => {
      act();
      release();
    });
  };
  const items = createMemo<readonly CompletionItem[]>(() => {
    const wanted = query().trim();
    return wanted === ''
      ? suggested(parley, commands, finish)
      : found(parley, { commands, settings }, wanted, finish);
  });
  const completion = createCompletion(items);
  return (
    <Dialog title={t('palette')} onClose={props.onClose} class="palette" focusFirst={() => field}>
      <input
        class="input"
        ref={field}
        role="combobox"
        aria-label={t('paletteField')}
        aria-autocomplete="list"
        aria-expanded={completion.isOpen()}
        aria-controls={completion.isOpen() ? completion.listId : undefined}
        aria-activedescendant={completion.activeId()}
        autocomplete="off"
        placeholder={t('paletteField')}
        dir={directionOf(query())}
        value={query()}
        on:input={(event) => setQuery(event.currentTarget.value)}
        on:keydown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Tab') completion.onKeyDown(event);
        }}
      />
      <div class="palette-list">
        <completion.List />
      </div>
    </Dialog>
  );
}

type Finish = (act: () => void) => void;

const commandItem = (command: Command, finish: Finish): CompletionItem => ({
  key: `command ${command.label}`,
  label: command.label,
  detail: command.key ?? t('command'),
  lead: () => <Icon of={command.icon} />,
  choose: () => finish(command.run),
});

const settingItem = (setting: SettingCommand, finish: Finish): CompletionItem => ({
  key: `setting ${setting.href} ${setting.label}`,
  label: setting.label,
  detail: setting.detail,
  lead: () => <Icon of={setting.icon} />,
  choose: () =>
    finish(() => {
      go(setting.href);
      if (setting.isSetting) reveal(setting.label);
    }),
});

function placeItem({ store }: Parley, place: Place, finish: Finish): CompletionItem {
  const key = JSON.stringify(place);
  const choose = () => finish(() => go(placeHref(store, place)));
  if (place.kind === 'direct') {
    const only = place.userIds.length === 1 ? store.people.users.get(place.userIds[0]!) : undefined;
    return {
      key,
      label: directName(store, place.userIds),
      detail: (only && distinctionOf(store, only)) ?? t('directMessage'),
      lead: () => <Avatar userId={place.userIds[0]!} size="small" />,
      choose,
    };
  }
  return {
    key,
    label: topicName(store, place.topic),
    detail: `#${channelName(store, place.channelId)}`,
    lead: () => <Icon of={Hash} />,
    choose,
  };
}

/**
 * Returns the suggestions for an empty query: unread conversations without muted topics, then direct conversations, the most recent
 * first, then commands.
 */
function suggested(parley: Parley, commands: readonly Command[], finish: Finish): CompletionItem[] {
  const { store } = parley;
  const unread = [...store.unread.places.values()]
    .filter(
      ({ place }) => place.kind === 'direct' || !store.channels.isTopicMuted(place.channelId, place.topic),
    )
    .sort((one, other) => other.newestId - one.newestId)
    .map(({ place }) => place);
  const directs = [...store.recentDirects.conversations.values()]
    .sort((one, other) => other.newestId - one.newestId)
    .map(({ userIds }): Place => ({ kind: 'direct', userIds }));
  const places = new Map([...unread, ...directs].map((place) => [JSON.stringify(place), place]));
  return [
    ...[...places.values()].slice(0, maxRecent).map((place) => placeItem(parley, place, finish)),
    ...commands.map((command) => commandItem(command, finish)),
  ];
}

/**
 * Returns the rank of a name for the whole typed text. The rank is 2 if the name only matches each word of the text; undefined if
 * it matches neither.
 */
function rankOfWords(name: string, wanted: string): number | undefined {
  const whole = rankOf(name, wanted);
  if (whole !== undefined) return whole;
  const words = wanted.split(/\s+/);
  return words.length > 1 && words.every((word) => rankOf(name, word) !== undefined) ? 2 : undefined;
}

function found(
  parley: Parley,
  { commands, settings }: { commands: readonly Command[]; settings: readonly SettingCommand[] },
  wanted: string,
  finish: Finish,
): CompletionItem[] {
  const { store } = parley;
  const ranked = (item: CompletionItem, name: string): Entry => ({
    ...item,
    rank: rankOfWords(name, wanted) ?? 3,
  });
  const channels = best(store.channels.channels.values(), ({ name }) => rankOfWords(name, wanted), maxOfKind);
  const textsOf = searchedNames(store);
  const people = best(
    store.people.users.values(),
    (user) => (user.is_active ? bestRank(textsOf(user), (name) => rankOfWords(name, wanted)) : undefined),
    maxOfKind,
  );
  const nameOf = (place: Place) =>
    place.kind === 'topic' ? `${topicName(store, place.topic)} ${channelName(store, place.channelId)}` : '';
  const topics = best(knownTopics(store), (place) => rankOfWords(nameOf(place), wanted), maxOfKind);
  const entries: Entry[] = [
    ...channels.map((channel) =>
      ranked(
        {
          key: `channel ${channel.stream_id}`,
          label: channel.name,
          detail: t('channel'),
          lead: () => <Icon of={Hash} />,
          choose: () => finish(() => void openChannel(parley, channel.stream_id)),
        },
        channel.name,
      ),
    ),
    ...people.map((user) =>
      ranked(placeItem(parley, { kind: 'direct', userIds: [user.user_id] }, finish), user.full_name),
    ),
    ...topics.map((place) => ranked(placeItem(parley, place, finish), nameOf(place))),
    ...best(views, ([, name]) => rankOfWords(t(name), wanted), maxOfKind).map(([icon, name, href]) =>
      ranked(
        {
          key: href,
          label: t(name),
          detail: t('view'),
          lead: () => <Icon of={icon} />,
          choose: () => finish(() => go(href)),
        },
        t(name),
      ),
    ),
    ...best(commands, ({ label }) => rankOfWords(label, wanted), maxOfKind).map((command) =>
      ranked(commandItem(command, finish), command.label),
    ),
    ...best(settings, ({ label }) => rankOfWords(label, wanted), maxOfKind).map((setting) =>
      ranked(settingItem(setting, finish), setting.label),
    ),
  ];
  return [
    ...entries.sort((one, other) => one.rank - other.rank),
    {
      key: 'search',
      label: t('searchFor', { text: wanted }),
      lead: () => <Icon of={Search} />,
      choose: () => finish(() => go(narrowHref([{ operator: 'search', operand: wanted }], namesOf(store)))),
    },
  ];
}
