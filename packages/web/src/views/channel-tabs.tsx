import type { ChannelId } from '@parley/client';
import { For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { channelHref, pinsHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { channelTabHref, channelTabs } from '../router/channel-address.ts';

const names = {
  topics: 'topics',
  messages: 'messages',
  pins: 'pinned',
  files: 'files',
  links: 'links',
} as const;

export type PartOfChannel = keyof typeof names;

/** Renders links to the parts of a channel: its topics, all of its messages, pinned ones, files and links. */
export function ChannelTabs(props: { channelId: ChannelId; present: PartOfChannel }) {
  const { store } = useParley();
  const [topics, ...others] = channelTabs;
  const hrefOf = (tab: PartOfChannel): string => {
    if (tab === 'messages') return channelHref(store, props.channelId);
    return tab === 'pins' ? pinsHref(store, props.channelId) : channelTabHref(tab, props.channelId);
  };
  return (
    <nav class="choice-chips channel-tabs" aria-label={t('channelParts')}>
      <For each={[topics, 'messages' as const, 'pins' as const, ...others]}>
        {(tab) => (
          <a class="choice-chip" href={hrefOf(tab)} aria-current={props.present === tab ? 'page' : undefined}>
            {t(names[tab])}
          </a>
        )}
      </For>
    </nav>
  );
}
