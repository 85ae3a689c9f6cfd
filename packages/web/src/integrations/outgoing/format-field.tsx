import { createUniqueId, For } from 'solid-js';
import { n } from '../texts.ts';

/** Formats of requests to programs, by their numbers in the API. */
export const formats = [1, 2] as const;

/** Renders the choice of the format in which a program gets messages. */
export function FormatField(props: { value: number; onChange: (format: number) => void }) {
  const name = createUniqueId();
  return (
    <fieldset class="radio-list">
      <legend class="label">{n('format')}</legend>
      <For each={formats}>
        {(each) => (
          <label>
            <input
              type="radio"
              name={name}
              checked={props.value === each}
              onChange={() => props.onChange(each)}
            />
            <span>
              {n(`format${each}`)}
              <span class="setting-help is-block">{n(`formatHelp${each}`)}</span>
            </span>
          </label>
        )}
      </For>
    </fieldset>
  );
}
