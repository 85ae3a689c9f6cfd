import type { UserId } from '@parley/client';
import { For, Show } from 'solid-js';
import { CheckField } from '../forms/fields.tsx';
import { listOf } from '../i18n/format.ts';
import { useParley } from '../model/parley.tsx';
import { ac } from './texts.ts';

/** Lists what ends with all access of an account, and what stays. `keepsSession`: this browser stays logged in. */
export function WhatEnds(props: { keepsSession?: boolean }) {
  const names = () =>
    [
      'endsKeys',
      props.keepsSession ? 'endsOtherSessions' : 'endsSessions',
      'endsDevices',
      'endsLinks',
    ] as const;
  return (
    <>
      <ul class="bullets">
        <For each={names()}>{(name) => <li>{ac(name)}</li>}</For>
      </ul>
      <p>{ac('stays')}</p>
    </>
  );
}

/** Renders the tick with which the access of a person's bots ends, too. Renders nothing for a person without active bots. */
export function BotsField(props: { userId: UserId; value: boolean; onChange: (isOn: boolean) => void }) {
  const { store } = useParley();
  const names = () =>
    [...store.people.users.values()]
      .filter((user) => user.is_bot && user.is_active && user.bot_owner_id === props.userId)
      .map(({ full_name: name }) => name);
  const words = () => ({ count: names().length, names: listOf(names()) });
  return (
    <Show when={names().length > 0}>
      <CheckField label={ac('endBots', words())} value={props.value} onChange={props.onChange} />
      <p class="muted">{ac('botsGoOn', words())}</p>
    </Show>
  );
}
