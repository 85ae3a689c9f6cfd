import type { Channel, ParamsOf } from '@parley/client';
import { For, Show } from 'solid-js';
import { PermissionSetting } from '../forms/permission.tsx';
import { useField } from '../forms/self.ts';
import { SettingGroup } from '../forms/setting.tsx';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { useRights } from './rights.ts';
import { c } from './texts.ts';
import type { ChannelsText } from './texts-en.ts';

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

const helps: Partial<Record<(typeof names)[number], ChannelsText>> = {
  can_administer_channel_group: 'can_administer_channel_group_help',
  can_add_subscribers_group: 'can_add_subscribers_group_help',
  can_subscribe_group: 'can_subscribe_group_help',
  can_resolve_topics_group: 'can_resolve_topics_group_help',
  can_move_messages_within_channel_group: 'can_move_messages_within_channel_group_help',
  can_move_messages_out_of_channel_group: 'can_move_messages_out_of_channel_group_help',
  can_delete_own_message_group: 'can_delete_own_message_group_help',
  can_delete_any_message_group: 'can_delete_any_message_group_help',
};

/** Who may do what in a channel. */
export default function Permissions(props: { channelId: number }) {
  const { store, client } = useParley();
  const found = useEntry(store.channels.channels, () => props.channelId);
  const channel = () => found() as Channel;
  const rights = useRights(() => props.channelId);
  const rules = useField('server_supported_permission_settings');
  return (
    <Show when={found()}>
      <SettingGroup title={c('permissions')} help={c('permissionsHelp')}>
        <For each={names}>
          {(name) => (
            <PermissionSetting
              label={c(name)}
              help={helps[name] && c(helps[name])}
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
