import { foldCase } from '@parley/client';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { CheckField, SearchField, TextField } from '../../forms/fields.tsx';
import { t } from '../../i18n/index.ts';
import type { Integration } from '../catalogue/catalogue.ts';
import { n } from '../texts.ts';
import type { Choice } from './choice.ts';

/** Number of events above which they can be filtered. */
const fewEvents = 12;

/** Renders the name of an event, which may break only after its parts as long as they fit. */
function EventName(props: { name: string }) {
  return (
    <code dir="ltr">
      <For each={props.name.split(/(?<=[^\p{L}\p{N}])/u)}>
        {(part) => (
          <>
            {part}
            <wbr />
          </>
        )}
      </For>
    </code>
  );
}

/** Renders the choice of the events that become messages, and the options of an integration. Renders nothing if it has neither. */
export function EventPicker(props: { integration: Integration; choice: Choice }) {
  const { events, options } = props.integration;
  return (
    <>
      <Show when={events.length > 1}>
        <Events events={events} choice={props.choice} />
      </Show>
      <For each={options}>{(option) => <Option option={option} choice={props.choice} />}</For>
    </>
  );
}

function Events(props: { events: readonly string[]; choice: Choice }) {
  const { events } = props;
  const [query, setQuery] = createSignal('');
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return events.filter((name) => foldCase(name).includes(wanted));
  });
  const chosen = () => props.choice.value().events;
  return (
    <fieldset class="event-picker">
      <legend class="label">{n('events')}</legend>
      <div class="toolbar">
        <Show when={events.length > fewEvents}>
          <SearchField label={n('filterEvents')} value={query()} onChange={setQuery} />
        </Show>
        <SetAll names={shown()} choice={props.choice} />
        <span class="muted" role="status">
          {n('eventCount', { count: chosen().size, all: events.length })}
        </span>
      </div>
      <div class="event-list">
        <For each={shown()} fallback={<p class="muted">{t('nothingFound')}</p>}>
          {(name) => <EventField name={name} isOn={chosen().has(name)} choice={props.choice} />}
        </For>
      </div>
      <div role="alert">
        <Show when={chosen().size === 0}>
          <p class="notice is-error">{n('noEvents')}</p>
        </Show>
      </div>
    </fieldset>
  );
}

/** Renders the buttons that choose all events of a list, or none. */
function SetAll(props: { names: readonly string[]; choice: Choice }) {
  return (
    <>
      <button type="button" class="button" onClick={() => props.choice.setAll(props.names, true)}>
        {n('chooseAll')}
      </button>
      <button type="button" class="button" onClick={() => props.choice.setAll(props.names, false)}>
        {n('chooseNone')}
      </button>
    </>
  );
}

function Option(props: { option: Integration['options'][number]; choice: Choice }) {
  const { key, label, input_type: type } = props.option;
  return (
    <Show
      when={type === 'checkbox'}
      fallback={
        <TextField
          label={label}
          value={props.choice.value().options[key] ?? ''}
          onChange={(text) => props.choice.setOption(key, text)}
        />
      }
    >
      <CheckField
        label={label}
        value={props.choice.value().options[key] === 'true'}
        onChange={(isOn) => props.choice.setOption(key, isOn ? 'true' : '')}
      />
    </Show>
  );
}

function EventField(props: { name: string; isOn: boolean; choice: Choice }) {
  return (
    <label class="check-field">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.choice.setEvent(props.name, event.currentTarget.checked)}
      />
      <EventName name={props.name} />
    </label>
  );
}
