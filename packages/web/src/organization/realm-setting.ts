import type { ParamsOf, Registration } from '@parley/client';
import { createExpecting } from '../forms/expecting.ts';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';

/** Names of organization settings whose values the registration contains under the same name with the prefix `realm_`. */
export type RealmSettingName = {
  [N in keyof ParamsOf<'update-realm'>]-?: `realm_${N}` extends keyof Registration ? N : never;
}[keyof ParamsOf<'update-realm'>];

type Value<N extends RealmSettingName> = NonNullable<Registration[`realm_${N}` & keyof Registration]>;

/** Returns the value of a setting of the organization, and the function that saves it. */
export function realmSetting<N extends RealmSettingName>(name: N) {
  const { client } = useParley();
  const value = useField(`realm_${name}` as keyof Registration);
  const expecting = createExpecting(() => ({ [name]: value() }));
  return {
    value: () => value() as Value<N> | null | undefined,
    save: (wanted: ParamsOf<'update-realm'>[N]) =>
      expecting([name], (expected) =>
        client.call('update-realm', { [name]: wanted, expected } as ParamsOf<'update-realm'>),
      ),
  };
}
