import type { ParamsOf } from '@parley/client';
import { personalSettings, type ValueOf } from '@parley/client/settings';
import { useParley } from '../model/parley.tsx';
import { useSetting as useStored } from '../model/settings.ts';

type Descriptions = typeof personalSettings;
export type SettingName = keyof Descriptions;
export type SettingValue<Name extends SettingName> = ValueOf<Descriptions[Name]>;

/** Where the value of a setting is, and the function that saves it. */
export type Stored<Value> = {
  value(): Value;
  save(wanted: Value): Promise<unknown>;
};

/** Returns the value of one of the person's settings, and the function that saves it. */
export function useSetting<Name extends SettingName>(name: Name): Stored<SettingValue<Name>> {
  const { client } = useParley();
  const value = useStored<SettingValue<Name>>(name);
  return {
    value: () => {
      const stored = value();
      return stored === undefined ? (personalSettings[name].default as SettingValue<Name>) : stored;
    },
    save: (wanted) => client.call('update-settings', { [name]: wanted } as ParamsOf<'update-settings'>),
  };
}
