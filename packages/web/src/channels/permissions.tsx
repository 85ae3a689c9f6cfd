import type { Channel, ChannelId, GroupSettingValue, ParamsOf } from '@parley/client';
import { type Accessor, For, Show } from 'solid-js';
import { valueInWords } from '../forms/group-words.ts';
import { PermissionSetting } from '../forms/permission.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { useField } from '../model/self.ts';
import { useRights } from './rights.ts';
import { c } from './texts.ts';

const names = [
  'can_send_message_group',
  'can_create_topic_group',
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_subscribe_group',
  'can_resolve_topics_group',
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_delete_own_message_group',
  'can_delete_any_message_group',
] as const;

/** Organization-wide permissions that include a permission of every channel, by the name of the channel's permission. */
const granting = {
  can_add_subscribers_group: 'realm_can_add_subscribers_group',
  can_resolve_topics_group: 'realm_can_resolve_topics_group',
  can_move_messages_within_channel_group: 'realm_can_move_messages_between_topics_group',
  can_move_messages_out_of_channel_group: 'realm_can_move_messages_between_channels_group',
  can_delete_own_message_group: 'realm_can_delete_own_message_group',
  can_delete_any_message_group: 'realm_can_delete_any_message_group',
} as const;

type Name = (typeof names)[number];
type GrantedName = keyof typeof granting;

const isGranted = (name: Name): name is GrantedName => Object.hasOwn(granting, name);

/** Returns what explains the permissions of a channel. Call it inside a component. */
function usePermissionHelp(channel: () => Channel) {
  const { store } = useParley();
  const inOrganization = Object.fromEntries(
    Object.entries(granting).map(([name, field]) => [name, useField(field)]),
  ) as Readonly<Record<GrantedName, Accessor<GroupSettingValue | undefined>>>;
  const groups = useDerived([store.groups.groups], () => ({}));
  /** Whether people have the permission also through the organization or the channel's privacy. */
  const isAddition = (name: Name): boolean =>
    isGranted(name) ||
    name === 'can_administer_channel_group' ||
    (name === 'can_subscribe_group' && !channel().invite_only);
  const helpOf = (name: Name): string | undefined => {
    groups();
    if (name === 'can_administer_channel_group') return c('can_administer_channel_group_help');
    if (name === 'can_subscribe_group') {
      return c(channel().invite_only ? 'can_subscribe_group_help' : 'canSubscribePublicHelp');
    }
    if (!isGranted(name)) return undefined;
    const granted = inOrganization[name]();
    return granted === undefined ? undefined : c('organizationGrants', { who: valueInWords(store, granted) });
  };
  return { isAddition, helpOf };
}

export default function Permissions(props: { channelId: ChannelId }) {
  const { store, client } = useParley();
  const found = useEntry(store.channels.channels, () => props.channelId);
  const channel = () => found() as Channel;
  const rights = useRights(() => props.channelId);
  const rules = useField('server_supported_permission_settings');
  const { isAddition, helpOf } = usePermissionHelp(channel);
  return (
    <Show when={found()}>
      <SettingGroup title={c('permissions')} help={c('permissionsHelp')}>
        <For each={names}>
          {(name) => (
            <PermissionSetting
              label={c(name)}
              help={helpOf(name)}
              noneInWords={isAddition(name) ? c('nobodyElse') : undefined}
              value={() => channel()[name]}
              rules={rules()?.stream[name]}
              isDisabled={!rights().canAdminister || channel().is_archived}
              save={(change) =>
                client.call('update-stream', {
                  stream_id: props.channelId,
                  [name]: change,
                } as ParamsOf<'update-stream'>)
              }
            />
          )}
        </For>
      </SettingGroup>
    </Show>
  );
}
