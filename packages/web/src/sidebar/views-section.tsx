import { Bookmark, MoreHorizontal, SlidersHorizontal } from 'lucide';
import { createMemo, For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useValue } from '../model/reactive.ts';
import { useSetting } from '../model/settings.ts';
import { hrefOfRoute, plainHref } from '../router/router.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { type BuiltInView, builtInViews, isViewShown, ownViews } from './built-in-views.ts';
import { NavigationLink } from './navigation-link.tsx';
import { shownRoute } from './shown-route.ts';

/**
 * Renders the person's views: the built-in ones that `isViewShown` selects, and the own ones that are pinned. A menu contains
 * the others, and opens the dialog in which the person chooses views.
 */
export function Views() {
  const parley = useParley();
  const { store } = parley;
  const { personal, outbox, messages, unread } = store;
  const totals = useValue(unread.totals);
  const countsStarred = useSetting<boolean>('starred_message_counts');
  const starred = useDerived([messages.starred], () => messages.starred.size);
  const drafts = useDerived([personal.drafts, outbox.messages], () => {
    const unsent = [...outbox.messages.values()].filter(
      ({ state }) => state === 'waiting' || state === 'failed',
    );
    return personal.drafts.size + unsent.length;
  });
  const scheduled = useDerived([personal.scheduledMessages], () => personal.scheduledMessages.size);
  const decided = useDerived([personal.navigationViews], () => new Map(personal.navigationViews.entries()));
  const currentHref = createMemo(() => hrefOfRoute(shownRoute(parley)));
  /** Functions that return the counts to show without emphasis, by view. */
  const quietCounts: Readonly<Record<string, () => number>> = {
    'narrow/is/starred': () => (countsStarred() ? starred() : 0),
    drafts,
    scheduled,
  };
  const isShown = (view: BuiltInView) =>
    isViewShown(view, decided().get(view.fragment), {
      isFilled: (quietCounts[view.fragment]?.() ?? 0) > 0,
      isCurrent: currentHref() === view.href,
    });
  const shown = createMemo<readonly BuiltInView[]>(() => builtInViews.filter(isShown));
  const own = createMemo(() => ownViews(decided().values(), compareNames));
  const more = (): MenuEntry[] => [
    ...builtInViews
      .filter((view) => !isShown(view))
      .map((view) => ({ label: t(view.name), icon: view.icon, run: () => parley.router.go(view.href) })),
    ...own()
      .filter((view) => !view.is_pinned)
      .map(({ name, fragment }) => ({
        label: name ?? fragment,
        icon: Bookmark,
        run: () => parley.router.go(`#${fragment}`),
      })),
    'separator',
    { label: t('chooseViews'), icon: SlidersHorizontal, run: () => parley.globalDialog.open('views') },
  ];
  return (
    <nav aria-label={t('views')} class="sidebar-section sidebar-views">
      <ul>
        <For each={shown()}>
          {(view) => (
            <NavigationLink
              href={view.href}
              icon={view.icon}
              label={t(view.name)}
              isCurrent={currentHref() === view.href}
              count={
                view.fragment === 'inbox'
                  ? totals().count
                  : view.fragment === 'narrow/is/mentioned'
                    ? totals().mentions
                    : undefined
              }
              personal={
                view.fragment === 'inbox'
                  ? totals().personal
                  : view.fragment === 'narrow/is/mentioned'
                    ? totals().mentions
                    : undefined
              }
              quiet={quietCounts[view.fragment]?.() ?? 0}
            />
          )}
        </For>
        <For each={own().filter((view) => view.is_pinned)}>
          {(view) => (
            <NavigationLink
              href={`#${view.fragment}`}
              icon={Bookmark}
              label={view.name ?? view.fragment}
              isCurrent={currentHref() === plainHref(`#${view.fragment}`)}
            />
          )}
        </For>
      </ul>
      <Menu label={t('moreViews')} class="more-views" entries={more}>
        <Icon of={MoreHorizontal} />
        {t('moreViews')}
      </Menu>
    </nav>
  );
}
