import { type ChannelId, placeKey } from '@parley/client';
import { Bell, BellOff, BellRing, CircleCheck } from 'lucide';
import { Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { toggleResolved } from '../messages/message-menu.ts';
import { canResolve } from '../messages/permissions.ts';
import { topicPolicies } from '../model/actions.ts';
import { isResolved } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { usePermissionChanges } from '../model/permission-changes.ts';
import { useEntry } from '../model/reactive.ts';
import { narrowOf } from '../router/router.ts';
import { Icon } from '../ui/icon.tsx';
import { followEntry } from '../ui/place-entries.ts';

/** Renders what people do most with a topic, beside its name: resolve and follow it. The buttons show whether it is. */
export default function TopicTools(props: { channelId: ChannelId; topic: string }) {
  const parley = useParley();
  const { store, connection } = parley;
  const place = () => ({ kind: 'topic', channelId: props.channelId, topic: props.topic }) as const;
  const policy = useEntry(store.channels.userTopics, () => placeKey(place()));
  const permissions = usePermissionChanges();
  const mayResolve = () => {
    permissions();
    return canResolve(store, props.channelId, props.topic);
  };
  const resolve = () => {
    const id = connection.history.list(narrowOf(place())).newestRange?.ids.at(-1);
    if (id !== undefined) void toggleResolved(parley, { id, subject: props.topic });
  };
  const isFollowed = () => policy()?.visibility_policy === topicPolicies.followed;
  const isMuted = () => policy()?.visibility_policy === topicPolicies.muted;
  /** The action of the topic's menu. */
  const following = () => followEntry(parley, place, policy()?.visibility_policy);
  const resolveName = () => t(isResolved(props.topic) ? 'unresolve' : 'resolve');
  return (
    <span class="topic-tools">
      <Show when={mayResolve()}>
        <button
          type="button"
          class="icon-button"
          classList={{ 'is-resolved': isResolved(props.topic) }}
          aria-label={resolveName()}
          title={resolveName()}
          onClick={resolve}
        >
          <Icon of={CircleCheck} size={20} />
        </button>
      </Show>
      <button
        type="button"
        class="icon-button"
        classList={{ 'is-followed': isFollowed() }}
        aria-label={following().label}
        title={following().label}
        onClick={() => following().run()}
      >
        <Icon of={isFollowed() ? BellRing : isMuted() ? BellOff : Bell} size={20} />
      </button>
    </span>
  );
}
