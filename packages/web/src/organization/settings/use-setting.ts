import type { ParamsOf, Registration } from '@parley/client';
import { organizationSettings, type ValueOf } from '@parley/client/settings';
import { createExpecting } from '../../forms/expecting.ts';
import { useParley } from '../../model/parley.tsx';
import { roles, useField, useRole } from '../../model/self.ts';

type Descriptions = typeof organizationSettings;
export type SettingName = keyof Descriptions;
export type SettingValue<Name extends SettingName> = ValueOf<Descriptions[Name]>;

/** Returns the value of a setting of the organization, whether the reader may change it, and the function that saves it. */
export function useSetting<Name extends SettingName>(name: Name) {
  const { client } = useParley();
  const role = useRole();
  const value = useField(`realm_${name}` as keyof Registration);
  const expecting = createExpecting(() => ({ [name]: value() }));
  const { changedBy } = organizationSettings[name];
  return {
    value: () => value() as SettingValue<Name> | undefined,
    isDisabled: () => role() > (changedBy === 'owners' ? roles.owner : roles.administrator),
    save: (wanted: unknown) =>
      expecting([name], (expected) =>
        client.call('update-realm', { [name]: wanted, expected } as ParamsOf<'update-realm'>),
      ),
  };
}
