/** What only the switcher finds: views, commands, and settings. */
import type { NarrowTerm } from '@parley/client';
import {
  AtSign,
  Bookmark,
  CalendarClock,
  Clock,
  Compass,
  FilePen,
  type IconNode,
  Image,
  Inbox,
  Link,
  Newspaper,
  Paperclip,
  Search,
  Star,
} from 'lucide';
import { reveal } from '../forms/reveal.ts';
import { t } from '../i18n/index.ts';
import { markedParts } from '../lib/text/fuzzy.ts';
import { NameIndex } from '../lib/text/name-index.ts';
import { namesOf } from '../model/names.ts';
import type { Parley } from '../model/parley.tsx';
import { browseHref, narrowHref } from '../router/router.ts';
import { type FinderRow, plain } from '../search/finder/finder-row.ts';
import type { MoreRows } from '../search/finder/finder-rows.tsx';
import { searchText } from '../search/search-text.ts';
import { f, type SearchText } from '../search/texts.ts';
import { Icon } from '../ui/icon.tsx';
import { commandsOf } from './commands.ts';
import { settingCommands } from './setting-commands.ts';

const maxOfKind = 5;
/** How much more what is used often counts. */
const visited = 12;
/** Settings are many, and rarely wanted before a conversation of that name. */
const rare = -6;
/** Long names have the letters of many words in order, so scattered letters find nothing here. */
const wellMatching = 30;

type Entry = Omit<FinderRow, 'label'> & { readonly name: string };

const views: readonly [IconNode, Parameters<typeof t>[0], string][] = [
  [Inbox, 'inbox', '#inbox'],
  [Clock, 'recentConversations', '#recent'],
  [Newspaper, 'combinedFeed', '#feed'],
  [AtSign, 'mentions', '#narrow/is/mentioned'],
  [Star, 'starred', '#narrow/is/starred'],
  [FilePen, 'drafts', '#drafts'],
  [CalendarClock, 'scheduledMessages', '#scheduled'],
  [Compass, 'browseChannels', browseHref],
  [Search, 'search', '#search'],
];

/** Searches that people make again and again, by what they look for. */
const searches: readonly [IconNode, SearchText, NarrowTerm][] = [
  [Link, 'withLink', { operator: 'has', operand: 'link' }],
  [Paperclip, 'withFile', { operator: 'has', operand: 'attachment' }],
  [Image, 'fileImage', { operator: 'has', operand: 'image' }],
];

/** Returns the rows of views, of which some are searches that the person saved, of commands, and of settings. */
export function moreRows(parley: Parley): MoreRows {
  const now = Date.now();
  const commands = commandEntries(parley);
  const often = [...viewEntries(parley), ...commands];
  const weight = ({ visit }: Entry) => (visit === undefined ? 0 : visited * parley.visits.weight(visit, now));
  const names = (entries: readonly Entry[]) => entries.map((item) => ({ item, names: [item.name] }));
  const indexes = [
    new NameIndex(names(often), weight),
    new NameIndex(names(settingEntries(parley)), (entry) => weight(entry) + rare),
  ];
  return {
    find: (text) =>
      indexes.flatMap((index) =>
        index
          .find(text, maxOfKind)
          .filter(({ match }) => (match?.score ?? 0) >= wellMatching)
          .map(({ item, score, match }) => ({
            ...item,
            label: markedParts(item.name, match?.ranges ?? []),
            score,
          })),
      ),
    suggested: () => commands.map((entry) => ({ ...entry, label: plain(entry.name), group: 'commands' })),
  };
}

function viewEntries(parley: Parley): Entry[] {
  const { store } = parley;
  const own = [...store.personal.navigationViews.values()].flatMap(({ fragment, name }) =>
    name ? ([[Bookmark, name, `#${fragment}`]] as const) : [],
  );
  const builtIn = views.map(([icon, name, href]) => [icon, t(name), href] as const);
  const entry = (icon: IconNode, name: string, href: string, detail: string): Entry => ({
    key: `view ${href}`,
    group: 'goTo',
    name,
    detail,
    lead: () => <Icon of={icon} />,
    visit: `view ${href}`,
    run: () => parley.router.go(href),
  });
  return [
    ...[...builtIn, ...own].map(([icon, name, href]) => entry(icon, name, href, t('view'))),
    ...searches.map(([icon, name, term]) =>
      entry(icon, f(name), narrowHref([term], namesOf(store)), searchText([term], store)),
    ),
  ];
}

const commandEntries = (parley: Parley): Entry[] =>
  commandsOf(parley).map(({ label, icon, key, run }) => ({
    key: `command ${label}`,
    group: 'commandsAndSettings',
    name: label,
    detail: key ?? t('command'),
    lead: () => <Icon of={icon} />,
    visit: `command ${label}`,
    run,
  }));

const settingEntries = (parley: Parley): Entry[] =>
  settingCommands(parley.store).map(({ label, detail, icon, href, isSetting }) => ({
    key: `setting ${href} ${label}`,
    group: 'commandsAndSettings',
    name: label,
    detail,
    lead: () => <Icon of={icon} />,
    run: () => {
      parley.router.go(href);
      if (isSetting) reveal(parley.root, label);
    },
  }));
