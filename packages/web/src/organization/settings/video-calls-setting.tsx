import { ChoiceSetting } from '../../forms/setting.tsx';
import { useField } from '../../model/self.ts';
import { o } from '../texts.ts';
import { type SettingValue, useSetting } from './use-setting.ts';

type Provider = SettingValue<'video_chat_provider'>;
type Providers = Readonly<Record<string, { readonly name: string; readonly id: Provider }>>;

/** Renders the provider of calls. The operators of the server decide which there are. */
export function VideoCallsSetting() {
  const setting = useSetting('video_chat_provider');
  const available = useField('realm_available_video_chat_providers');
  const providers = () =>
    Object.values((available() ?? {}) as Providers).map(({ id, name }) => ({
      value: id,
      label: id === 0 ? o('noCalls') : name,
    }));
  return (
    <ChoiceSetting<Provider>
      label={o('video_chat_provider')}
      isDisabled={setting.isDisabled()}
      value={() => setting.value() ?? 0}
      save={setting.save}
      options={providers()}
    />
  );
}
