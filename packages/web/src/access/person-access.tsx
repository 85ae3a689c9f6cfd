import { ApiError, type UserId } from '@parley/client';
import { createResource, createSignal, For, Show } from 'solid-js';
import { SettingGroup } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { BotsField, WhatEnds } from './access-fields.tsx';
import { keyDetails } from './key-details.ts';
import { ac } from './texts.ts';

/** ID of the account's own key in the list and in requests. */
const accountKeyId = 0;

type Row = { readonly id: number; readonly name: string; readonly details: string };

/** Returns the keys of an account, and ends them. Call it inside a component. */
function createKeys(props: { userId: UserId }) {
  const { client, toasts } = useParley();
  const [answer, { refetch }] = createResource(
    () => props.userId,
    (user_id) => client.call('get-user-api-keys', { user_id }),
  );
  const rows = (): readonly Row[] => {
    const keys = answer.error ? undefined : answer.latest;
    if (!keys) return [];
    const { last_used: used, last_used_address: address } = keys.account_key;
    const own = used === null ? ac('unused') : ac('keyUsed', { time: shortDateTimeOf(used), address });
    return [
      { id: accountKeyId, name: ac('accountKey'), details: own },
      ...keys.api_keys.map((key) => ({ id: key.id, name: key.name, details: keyDetails(key) })),
    ];
  };
  const endKey = async ({ id }: Row) => {
    await client.call('delete-user-api-key', { user_id: props.userId, key_id: id });
    // The account's own key is replaced, so its row stays.
    toasts.show(ac('endedKey'));
    await refetch();
  };
  /** Administrators may not see the keys of owners. */
  const isRefused = () => answer.error instanceof ApiError && answer.error.status < 500;
  return { answer, refetch, rows, endKey, isRefused };
}

/** Lists the API keys of another account, for administrators, who can end each of them, or all access of the account. */
export function PersonAccess(props: { userId: UserId }) {
  const { answer, refetch, rows, endKey, isRefused } = createKeys(props);
  const [asked, setAsked] = createSignal<Row>();
  return (
    <Show when={!isRefused()}>
      <SettingGroup title={ac('keysOfPerson')}>
        <Show when={answer.error}>
          <NotLoaded text={ac('keysNotLoaded')} onRetry={() => void refetch()} />
        </Show>
        <ul class="plain-list" aria-label={ac('keysOfPerson')}>
          <For each={rows()}>{(row) => <KeyRow row={row} onEnd={() => setAsked(row)} />}</For>
        </ul>
        <EndAll userId={props.userId} onEnded={refetch} />
        <Show when={asked()} keyed>
          {(row) => <EndKey row={row} end={() => endKey(row)} onClose={() => setAsked(undefined)} />}
        </Show>
      </SettingGroup>
    </Show>
  );
}

function KeyRow(props: { row: Row; onEnd: () => void }) {
  const { row } = props;
  return (
    <li>
      <div class="row-main is-whole">
        <span dir={directionOf(row.name)}>{row.name}</span>
        <span class="muted">{row.details}</span>
      </div>
      <button
        type="button"
        class="button"
        aria-label={row.id === accountKeyId ? ac('endAccountKey') : ac('endKeyOf', { name: row.name })}
        onClick={() => props.onEnd()}
      >
        {ac('endKey')}
      </button>
    </li>
  );
}

function EndKey(props: { row: Row; end: () => Promise<void>; onClose: () => void }) {
  const { row } = props;
  return (
    <FormDialog
      title={row.id === accountKeyId ? ac('accountKeyAsk') : ac('endKeyAsk', { name: row.name })}
      button={ac('endKey')}
      isDangerous
      act={props.end}
      onClose={props.onClose}
    >
      <p>{ac('endKeyMore')}</p>
      <Show when={row.id === accountKeyId}>
        <p>{ac('accountKeyMore')}</p>
      </Show>
    </FormDialog>
  );
}

/** Renders the button that ends all access of an account. It asks first. */
function EndAll(props: { userId: UserId; onEnded: () => unknown }) {
  const { client, store, toasts } = useParley();
  const [isEnding, setEnding] = createSignal(false);
  const [endsBots, setEndsBots] = createSignal(false);
  const endAll = async () => {
    await client.call('end-user-access', { user_id: props.userId, end_bots: endsBots() });
    toasts.show(ac('ended'));
    await props.onEnded();
  };
  return (
    <>
      <div class="form-actions">
        <button type="button" class="button is-danger" onClick={() => setEnding(true)}>
          {ac('ofPerson')}
        </button>
      </div>
      <Show when={isEnding()}>
        <FormDialog
          title={ac('ofPersonAsk', { name: userName(store, props.userId) })}
          button={ac('ofPerson')}
          isDangerous
          act={endAll}
          onClose={() => setEnding(false)}
        >
          <WhatEnds />
          <BotsField userId={props.userId} value={endsBots()} onChange={setEndsBots} />
        </FormDialog>
      </Show>
    </>
  );
}
