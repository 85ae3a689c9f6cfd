import { For, Show } from 'solid-js';
import { CheckField } from '../forms/fields.tsx';
import { listOf } from '../i18n/format.ts';
import { useParley } from '../model/parley.tsx';
import { ac } from './texts.ts';

/** Lists what ends together with all access of an account, and what stays. */
export function WhatEnds() {
  return (
    <>
      <ul>
        <For each={['endsKeys', 'endsSessions', 'endsDevices', 'endsLinks'] as const}>
          {(name) => <li>{ac(name)}</li>}
        </For>
      </ul>
      <p>{ac('stays')}</p>
    </>
  );
}

/** Renders the tick with which the access of a person's bots ends, too. Renders nothing for a person without active bots. */
export function BotsField(props: { userId: number; value: boolean; onChange: (isOn: boolean) => void }) {
  const { store } = useParley();
  const names = () =>
    [...store.people.users.values()]
      .filter((user) => user.is_bot && user.is_active && user.bot_owner_id === props.userId)
      .map(({ full_name: name }) => name);
  const words = () => ({ count: names().length, names: listOf(names()) });
  return (
    <Show when={names().length > 0}>
      <CheckField label={ac('endBots', words())} value={props.value} onChange={props.onChange} />
      <Show when={!props.value}>
        <p class="muted">{ac('botsGoOn', words())}</p>
      </Show>
    </Show>
  );
}
