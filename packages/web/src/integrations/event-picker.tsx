import { foldCase } from '@parley/client';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { CheckField, SearchField, TextField } from '../forms/fields.tsx';
import { t } from '../i18n/index.ts';
import type { Integration } from './catalogue.ts';
import type { Choice } from './choice.ts';
import { n } from './texts.ts';

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
  const [query, setQuery] = createSignal('');
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return events.filter((name) => foldCase(name).includes(wanted));
  });
  const chosen = () => props.choice.value().events;
  return (
    <>
      <Show when={events.length > 1}>
        <fieldset class="event-picker">
          <legend class="label">{n('events')}</legend>
          <div class="toolbar">
            <Show when={events.length > fewEvents}>
              <SearchField label={n('filterEvents')} value={query()} onChange={setQuery} />
            </Show>
            <button type="button" class="button" onClick={() => props.choice.setAll(shown(), true)}>
              {n('chooseAll')}
            </button>
            <button type="button" class="button" onClick={() => props.choice.setAll(shown(), false)}>
              {n('chooseNone')}
            </button>
            <span class="muted" role="status">
              {n('eventCount', { count: chosen().size, all: events.length })}
            </span>
          </div>
          <div class="event-list">
            <For each={shown()} fallback={<p class="muted">{t('nothingFound')}</p>}>
              {(name) => (
                <label class="check-field">
                  <input
                    type="checkbox"
                    checked={chosen().has(name)}
                    onChange={(event) => props.choice.setEvent(name, event.currentTarget.checked)}
                  />
                  <EventName name={name} />
                </label>
              )}
            </For>
          </div>
          <div role="alert">
            <Show when={chosen().size === 0}>
              <p class="notice is-error">{n('noEvents')}</p>
            </Show>
          </div>
        </fieldset>
      </Show>
      <For each={options}>
        {({ key, label, input_type: type }) => (
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
        )}
      </For>
    </>
  );
}
