/** Views of the navigation that every client has. People can show and hide them (docs/api/users-and-groups.md#navigation-views). */
import type { NavigationView } from '@parley/client';
import type { IconNode } from 'lucide';
import {
  AtSign,
  Bell,
  CalendarClock,
  Clock,
  FilePen,
  Inbox,
  Newspaper,
  Smile,
  Star,
  TextSearch,
} from 'lucide';
import type { TextName } from '../i18n/index.ts';

export type BuiltInView = {
  /** Name of the view in the API. */
  readonly fragment: string;
  readonly name: TextName;
  readonly icon: IconNode;
  readonly href: string;
  /** Whether the view is shown by default. `filled` shows it only while it has entries. */
  readonly isShown: boolean | 'filled';
};

export const builtInViews: readonly BuiltInView[] = [
  { fragment: 'inbox', name: 'inbox', icon: Inbox, href: '#inbox', isShown: true },
  { fragment: 'recent', name: 'recentConversations', icon: Clock, href: '#recent', isShown: true },
  { fragment: 'feed', name: 'combinedFeed', icon: Newspaper, href: '#feed', isShown: true },
  {
    fragment: 'narrow/is/mentioned',
    name: 'mentions',
    icon: AtSign,
    href: '#narrow/is/mentioned',
    isShown: true,
  },
  { fragment: 'narrow/is/starred', name: 'starred', icon: Star, href: '#narrow/is/starred', isShown: true },
  { fragment: 'drafts', name: 'drafts', icon: FilePen, href: '#drafts', isShown: true },
  {
    fragment: 'scheduled',
    name: 'scheduledMessages',
    icon: CalendarClock,
    href: '#scheduled',
    isShown: 'filled',
  },
  {
    fragment: 'narrow/has/reaction/sender/me',
    name: 'reactions',
    icon: Smile,
    href: '#narrow/has/reaction/sender/me',
    isShown: false,
  },
  {
    fragment: 'narrow/is/alerted',
    name: 'alertWords',
    icon: TextSearch,
    href: '#narrow/is/alerted',
    isShown: false,
  },
  { fragment: 'reminders', name: 'reminders', icon: Bell, href: '#settings/reminders', isShown: false },
];

const fragments: ReadonlySet<string> = new Set(builtInViews.map(({ fragment }) => fragment));

/** Returns the person's own views, which are not built in, sorted by name. */
export const ownViews = (
  views: Iterable<NavigationView>,
  compare: (one: string, other: string) => number,
): NavigationView[] =>
  [...views]
    .filter(({ fragment }) => !fragments.has(fragment))
    .sort((one, other) => compare(one.name ?? '', other.name ?? ''));

/** Returns whether the sidebar shows a built-in view: the person's choice, or its default; the current view always. */
export function isViewShown(
  view: Pick<BuiltInView, 'isShown'>,
  decided: Pick<NavigationView, 'is_pinned'> | undefined,
  state: { readonly isFilled: boolean; readonly isCurrent: boolean },
): boolean {
  if (state.isCurrent) return true;
  if (decided) return decided.is_pinned;
  return view.isShown === 'filled' ? state.isFilled : view.isShown;
}
