import type { Registration } from '@parley/client';
import { For } from 'solid-js';
import { createAsking } from '../../forms/asking.tsx';
import { SettingGroup, ToggleSetting } from '../../forms/setting.tsx';
import { useSetting } from '../settings/use-setting.ts';
import { o } from '../texts.ts';

type Methods = NonNullable<Registration['realm_authentication_methods']>;

/** Returns what is known of sign-in methods by their names, and switches them. Call it inside a component. */
function createMethods() {
  const setting = useSetting('authentication_methods');
  const { ask, Question } = createAsking();
  const method = (name: string) => (setting.value() as Methods | undefined)?.[name];
  const isAvailable = (name: string) => method(name)?.available !== false;
  const nameOf = (name: string): string => {
    if (name === 'Email') return o('methodEmail');
    if (name === 'LDAP') return o('methodLdap');
    return method(name)?.display_name ?? name;
  };
  const helpOf = (name: string): string | undefined => {
    if (!isAvailable(name)) return o('methodUnavailable');
    return name === 'Email' ? o('methodEmailHelp') : undefined;
  };
  const save = (name: string, isOn: boolean): Promise<unknown> => {
    const change = () => setting.save({ [name]: isOn });
    if (isOn) return change();
    const question = {
      title: o('methodOffAsk', { name: nameOf(name) }),
      body: o('methodOffMore'),
      button: o('methodOff'),
      stored: () => method(name)?.enabled,
    };
    return ask(question, change);
  };
  return { setting, method, isAvailable, nameOf, helpOf, save, Question };
}

/** Lists the configured sign-in methods, also unavailable ones. Owners switch available ones on and off. */
export function SignInMethods() {
  const { setting, method, isAvailable, nameOf, helpOf, save, Question } = createMethods();
  return (
    <SettingGroup title={o('signInMethods')} help={o('signInMethodsHelp')}>
      <For each={Object.keys(setting.value() ?? {})}>
        {(name) => (
          <ToggleSetting
            label={nameOf(name)}
            help={helpOf(name)}
            isDisabled={setting.isDisabled() || !isAvailable(name)}
            value={() => method(name)?.enabled === true}
            save={(isOn) => save(name, isOn)}
          />
        )}
      </For>
      <Question />
    </SettingGroup>
  );
}
