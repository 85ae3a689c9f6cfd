import type { ParamsOf } from '@parley/client';
import { useParley } from '../model/parley.tsx';
import { useSetting } from '../model/settings.ts';

export type SettingName = Exclude<
  keyof ParamsOf<'update-settings'>,
  'full_name' | 'email' | 'old_password' | 'new_password' | 'timezone'
>;

type ValueOf<N extends SettingName> = NonNullable<ParamsOf<'update-settings'>[N]>;

/**
 * Returns the value of one of the person's settings and a function that saves it. `otherwise` replaces an unknown value.
 */
export function ownSetting<N extends SettingName>(name: N, otherwise: ValueOf<N>) {
  const { client } = useParley();
  const value = useSetting<ValueOf<N>>(name);
  return {
    value: (): ValueOf<N> => value() ?? otherwise,
    save: (wanted: ValueOf<N>) =>
      client.call('update-settings', { [name]: wanted } as ParamsOf<'update-settings'>),
  };
}
