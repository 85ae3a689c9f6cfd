import { type JSX, Show } from 'solid-js';
import { PageClose } from '../forms/page.tsx';
import { useOneColumn } from '../lib/window/window-width.ts';
import { BackLink } from '../ui/back-link.tsx';
import { c } from './texts.ts';

/**
 * Renders the head of a page below the list of channels. Where there is room, one closes it as all pages, and the list stands before the
 * title; on phones, the way back leads to the list.
 */
export function ChannelPageHead(props: { children: JSX.Element }) {
  const isNarrow = useOneColumn();
  return (
    <header class="view-head">
      <Show
        when={isNarrow()}
        fallback={
          <>
            <PageClose />
            <a class="page-above" href="#channels/all">
              {c('title')}
            </a>
          </>
        }
      >
        <BackLink href="#channels/all" label={c('allChannels')} />
      </Show>
      {props.children}
    </header>
  );
}
