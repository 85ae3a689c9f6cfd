import type { Store } from '@parley/client';
import {
  ArrowDown,
  Building2,
  Hash,
  Keyboard,
  LogOut,
  Menu as MenuIcon,
  Moon,
  Settings,
  Smile,
  Sun,
  SunMoon,
} from 'lucide';
import { createEffect, createSignal, on, onCleanup, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { keepFocus } from '../lib/keys-and-focus/keep-focus.ts';
import { followWidth } from '../lib/text/fitting-text.ts';
import { useOneColumn, useTallWindow } from '../lib/window/window-width.ts';
import { attempt } from '../model/actions.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { ownPicture } from '../model/people/pictures.ts';
import { useEntry, useValue, useWatched } from '../model/reactive.ts';
import { leave } from '../model/session/sign-out.ts';
import { useSetting } from '../model/settings.ts';
import { SearchButton } from '../search/finder/open-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { NewMessageButton } from '../ui/new-message.tsx';
import { panelsOf } from '../ui/panels.ts';
import { ChannelsSection } from './channels-section.tsx';
import { DirectSection } from './direct-section.tsx';
import { OwnAccount } from './own-account.tsx';
import { SidebarResizer } from './resizer.tsx';
import { shownRoute } from './shown-route.ts';
import { Views } from './views-section.tsx';

/** Delay in milliseconds before the sidebar scrolls to the open conversation. By then, the topics of its channel are usually loaded. */
const revealAfterMs = 400;
/** Time in milliseconds for which the sidebar keeps showing a conversation that was opened. */
const keepRevealedMs = 3_000;
/** Height in pixels of direct messages that must be in view, so that nobody is told that there are some below. */
const leastShownPx = 56;

/** Returns whether a row is in view as a whole, also below the title that stays at the top. */
function isWithin(scroller: HTMLElement, row: Element): boolean {
  const [all, own] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  return own.top >= all.top + own.height && own.bottom <= all.bottom;
}

/** Scrolls a little if a row or a title lies half below the title that stays at the top. */
function showRowsWhole(scroller: HTMLElement): void {
  const { top } = scroller.getBoundingClientRect();
  const bounds = (selector: string) =>
    Array.from(scroller.querySelectorAll(selector), (each) => each.getBoundingClientRect());
  const title = bounds('.sidebar-title').findLast((each) => each.top <= top + 1 && each.bottom > top + 1);
  if (!title) return;
  // The next title is pushing this one out.
  if (title.top < top - 1) {
    scroller.scrollTop += title.bottom - top;
    return;
  }
  const cut = bounds('.nav-row').find(
    (each) => each.top < title.bottom - 1 && each.bottom > title.bottom + 1,
  );
  if (cut) scroller.scrollTop -= title.bottom - cut.top;
  showChannelOfFirst(scroller, title.bottom);
}

/** Scrolls on to the next channel if the first rows below `edge` are topics, unless one of these is open: then back to their channel. */
function showChannelOfFirst(scroller: HTMLElement, edge: number): void {
  const rows = [...scroller.querySelectorAll('.nav-row')];
  const isChannel = (row: Element) => !row.matches('.topic-row');
  const topOf = (row: Element | undefined) => row?.getBoundingClientRect().top ?? edge;
  const first = rows.findIndex((row) => topOf(row) >= edge - 1);
  const next = rows.findIndex((row, at) => at >= first && isChannel(row));
  if (next <= first) return;
  const isOpen = rows.slice(first, next).some((row) => row.querySelector('[aria-current="page"]'));
  const wanted = isOpen ? rows.slice(0, first).findLast(isChannel) : rows[next];
  scroller.scrollTop += topOf(wanted) - edge;
}

/** Returns whether the sidebar is the view: on phones, channels and direct messages are. Call it inside a component. */
export function useIsSidebarOnly(): () => boolean {
  const parley = useParley();
  const isNarrow = useOneColumn();
  return () => isNarrow() && ['channels', 'direct'].includes(parley.router.route().view);
}

const directsIn = (scroller: HTMLElement): Element | null => scroller.querySelector('.sidebar-direct');

const isBelow = (scroller: HTMLElement, section: Element | null): boolean =>
  (section?.getBoundingClientRect().top ?? 0) > scroller.getBoundingClientRect().bottom - leastShownPx;

function showDirects(section: Element | null): void {
  section?.scrollIntoView({ block: 'center' });
  section?.querySelector('a')?.focus({ preventScroll: true });
}

/**
 * Scrolls to the open view when it opens. Returns a function to be called when rows have come or gone: for a moment, they come because of
 * what was opened. Call it inside a component.
 */
function keepOpenedInView(parley: Parley, scrollerOf: () => HTMLElement): () => void {
  let openedAt = Number.NEGATIVE_INFINITY;
  /** Does nothing while the pointer is over the sidebar, because the person is choosing another view. */
  const show = (isOpening: boolean) => {
    const scroller = scrollerOf();
    if (scroller.matches(':hover')) return;
    const row = isOpening && scroller.querySelector('.nav-row:has(> [aria-current="page"])');
    if (row && !isWithin(scroller, row)) row.scrollIntoView({ block: 'center' });
    showRowsWhole(scroller);
  };
  createEffect(
    on(
      () => shownRoute(parley),
      () => {
        openedAt = performance.now();
        const timer = setTimeout(show, revealAfterMs, true);
        onCleanup(() => clearTimeout(timer));
      },
    ),
  );
  return () => show(performance.now() - openedAt < keepRevealedMs);
}

/** Renders the left sidebar: organization, search, views, channels, direct messages. */
export function Sidebar() {
  const parley = useParley();
  const [filter, setFilter] = createSignal('');
  const isOnly = useIsSidebarOnly();
  const isTall = useTallWindow();
  const isDirect = () => isOnly() && parley.router.route().view === 'direct';
  /** Title of the sidebar where it is the view. */
  const title = () => (isOnly() ? t(isDirect() ? 'directMessages' : 'channels') : undefined);
  let scroller!: HTMLDivElement;
  const totals = useValue(parley.store.unread.totals);
  const unreadDirects = () => totals().direct;
  const [isDirectBelow, setDirectBelow] = createSignal(false);
  const noteDirects = () => setDirectBelow(isBelow(scroller, directsIn(scroller)));
  const showOpened = keepOpenedInView(parley, () => scroller);
  // Rows come and go, and move those below them.
  const observer = new ResizeObserver(() => {
    noteDirects();
    showOpened();
  });
  onCleanup(() => observer.disconnect());
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support a label
    <div
      class="sidebar"
      id="sidebar"
      role={title() === undefined ? 'complementary' : 'group'}
      aria-label={t('navigation')}
    >
      <UnreadWords />
      <OrganizationHead title={title()} />
      <SearchButton />
      {/* The way back to the inbox is always in view, where there is room for it. */}
      <Show when={isTall()}>
        <Views />
      </Show>
      <div
        class="sidebar-scroll"
        ref={(element) => {
          scroller = element;
          followWidth(element);
          keepFocus(element);
          element.addEventListener('scroll', noteDirects, { passive: true });
        }}
      >
        <div ref={(rows) => observer.observe(rows)}>
          <Show when={!isTall()}>
            <Views />
          </Show>
          <FilterField
            label={t(isDirect() ? 'searchPeople' : 'filterSidebar')}
            filter={filter()}
            onChange={setFilter}
          />
          <ChannelsSection filter={filter()} />
          <DirectSection filter={filter()} />
        </div>
      </div>
      <Show when={isDirectBelow() && unreadDirects() > 0}>
        <button type="button" class="below-row" onClick={() => showDirects(directsIn(scroller))}>
          <Icon of={ArrowDown} />
          {t('unreadDirects', { count: unreadDirects() })}
        </button>
      </Show>
      <OwnAccount />
      <SidebarResizer />
    </div>
  );
}

/** Renders the field that filters channels and direct messages by their names. */
function FilterField(props: { label: string; filter: string; onChange: (filter: string) => void }) {
  return (
    <div class="sidebar-filter">
      <input
        class="input"
        type="text"
        id="sidebar-filter"
        aria-label={props.label}
        placeholder={props.label}
        dir={directionOf(props.filter)}
        value={props.filter}
        on:input={(event) => props.onChange(event.currentTarget.value)}
        on:keydown={(event) => {
          if (event.key !== 'Escape') return;
          props.onChange('');
          event.currentTarget.blur();
        }}
      />
    </div>
  );
}

/** The words after counts of unread messages. All links refer to the same elements, which keeps frames cheap. */
function UnreadWords() {
  return (
    <>
      <span hidden id="unread-words">
        {t('unreadCount')}
      </span>
      <span hidden id="unread-for-you-words">
        {t('unreadForYou')}
      </span>
    </>
  );
}

/** Returns a signal of the organization's logos for light and dark surfaces; undefined when it has uploaded none. */
function useLogos({ fields }: Store): () => { readonly light: string; readonly dark: string } | undefined {
  const uploaded = (name: 'logo' | 'night_logo') =>
    useWatched(
      (listener) => {
        const stops = [
          fields.watch(`realm_${name}_url`, listener),
          fields.watch(`realm_${name}_source`, listener),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
      () =>
        fields.get(`realm_${name}_source`) === 'U' ? ownPicture(fields.get(`realm_${name}_url`)) : undefined,
    );
  const [light, dark] = [uploaded('logo'), uploaded('night_logo')];
  return () => {
    const [first, second] = [light() ?? dark(), dark() ?? light()];
    return first !== undefined && second !== undefined ? { light: first, dark: second } : undefined;
  };
}

function OrganizationHead(props: { title: string | undefined }) {
  const parley = useParley();
  const { store, client } = parley;
  const name = useWatched(
    (listener) => store.fields.watch('realm_name', listener),
    () => store.fields.get('realm_name') ?? 'Parley',
  );
  const icon = useWatched(
    (listener) => store.fields.watch('realm_icon_url', listener),
    () => ownPicture(store.fields.get('realm_icon_url')),
  );
  const logo = useLogos(store);
  const colorScheme = useSetting<number>('color_scheme');
  const status = useEntry(store.people.statuses, () => store.people.selfId);
  const setTheme = (value: 1 | 2 | 3) =>
    void attempt(parley, client.call('update-settings', { color_scheme: value }));
  return (
    <div class="organization">
      <Show
        when={logo()}
        fallback={
          <>
            <Show when={icon()}>{(source) => <img class="avatar" src={source()} alt="" />}</Show>
            <span class="organization-name" dir={directionOf(name())}>
              {name()}
            </span>
          </>
        }
      >
        {(logos) => (
          <span class="organization-name">
            <img class="organization-logo is-for-light" src={logos().light} alt={name()} />
            <img class="organization-logo is-for-dark" src={logos().dark} alt={name()} />
          </span>
        )}
      </Show>
      <Show when={props.title}>{(text) => <h1>{text()}</h1>}</Show>
      <NewMessageButton class="icon-button new-message-here" />
      <Menu
        label={t('menu')}
        isOpen={panelsOf(parley).isMainMenuOpen()}
        onOpenChange={panelsOf(parley).setMainMenuOpen}
        entries={() => [
          {
            label: status()?.status_text || t('setStatus'),
            icon: Smile,
            run: () => parley.globalDialog.open('status'),
          },
          'separator',
          { label: t('settings'), icon: Settings, run: () => parley.router.go('#settings') },
          { label: t('organization'), icon: Building2, run: () => parley.router.go('#organization') },
          { label: t('browseChannels'), icon: Hash, run: () => parley.router.go('#channels/all') },
          'separator',
          {
            label: t('themeAutomatic'),
            icon: SunMoon,
            isChosen: colorScheme() === 1,
            run: () => setTheme(1),
          },
          { label: t('themeLight'), icon: Sun, isChosen: colorScheme() === 3, run: () => setTheme(3) },
          { label: t('themeDark'), icon: Moon, isChosen: colorScheme() === 2, run: () => setTheme(2) },
          'separator',
          {
            label: t('keyboardShortcuts'),
            hint: '?',
            icon: Keyboard,
            run: () => parley.globalDialog.open('shortcuts'),
          },
          { label: t('logOut'), icon: LogOut, run: () => leave(parley) },
        ]}
      >
        <Icon of={MenuIcon} size={20} />
      </Menu>
    </div>
  );
}
