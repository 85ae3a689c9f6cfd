import { organizationSettings } from '@parley/client/settings';
import { PickSetting } from '../../forms/setting.tsx';
import { channelName, compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { o } from '../texts.ts';
import { useSetting } from './use-setting.ts';

type ChannelSettingName =
  | 'new_stream_announcements_stream_id'
  | 'signup_announcements_stream_id'
  | 'moderation_request_channel_id';

/** Renders a setting whose value is a channel, or none. */
export function ChannelSetting(props: {
  name: ChannelSettingName;
  label: string;
  help: string | undefined;
  isDisabled: boolean;
  save: (id: number) => Promise<unknown>;
}) {
  const { store } = useParley();
  const setting = useSetting(props.name);
  const isPrivate = organizationSettings[props.name].unit === 'private channel';
  const channels = useDerived([store.channels.channels], () =>
    [...store.channels.channels.values()]
      .filter((channel) => !channel.is_archived && channel.invite_only === isPrivate)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  const present = () => Number(setting.value() ?? -1);
  return (
    <PickSetting
      label={props.label}
      help={props.help}
      isDisabled={props.isDisabled}
      value={present}
      save={props.save}
      chosen={() => (present() > 0 ? `#${channelName(store, present())}` : o('noChannel'))}
      items={() => [
        { id: -1, label: o('noChannel') },
        ...channels().map((channel) => ({ id: channel.stream_id, label: `#${channel.name}` })),
      ]}
    />
  );
}
