import { Hash, Inbox, MessagesSquare, Search } from 'lucide';
import { createEffect, createMemo, createSignal, lazy, Match, Show, Suspense, Switch } from 'solid-js';
import { t } from './i18n/index.ts';
import { watchKeys } from './keys.ts';
import { Announcer } from './messages/announce.tsx';
import { followMovedTopic } from './model/moved-topics.ts';
import { narrowTitle } from './model/names.ts';
import { notifyOfMessages, showUnreadInTitle } from './model/notifications.ts';
import { useParley } from './model/parley.tsx';
import { reportPresence } from './model/presence.ts';
import { PeoplePanel } from './people/people-panel.tsx';
import { route } from './router.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { ConnectionStatus } from './ui/connection-status.tsx';
import { Icon } from './ui/icon.tsx';
import { openPanel, setOpenPanel } from './ui/panels.ts';
import { Toasts } from './ui/toasts.tsx';
import { Conversation } from './views/conversation.tsx';
import { InboxView } from './views/inbox.tsx';

const RecentView = lazy(() => import('./views/recent.tsx'));
const DraftsView = lazy(() => import('./views/drafts.tsx'));
const ScheduledView = lazy(() => import('./views/scheduled.tsx'));
const SearchView = lazy(() => import('./views/search-view.tsx'));
const ShortcutsDialog = lazy(() => import('./ui/shortcuts-dialog.tsx'));
const ImageViewer = lazy(() => import('./content/image-viewer.tsx'));

/** The signed-in client: navigation, the present view, people. */
export function Workspace() {
  const parley = useParley();
  const { store } = parley;
  const [isShowingKeys, setShowingKeys] = createSignal(false);
  const [image, setImage] = createSignal<HTMLAnchorElement>();
  watchKeys({ parley, showShortcuts: () => setShowingKeys(true) });
  reportPresence(parley);
  notifyOfMessages(parley);
  followMovedTopic(parley);

  const title = createMemo(() => {
    const present = route();
    if (present.view === 'messages') return narrowTitle(store, present.narrow);
    return t(
      (
        {
          inbox: 'inbox',
          recent: 'recentConversations',
          drafts: 'drafts',
          scheduled: 'scheduledMessages',
          channels: 'channels',
          direct: 'directMessages',
          search: 'search',
        } as const
      )[present.view],
    );
  });
  showUnreadInTitle(parley, title);
  // Navigation closes panels that cover the view on small screens.
  createEffect(() => {
    route();
    setOpenPanel(undefined);
  });
  /** Each place gets a new conversation component, and so does each message near which it starts. */
  const conversationKey = createMemo(() => {
    const present = route();
    return present.view === 'messages' ? JSON.stringify([present.narrow, present.near]) : undefined;
  });
  const narrowNow = () => {
    const present = route();
    return present.view === 'messages' ? present : undefined;
  };

  /** Images of messages open in the viewer, unless the person opens a new tab. */
  function openImage(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.message_inline_image a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setImage(link);
  }

  return (
    <div
      class="workspace"
      data-view={route().view}
      data-panel={openPanel()}
      ref={(element) => element.addEventListener('click', openImage)}
    >
      <button type="button" class="skip-link" onClick={skipToMain}>
        {t('skipToMain')}
      </button>
      <Sidebar />
      <main class="center" id="main" tabindex="-1">
        <ConnectionStatus />
        <Suspense fallback={<div class="skeleton" />}>
          <Switch>
            <Match when={conversationKey()} keyed>
              {(_key) => <Conversation narrow={narrowNow()!.narrow} near={narrowNow()!.near} />}
            </Match>
            <Match when={['inbox', 'channels', 'direct'].includes(route().view)}>
              <InboxView />
            </Match>
            <Match when={route().view === 'recent'}>
              <RecentView />
            </Match>
            <Match when={route().view === 'drafts'}>
              <DraftsView />
            </Match>
            <Match when={route().view === 'scheduled'}>
              <ScheduledView />
            </Match>
            <Match when={route().view === 'search'}>
              <SearchView />
            </Match>
          </Switch>
        </Suspense>
      </main>
      <PeoplePanel />
      <BottomBar />
      <Toasts />
      <Announcer />
      <Suspense>
        <Show when={isShowingKeys()}>
          <ShortcutsDialog onClose={() => setShowingKeys(false)} />
        </Show>
        <Show when={image()} keyed>
          {(link) => <ImageViewer link={link} onClose={() => setImage(undefined)} />}
        </Show>
      </Suspense>
    </div>
  );
}

function skipToMain(): void {
  document.querySelector<HTMLElement>('#main')?.focus();
}

/** Navigation to the main views on phones. */
function BottomBar() {
  return (
    <nav class="bottom-bar" aria-label={t('mainViews')}>
      <a href="#inbox" aria-current={route().view === 'inbox' ? 'page' : undefined}>
        <Icon of={Inbox} size={20} />
        {t('inbox')}
      </a>
      <a href="#channels" aria-current={route().view === 'channels' ? 'page' : undefined}>
        <Icon of={Hash} size={20} />
        {t('channels')}
      </a>
      <a href="#direct" aria-current={route().view === 'direct' ? 'page' : undefined}>
        <Icon of={MessagesSquare} size={20} />
        {t('direct')}
      </a>
      <a href="#search" aria-current={route().view === 'search' ? 'page' : undefined}>
        <Icon of={Search} size={20} />
        {t('search')}
      </a>
    </nav>
  );
}
