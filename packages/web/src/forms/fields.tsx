/** Fields of dialogs and lists. */

import { createUniqueId, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';

/** Renders a search field that filters the list below it. */
export function SearchField(props: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <input
      class="input"
      aria-label={props.label}
      placeholder={props.label}
      dir={directionOf(props.value)}
      value={props.value}
      on:input={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** Renders a labelled text field of a dialog, saved together with the dialog. */
export function TextField(props: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  help?: string;
  maxLength?: number;
  /** Whether the text is a pattern or an address, shown in the typeface of code. */
  isCode?: boolean;
  /** Number of lines; without it, the field has one line. */
  rows?: number;
  isRequired?: boolean;
  placeholder?: string;
  /** What is wrong with the text. Shown below the field instead of the help. */
  problem?: string | undefined;
}) {
  const id = createUniqueId();
  const shared = () => ({
    id,
    class: 'input',
    classList: { 'is-code': props.isCode ?? false },
    dir: props.isCode ? ('ltr' as const) : directionOf(props.value),
    'data-max-length': props.maxLength,
    required: props.isRequired ?? false,
    placeholder: props.placeholder,
    'aria-describedby': props.help || props.problem ? `${id}-help` : undefined,
    'aria-invalid': props.problem === undefined ? undefined : ('true' as const),
    value: props.value,
    onInput: (event: InputEvent & { currentTarget: { value: string } }) =>
      props.onChange(event.currentTarget.value),
  });
  return (
    <div class="field">
      <label class="label" for={id}>
        {props.label}
      </label>
      <Show when={props.rows} fallback={<input {...shared()} />}>
        {(rows) => <textarea {...shared()} rows={rows()} />}
      </Show>
      <Show when={props.problem ?? props.help}>
        {(words) => (
          <span
            class="setting-help"
            classList={{ 'is-problem': props.problem !== undefined }}
            id={`${id}-help`}
          >
            {words()}
          </span>
        )}
      </Show>
    </div>
  );
}

/**
 * Renders a checkbox of a form. `help` is shown below the label. It describes the checkbox, and is not a part of its name.
 */
export function CheckField(props: {
  label: string;
  help?: string;
  value: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const helpId = createUniqueId();
  return (
    <label class="check-field">
      <input
        type="checkbox"
        checked={props.value}
        aria-describedby={props.help === undefined ? undefined : helpId}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <Show when={props.help} fallback={<span>{props.label}</span>}>
        {(help) => (
          <span>
            {props.label}
            <span class="setting-help is-block" id={helpId} aria-hidden="true">
              {help()}
            </span>
          </span>
        )}
      </Show>
    </label>
  );
}

/** Renders a required text field of a form in one line. The field shows its label while it is empty. */
export function LineField(props: {
  label: string;
  /** An example value, shown instead of the label. */
  placeholder?: string;
  maxLength?: number;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <input
      class="input"
      required
      aria-label={props.label}
      placeholder={props.placeholder ?? props.label}
      data-max-length={props.maxLength}
      dir={directionOf(props.value)}
      value={props.value}
      on:input={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** Renders a form in one line above a list: its fields and the button that adds an entry. */
export function ToolbarForm(props: { onSubmit: () => void; children: JSX.Element }) {
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}
