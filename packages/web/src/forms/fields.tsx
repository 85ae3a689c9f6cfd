/** Fields of dialogs and lists. */

import { type Accessor, createSignal, createUniqueId, For, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';

export type Choice<T> = { readonly value: T; readonly label: string; readonly help?: string };

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

type TextFieldProps = {
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
};

/** Renders a labelled text field of a dialog, saved together with the dialog. */
export function TextField(props: TextFieldProps) {
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

/** Renders a checkbox of a form. `help` is shown below the label. It describes the checkbox, and is not a part of its name. */
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
    <Form class="toolbar" onSubmit={props.onSubmit}>
      {props.children}
    </Form>
  );
}

/** Renders a list of which one value is chosen. It is named by `label`, or by a label for its ID. */
export function Select<T extends string | number | null>(props: {
  id?: string;
  label?: string;
  describedBy?: string | undefined;
  isNarrow?: boolean;
  value: T;
  options: readonly Choice<T>[];
  onChange: (value: T) => void;
}) {
  return (
    <select
      class="input"
      classList={{ 'is-narrow': props.isNarrow ?? false }}
      id={props.id}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      onChange={(event) => {
        const chosen = props.options[event.currentTarget.selectedIndex];
        if (chosen) props.onChange(chosen.value);
      }}
    >
      <For each={props.options}>
        {(option) => (
          <option value={String(option.value)} selected={option.value === props.value}>
            {option.label}
          </option>
        )}
      </For>
    </select>
  );
}

/** Renders a labelled list of a dialog, of which one value is chosen. */
export function SelectField<T extends string | number | null>(props: {
  label: string;
  help?: string | undefined;
  value: T;
  options: readonly Choice<T>[];
  onChange: (value: T) => void;
}) {
  const id = createUniqueId();
  const helpId = () => (props.help === undefined ? undefined : `${id}-help`);
  return (
    <div class="field">
      <label class="label" for={id}>
        {props.label}
      </label>
      <Select
        id={id}
        describedBy={helpId()}
        value={props.value}
        options={props.options}
        onChange={props.onChange}
      />
      <Show when={props.help}>
        {(help) => (
          <span class="setting-help" id={helpId()}>
            {help()}
          </span>
        )}
      </Show>
    </div>
  );
}

/** Renders a field in which one of a few values is chosen. All of them are seen. */
export function RadioField<T extends string | number>(props: {
  label: string;
  value: T;
  options: readonly Choice<T>[];
  onChange: (value: T) => void;
}) {
  const name = createUniqueId();
  return (
    <fieldset class="radio-list">
      <legend class="label">{props.label}</legend>
      <For each={props.options}>
        {({ value, label, help }) => (
          <label>
            <input
              type="radio"
              name={name}
              checked={props.value === value}
              onChange={() => props.onChange(value)}
            />
            <span>
              {label}
              <Show when={help}>{(text) => <span class="setting-help is-block">{text()}</span>}</Show>
            </span>
          </label>
        )}
      </For>
    </fieldset>
  );
}

/** Renders a form that the page sends itself. */
export function Form(props: {
  id?: string;
  class?: string;
  onSubmit: () => void;
  ref?: (form: HTMLFormElement) => void;
  children: JSX.Element;
}) {
  return (
    <form
      id={props.id}
      class={props.class}
      ref={(form) => props.ref?.(form)}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}

/** Says why something failed. Renders an empty region while nothing did. */
export function Failure(props: { text: string | undefined }) {
  return (
    <div role="alert">
      <Show when={props.text}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
    </div>
  );
}

/** Creates what a person enters in a form. The returned function changes some of it. */
export function createTerms<T extends object>(
  initial: T,
): readonly [terms: Accessor<T>, set: (change: Partial<T>) => void] {
  const [terms, setTerms] = createSignal(initial);
  return [terms, (change) => void setTerms((before) => ({ ...before, ...change }))];
}
