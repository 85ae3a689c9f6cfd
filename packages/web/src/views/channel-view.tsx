import { Match, Show, Switch } from 'solid-js';
import { ComposeBox } from '../compose/compose-box.tsx';
import type { ChannelRoute } from '../router/channel-address.ts';
import { ChannelThings } from './channel-things.tsx';
import { ChannelTopics } from './channel-topics.tsx';
import { ConversationHead } from './conversation-head.tsx';

/** Renders the topics, files or links of a channel. */
export default function ChannelView(props: { present: ChannelRoute }) {
  return (
    <Show when={props.present.channelId} keyed>
      {(channelId) => (
        <>
          <ConversationHead
            narrow={[{ operator: 'channel', operand: channelId }]}
            place={undefined}
            channelId={channelId}
            tab={props.present.tab}
          />
          <Switch>
            <Match when={props.present.tab === 'topics'}>
              <ChannelTopics channelId={channelId} />
            </Match>
            <Match when={props.present.tab === 'files'}>
              <ChannelThings channelId={channelId} kind="file" />
            </Match>
            <Match when={props.present.tab === 'links'}>
              <ChannelThings channelId={channelId} kind="link" />
            </Match>
          </Switch>
          <ComposeBox place={undefined} channelId={channelId} startsTopics={props.present.tab === 'topics'} />
        </>
      )}
    </Show>
  );
}
