import { lazy, Match, Suspense, Switch } from 'solid-js';
import { usePagePath } from '../forms/page.tsx';
import { formTexts } from '../forms/texts.ts';
import { channelsTexts } from './texts.ts';

await Promise.all([formTexts.load(), channelsTexts.load()]);

const Browse = lazy(() => import('./browse.tsx'));
const NewChannel = lazy(() => import('./new-channel.tsx'));
const ChannelPage = lazy(() => import('./channel-page.tsx'));

/** Renders the page of channels: the list, the form of a new channel, or the settings of one channel. */
export default function ChannelsPage() {
  const pagePath = usePagePath();
  const channelId = () => {
    const [first = ''] = pagePath();
    return /^\d+$/.test(first) ? Number(first) : undefined;
  };
  return (
    <Suspense fallback={<div class="skeleton" />}>
      <Switch fallback={<Browse />}>
        <Match when={channelId()} keyed>
          {(id) => <ChannelPage channelId={id} />}
        </Match>
        <Match when={pagePath()[0] === 'new'}>
          <NewChannel />
        </Match>
      </Switch>
    </Suspense>
  );
}
