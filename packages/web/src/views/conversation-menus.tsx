import { type Channel, type ChannelId, placeKey } from '@parley/client';
import { Check, ChevronDown, LogOut, Plus, RotateCcw, Settings, Trash2 } from 'lucide';
import { leaveOrAsk } from '../channels/leaving.tsx';
import { t } from '../i18n/index.ts';
import { toggleResolved } from '../messages/message-menu.ts';
import { canDeleteTopics, canResolve } from '../messages/permissions.ts';
import { joinChannel } from '../model/actions.ts';
import { channelHref, isResolved, placeHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { narrowOf } from '../router/router.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { copyLinkEntry, markReadEntry, policyEntries, subscriptionEntries } from '../ui/place-entries.ts';

function HeadMenu(props: { label: string; entries: () => readonly MenuEntry[] }) {
  return (
    <Menu label={props.label} entries={props.entries}>
      <Icon of={ChevronDown} />
    </Menu>
  );
}

/** Renders the menu beside the name of a channel. */
export function ChannelMenu(props: { channelId: ChannelId }) {
  const parley = useParley();
  const { store } = parley;
  const settings = useEntry(store.channels.subscriptions, () => props.channelId);
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const leave = (present: Channel) =>
    leaveOrAsk(parley, present, () => parley.dialogs.open({ kind: 'leave-channel', channel: present }));
  const act = (change: (present: Channel) => unknown) => {
    const present = channel();
    if (present) change(present);
  };
  const entries = (): MenuEntry[] => [
    markReadEntry(parley, () => [{ operator: 'channel', operand: props.channelId }]),
    copyLinkEntry(parley, () => channelHref(store, props.channelId)),
    {
      label: t('settings'),
      icon: Settings,
      run: () => parley.router.go(`#channels/${props.channelId}/general`),
    },
    'separator',
    ...(settings()
      ? [
          ...subscriptionEntries(parley, props.channelId, settings()),
          { label: t('leave'), icon: LogOut, run: () => act(leave) },
        ]
      : [{ label: t('join'), icon: Plus, run: () => act((present) => void joinChannel(parley, present)) }]),
  ];
  return <HeadMenu label={t('channelActions')} entries={entries} />;
}

/** Renders the menu beside the name of a topic. */
export function TopicMenu(props: { channelId: ChannelId; topic: string }) {
  const parley = useParley();
  const { store, connection } = parley;
  const place = () => ({ kind: 'topic', channelId: props.channelId, topic: props.topic }) as const;
  const policy = useEntry(store.channels.userTopics, () => placeKey(place()));
  const anyMessage = () => connection.history.list(narrowOf(place())).newestRange?.ids.at(-1);
  const resolving = (): MenuEntry => ({
    label: t(isResolved(props.topic) ? 'unresolve' : 'resolve'),
    icon: isResolved(props.topic) ? RotateCcw : Check,
    isDisabled: anyMessage() === undefined,
    run: () => {
      const id = anyMessage();
      if (id !== undefined) void toggleResolved(parley, { id, subject: props.topic });
    },
  });
  const deleting = (): MenuEntry => ({
    label: t('deleteTopic'),
    icon: Trash2,
    isDangerous: true,
    run: () => parley.dialogs.open({ kind: 'delete-topic', channelId: props.channelId, topic: props.topic }),
  });
  const entries = (): MenuEntry[] => [
    markReadEntry(parley, () => narrowOf(place())),
    copyLinkEntry(parley, () => placeHref(store, place())),
    'separator',
    ...policyEntries(parley, place, policy()?.visibility_policy),
    ...(canResolve(store, props.channelId, props.topic) ? ['separator' as const, resolving()] : []),
    ...(canDeleteTopics(store, props.channelId) ? ['separator' as const, deleting()] : []),
  ];
  return <HeadMenu label={t('topicActions')} entries={entries} />;
}
