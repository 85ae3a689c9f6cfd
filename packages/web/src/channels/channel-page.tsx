import type { Channel, ChannelId } from '@parley/client';
import { createEffect, For, lazy, on, Show, Suspense } from 'solid-js';
import { usePagePath } from '../forms/page.tsx';
import { directionOf } from '../i18n/direction.ts';
import { channelHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { JoinButton } from './joining.tsx';
import { ChannelPageHead } from './page-head.tsx';
import { c } from './texts.ts';

const General = lazy(() => import('./general.tsx'));
const Members = lazy(() => import('./members.tsx'));
const Permissions = lazy(() => import('./permissions.tsx'));
const Personal = lazy(() => import('./personal.tsx'));

const tabs = ['general', 'members', 'permissions', 'personal'] as const;
type Tab = (typeof tabs)[number];

const views = { general: General, members: Members, permissions: Permissions, personal: Personal } as const;

/** Returns the tab that a path names. Links of other clients name the channel before, and call members `subscribers`. */
function tabOf(path: readonly string[]): Tab {
  const last = path.length > 1 ? path.at(-1) : undefined;
  if (last === 'subscribers') return 'members';
  return tabs.find((tab) => tab === last) ?? 'general';
}

/** Renders the settings of a channel in tabs. */
export default function ChannelPage(props: { channelId: ChannelId }) {
  const { store } = useParley();
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const pagePath = usePagePath();
  const tab = () => tabOf(pagePath());
  const view = () => views[tab()];
  return (
    <div class="pages-section">
      <Head channel={channel()} />
      <div class="view-scroll">
        <div class="page-body">
          <Show when={channel() !== undefined} fallback={<p class="empty">{c('unknown')}</p>}>
            <Tabs channelId={props.channelId} present={tab()} />
            <h2 class="visually-hidden">{c(tab())}</h2>
            <Suspense fallback={<div class="skeleton" />}>
              <Show when={view()} keyed>
                {(View) => <View channelId={props.channelId} />}
              </Show>
            </Suspense>
          </Show>
        </div>
      </div>
    </div>
  );
}

function Head(props: { channel: Channel | undefined }) {
  const { store } = useParley();
  const title = () => props.channel?.name ?? c('title');
  return (
    <ChannelPageHead>
      <Show when={props.channel}>{(present) => <ChannelIcon channel={present()} />}</Show>
      <h1 dir={directionOf(title())}>{title()}</h1>
      <span class="head-actions">
        <Show when={props.channel}>
          {(present) => (
            <>
              <a class="button" href={channelHref(store, present().stream_id)}>
                {c('open')}
              </a>
              <JoinButton channel={present()} isPrimary />
            </>
          )}
        </Show>
      </span>
    </ChannelPageHead>
  );
}

function Tabs(props: { channelId: ChannelId; present: Tab }) {
  /** Scrolls the current tab into view, because the row of tabs may be wider than the window. */
  const showPresentTab = (row: HTMLElement) =>
    createEffect(
      on(
        () => props.present,
        () =>
          queueMicrotask(() =>
            row.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
          ),
      ),
    );
  return (
    <nav class="tabs" aria-label={c('tabs')} ref={showPresentTab}>
      <For each={tabs}>
        {(each) => (
          <a
            href={`#channels/${props.channelId}/${each}`}
            aria-current={props.present === each ? 'page' : undefined}
          >
            {c(each)}
          </a>
        )}
      </For>
    </nav>
  );
}
