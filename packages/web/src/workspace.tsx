import { Hash, Inbox, MessagesSquare, Search } from 'lucide';
import {
  createDeferred,
  createEffect,
  createMemo,
  createSignal,
  ErrorBoundary,
  For,
  type JSX,
  Match,
  onCleanup,
  Show,
  Suspense,
  Switch,
  untrack,
} from 'solid-js';
import { appState, followApps } from './apps/follow.ts';
import { ComposeBox } from './compose/compose-box.tsx';
import { handleCopying } from './content/copied-text.ts';
import { t } from './i18n/index.ts';
import { loadable, preloadWhenIdle } from './lib/loadable.ts';
import { whenIdle } from './lib/timing/idle.ts';
import { desktopBridge } from './lib/window/desktop-bridge.ts';
import { useReadingFont } from './lib/window/reading-font.ts';
import { activeSelection, editLast } from './messages/active-selection.ts';
import { keepDeletedEdits } from './messages/deleted-edits.ts';
import { Announcer } from './messages/reading/announce.tsx';
import { followServiceWorker } from './model/device/service-worker.ts';
import { channelName, narrowTitle } from './model/names.ts';
import { followAddress } from './model/navigation/follow-address.ts';
import { followVisits } from './model/navigation/follow-visits.ts';
import { homeHref } from './model/navigation/home-view.ts';
import { notifyOfMessages } from './model/notifications/notifications.ts';
import { showUnreadInTitle } from './model/notifications/unread-in-title.ts';
import { subscribeToPush } from './model/notifications/web-push.ts';
import { type Parley, useParley } from './model/parley.tsx';
import { startPresenceReports } from './model/people/presence.ts';
import { useValue } from './model/reactive.ts';
import { followMovedTopics } from './model/topics/moved-topics.ts';
import { openCardOfMention, openedCard } from './people/open-card.ts';
import { channelOfNarrow, placeOfNarrow, type Route } from './router/router.ts';
import { searchOfRoute } from './search/filters/search-within.ts';
import { watchKeys } from './shortcuts/shortcuts.ts';
import { Sidebar, useIsSidebarOnly } from './sidebar/sidebar.tsx';
import { ConnectionStatus } from './ui/connection-status.tsx';
import { Icon } from './ui/icon.tsx';
import { LoadFailure } from './ui/load-failure.tsx';
import { NewMessageButton } from './ui/new-message.tsx';
import { HeldKeys, HeldShortcuts } from './ui/opening.tsx';
import { panelsOf } from './ui/panels.ts';
import { Toasts } from './ui/toasts.tsx';
import { UnreadBadge } from './ui/unread-badge.tsx';
import { ConversationDialogs } from './views/conversation-dialogs.tsx';
import { createConversations } from './views/conversations.tsx';
import { InboxView } from './views/inbox.tsx';
import { printWholeConversations } from './views/printing.ts';

const DesktopApp = loadable(() => import('./desktop-app/desktop-app.ts'));
const NotificationBanner = loadable(() => import('./ui/notification-banner.tsx'));
const PeoplePanel = loadable(() => import('./people/people-panel.tsx'));
const RecentView = loadable(() => import('./views/recent.tsx'));
const DraftsView = loadable(() => import('./views/drafts.tsx'));
const ScheduledView = loadable(() => import('./views/scheduled.tsx'));
const SearchResults = loadable(() => import('./palette/search-page.tsx'));
const ChannelView = loadable(() => import('./views/channel-view.tsx'));
const ShareView = loadable(() => import('./share/share-view.tsx'));
const SettingsPage = loadable(() => import('./settings/page.tsx'));
const OrganizationPage = loadable(() => import('./organization/page.tsx'));
const ChannelsPage = loadable(() => import('./channels/page.tsx'));
const CommandPalette = loadable(() => import('./palette/palette.tsx'));
const ShortcutsDialog = loadable(() => import('./ui/shortcuts-dialog.tsx'));
const StatusDialog = loadable(() => import('./people/status-dialog.tsx'));
const LogOutDialog = loadable(() => import('./ui/log-out-dialog.tsx'));
const ViewsDialog = loadable(() => import('./sidebar/views-dialog.tsx'));
const CardPopover = loadable(() => import('./people/card-popover.tsx'));
const ImageViewer = loadable(() => import('./media/viewer.tsx'));
const AppViewDialog = loadable(() => import('./apps/forms/app-view-dialog.tsx'));

/** Returns the name of the view of an address. Results of a search have the address of their messages. */
const shownView = (route: Route): Route['view'] => (searchOfRoute(route) ? 'search' : route.view);

/** Returns whether an address is that of messages of many channels, such as the feed. */
const isOfMany = (route: Route): boolean =>
  route.view === 'messages' && !route.narrow.some(({ operator }) => /^(?:channel|dm)$/.test(operator));

/** Renders the signed-in client: navigation, current view, and people panel. */
export function Workspace() {
  const parley = useParley();
  const { store } = parley;
  const [image, setImage] = createSignal<HTMLAnchorElement>();
  const isLoaded = useValue(store.isLoaded);
  // Messages may be shown before the registration is complete. Drawing the sidebars takes long, so it waits until the browser has
  // nothing else to do.
  const hasSides = createDeferred(isLoaded);
  void panelsOf(parley).restore();
  preloadWhenIdle();
  useReadingFont();
  onCleanup(() => parley.globalDialog.close());
  handleCopying();
  const isSidebarOnly = useIsSidebarOnly();
  // On small screens, navigating closes a panel that covers the view.
  createEffect(() => {
    parley.router.route();
    panelsOf(parley).setOpen(undefined);
    untrack(() => parley.toasts.leaveView());
  });

  /**
   * Handles clicks in the whole client: mentions open cards, and images of messages open in the viewer. A modifier key opens
   * the image in a new tab as usual.
   */
  function onClick(event: MouseEvent): void {
    if (openCardOfMention(parley, event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('.message_inline_image a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setImage(link);
  }

  return (
    <div
      class="workspace"
      data-view={shownView(parley.router.route())}
      data-panel={panelsOf(parley).open()}
      classList={{ 'is-many': isOfMany(parley.router.route()) }}
      ref={(element) => {
        element.addEventListener('click', onClick);
        element.addEventListener('keydown', (event) => {
          if (event.key === 'Enter' || event.key === ' ') openCardOfMention(parley, event);
        });
      }}
    >
      <button type="button" class="skip-link" onClick={() => skipToMain(parley)}>
        {t('skipToMain')}
      </button>
      <Show when={hasSides()} fallback={<div class="sidebar" />}>
        <Sidebar />
      </Show>
      <main
        class="center"
        id="main"
        // On a phone, the sidebar is the view of channels and of direct messages.
        aria-owns={isSidebarOnly() ? 'sidebar' : undefined}
        tabindex="-1"
        ref={(element) => watchFingers(parley, element)}
      >
        <ConnectionStatus />
        <Show when={isLoaded()} fallback={<HeldShortcuts />}>
          <Attention />
        </Show>
        <ErrorBoundary fallback={(error, retry) => <LoadFailure error={error} onRetry={retry} />}>
          <Suspense fallback={<div class="skeleton" />}>
            <View />
          </Suspense>
        </ErrorBoundary>
        <Toasts />
      </main>
      <Show when={hasSides()} fallback={<PeopleSpace />}>
        <PeopleSide />
      </Show>
      <BottomBar />
      <Announcer />
      <Overlays image={image()} onCloseImage={() => setImage(undefined)} />
    </div>
  );
}

/** Renders what floats above the views: dialogs, cards of people, forms of apps, and an image in full size. */
function Overlays(props: { image: HTMLAnchorElement | undefined; onCloseImage: () => void }) {
  const parley = useParley();
  return (
    <Suspense fallback={<HeldKeys />}>
      <GlobalDialogs />
      <ConversationDialogs />
      <Show when={openedCard(parley)}>{(card) => <CardPopover card={card()} />}</Show>
      <For each={appState(parley).views.map(({ id }) => id)}>
        {(id) => (
          <Show when={appState(parley).views.find((each) => each.id === id)}>
            {(view) => <AppViewDialog view={view()} />}
          </Show>
        )}
      </For>
      <Show when={props.image} keyed>
        {(link) => <ImageViewer link={link} onClose={props.onCloseImage} />}
      </Show>
    </Suspense>
  );
}

/** Renders the list of people, which is loaded on demand. */
function PeopleSide() {
  return (
    <ErrorBoundary
      fallback={(error, retry) => (
        <PeopleSpace>
          <LoadFailure error={error} onRetry={retry} />
        </PeopleSpace>
      )}
    >
      <Suspense fallback={<PeopleSpace />}>
        <PeoplePanel />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Renders the space of the list of people, which is folded on most screens, until the list is there. */
function PeopleSpace(props: { children?: JSX.Element }) {
  const parley = useParley();
  return (
    <div class="people" classList={{ 'is-folded': panelsOf(parley).isPeopleFolded() }}>
      {props.children}
    </div>
  );
}

/** Renders the dialog of the whole client that is open. */
function GlobalDialogs() {
  const parley = useParley();
  return (
    <Switch>
      <Match when={parley.globalDialog.present() === 'palette'}>
        <CommandPalette onClose={() => parley.globalDialog.close()} />
      </Match>
      <Match when={parley.globalDialog.present() === 'shortcuts'}>
        <ShortcutsDialog onClose={() => parley.globalDialog.close()} />
      </Match>
      <Match when={parley.globalDialog.present() === 'status'}>
        <StatusDialog onClose={() => parley.globalDialog.close()} />
      </Match>
      <Match when={parley.globalDialog.present() === 'views'}>
        <ViewsDialog onClose={() => parley.globalDialog.close()} />
      </Match>
      <Match when={parley.globalDialog.present() === 'log-out'}>
        <LogOutDialog onClose={() => parley.globalDialog.close()} />
      </Match>
    </Switch>
  );
}

/**
 * Starts the tasks that need the person's data, such as shortcuts, presence reports, notifications and the page title. Renders the
 * notification banner.
 */
function Attention() {
  const parley = useParley();
  const { store } = parley;
  // Opens the person's start view if the address names no view.
  if (parley.router.hash() === '' && homeHref(store) !== '#inbox') parley.router.replace(homeHref(store));
  watchKeys(parley);
  printWholeConversations(parley);
  startPresenceReports(parley);
  followMovedTopics(parley);
  followVisits(parley);
  keepDeletedEdits(parley);
  followApps(parley);
  if (parley.ownsPage) {
    followServiceWorker(parley.router);
    whenIdle(() => void subscribeToPush(parley));
  }
  const title = createMemo(() => {
    const present = parley.router.route();
    if (present.view === 'messages') return narrowTitle(store, present.narrow);
    if (present.view === 'channel') return `#${channelName(store, present.channelId)}`;
    return t(viewTitles[present.view]);
  });
  if (parley.ownsPage) showUnreadInTitle(parley, title);
  // Called outside of the JSX: Solid evaluates an expression in a property at each read.
  const isPermissionMissing = notifyOfMessages(parley);
  return (
    <Suspense>
      <Show when={parley.ownsPage && desktopBridge()}>
        <DesktopApp />
      </Show>
      <Show when={isPermissionMissing()}>
        <NotificationBanner />
      </Show>
    </Suspense>
  );
}

const viewTitles = {
  inbox: 'inbox',
  recent: 'recentConversations',
  drafts: 'drafts',
  scheduled: 'scheduledMessages',
  channels: 'channels',
  direct: 'directMessages',
  search: 'search',
  share: 'share',
  settings: 'settings',
  organization: 'organization',
  'channel-settings': 'channels',
  welcome: 'organization',
  public: 'channels',
} as const;

/** Renders the view that the address names. */
function View() {
  const parley = useParley();
  const isLoaded = useValue(parley.store.isLoaded);
  const Conversations = createConversations(followAddress(parley));
  const messages = () => {
    const present = parley.router.route();
    return present.view === 'messages' && !searchOfRoute(present) ? present : undefined;
  };
  const channel = () => {
    const present = parley.router.route();
    return present.view === 'channel' ? present : undefined;
  };
  return (
    <Switch>
      <Match when={isLoaded() && searchOfRoute(parley.router.route())}>
        {(search) => <SearchResults search={search()} />}
      </Match>
      <Match when={messages()}>
        {(present) => (
          <>
            <Conversations narrow={present().narrow} near={present().near} />
            <Show when={isLoaded()} fallback={<div class="compose is-waiting" />}>
              <ComposeBox
                place={placeOfNarrow(present().narrow, parley.store.people.selfId)}
                channelId={channelOfNarrow(present().narrow)}
                startsTopics={present().narrow.length === 1}
                selectedId={() => activeSelection(parley)?.selectedId()}
                onEditLast={() => editLast(parley)}
              />
            </Show>
          </>
        )}
      </Match>
      <Match when={!isLoaded()}>
        <div class="skeleton" />
      </Match>
      <Match when={['inbox', 'channels', 'direct', 'public'].includes(parley.router.route().view)}>
        <InboxView />
      </Match>
      <Match when={channel()}>{(present) => <ChannelView present={present()} />}</Match>
      <Match when={parley.router.route().view === 'recent'}>
        <RecentView />
      </Match>
      <Match when={parley.router.route().view === 'drafts'}>
        <DraftsView />
      </Match>
      <Match when={parley.router.route().view === 'scheduled'}>
        <ScheduledView />
      </Match>
      <Match when={parley.router.route().view === 'share'}>
        <ShareView />
      </Match>
      <Match when={parley.router.route().view === 'settings'}>
        <SettingsPage />
      </Match>
      <Match when={parley.router.route().view === 'organization'}>
        <OrganizationPage />
      </Match>
      <Match when={parley.router.route().view === 'channel-settings'}>
        <ChannelsPage />
      </Match>
    </Switch>
  );
}

/** Only devices that feel fingers load the code for them. */
function watchFingers({ router }: Parley, main: HTMLElement): void {
  if (navigator.maxTouchPoints > 0)
    void import('./ui/for-fingers.ts').then(
      ({ followFingers }) => followFingers(router, main),
      // The button beside the title leads back as a swipe does.
      () => undefined,
    );
}

function skipToMain({ root }: Parley): void {
  root.querySelector<HTMLElement>('#main')?.focus();
}

/** Renders the navigation between the main views on phones, which is beside lists, and the button that begins a message to anyone. */
function BottomBar() {
  const parley = useParley();
  const { store, composing } = parley;
  const totals = useValue(store.unread.totals);
  const present = () => shownView(parley.router.route());
  /** Marks the main view that is shown, and the channels for what their list leads to, such as the feed and the drafts. */
  const mark = (view: 'inbox' | 'channels' | 'direct' | 'search') => {
    if (present() === view) return 'page';
    const isMain = ['inbox', 'direct', 'search'].includes(present());
    return view === 'channels' && !isMain ? 'true' : undefined;
  };
  return (
    <nav class="bottom-bar" aria-label={t('mainViews')}>
      <a href="#inbox" aria-current={mark('inbox')}>
        <Icon of={Inbox} size={20} />
        {t('inbox')}
        <UnreadBadge counts={totals()} />
      </a>
      <a href="#channels" aria-current={mark('channels')}>
        <Icon of={Hash} size={20} />
        {t('channels')}
      </a>
      <a href="#direct" aria-current={mark('direct')}>
        <Icon of={MessagesSquare} size={20} />
        {t('direct')}
        <UnreadBadge counts={{ count: totals().direct, personal: totals().direct }} />
      </a>
      <a href="#search" aria-current={mark('search')}>
        <Icon of={Search} size={20} />
        {t('search')}
      </a>
      <Show when={!composing.isOpen()}>
        <NewMessageButton class="button is-primary new-message" />
      </Show>
    </nav>
  );
}
