/** Controls that save by themselves, and follow changes from other windows and people. */

import { createEffect, createSignal, createUniqueId, For, type JSX, on, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { PickField, type PickItem } from '../ui/pick-field.tsx';
import { ui } from '../ui/texts.ts';
import type { Choice } from './fields.tsx';
import { createPendingValue, createSaving, SaveMark } from './saving.tsx';
import { f } from './texts.ts';

export type Bound<T> = {
  readonly label: string;
  readonly help?: string | undefined;
  /** Returns the stored value. */
  readonly value: () => T;
  readonly save: (value: T) => Promise<unknown>;
  readonly isDisabled?: boolean;
};

export function SettingGroup(props: {
  title: string;
  /** Whether this is the page's first group and has the page's title, which is then shown only once. */
  isPage?: boolean;
  help?: string | undefined;
  children: JSX.Element;
}) {
  const id = createUniqueId();
  return (
    <section class="setting-group" aria-labelledby={id}>
      <h3 id={id} classList={{ 'visually-hidden': props.isPage ?? false }}>
        {props.title}
      </h3>
      <Show when={props.help}>{(help) => <p class="muted">{help()}</p>}</Show>
      {props.children}
    </section>
  );
}

/**
 * Renders the label of the control with this ID, and its help text with the ID `<id>-help`. Without an ID, the label is only seen,
 * and the control has its name from elsewhere.
 */
export function SettingWords(props: { id?: string; label: string; help: string | undefined }) {
  return (
    <div class="setting-words">
      <Show when={props.id} fallback={<span aria-hidden="true">{props.label}</span>}>
        {(id) => <label for={id()}>{props.label}</label>}
      </Show>
      <Show when={props.help}>
        {(help) => (
          <p class="setting-help" id={props.id && `${props.id}-help`}>
            {help()}
          </p>
        )}
      </Show>
    </div>
  );
}

/** Returns the control's ID, its shown value, and the state of saving. Call it inside a component. */
export function createControl<T>(props: Bound<T>) {
  const saving = createSaving();
  const wanted = createPendingValue(
    () => props.value(),
    saving,
    (value) => props.save(value),
  );
  return { id: createUniqueId(), saving, wanted };
}

/** Renders an on/off setting. */
export function ToggleSetting(props: Bound<boolean>) {
  const { id, saving, wanted } = createControl(props);
  return (
    <div class="setting is-toggle">
      <input
        type="checkbox"
        id={id}
        class="switch"
        checked={wanted.shown()}
        disabled={props.isDisabled ?? false}
        aria-describedby={props.help ? `${id}-help` : undefined}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          void wanted.change(checked).then(() => {
            event.target.checked = wanted.shown();
          });
        }}
      />
      <SettingWords id={id} label={props.label} help={props.help} />
      <SaveMark saving={saving} />
    </div>
  );
}

/** Renders a setting of which one of several values is chosen. */
export function ChoiceSetting<T>(props: Bound<T> & { options: readonly Choice<T>[] }) {
  const { id, saving, wanted } = createControl(props);
  const chosen = () => props.options.findIndex(({ value }) => value === wanted.shown());
  const isExplained = () => props.help !== undefined || props.options.some(({ help }) => help !== undefined);
  return (
    <div class="setting" classList={{ 'is-plain-choice': !isExplained() }}>
      <SettingWords id={id} label={props.label} help={props.options[chosen()]?.help ?? props.help} />
      <div class="setting-control">
        <select
          id={id}
          class="input"
          disabled={props.isDisabled ?? false}
          aria-describedby={(props.options[chosen()]?.help ?? props.help) ? `${id}-help` : undefined}
          onChange={(event) => {
            const select = event.currentTarget;
            const option = props.options[Number(select.value)];
            if (!option) return;
            void wanted.change(option.value).then(() => {
              select.value = String(chosen());
            });
          }}
        >
          <Show when={chosen() < 0}>
            <option value="-1" selected disabled />
          </Show>
          <For each={props.options}>
            {(option, index) => (
              <option value={index()} selected={index() === chosen()}>
                {option.label}
              </option>
            )}
          </For>
        </select>
        <SaveMark saving={saving} />
      </div>
    </div>
  );
}

/** Renders a setting whose value is one of many things, such as a channel. The person finds it by typing its name. */
export function PickSetting(
  props: Bound<number> & { chosen: () => string; items: () => readonly PickItem[] },
) {
  const { id, saving, wanted } = createControl(props);
  const shown = () => {
    const value = wanted.shown();
    return value === props.value()
      ? props.chosen()
      : (props.items().find((item) => item.id === value)?.label ?? '');
  };
  return (
    <div class="setting">
      <SettingWords id={id} label={props.label} help={props.help} />
      <div class="setting-control">
        <PickField
          id={id}
          isDisabled={props.isDisabled ?? false}
          describedBy={props.help ? `${id}-help` : undefined}
          chosen={shown()}
          items={props.items}
          onPick={(value) => void wanted.change(value)}
        />
        <SaveMark saving={saving} />
      </div>
    </div>
  );
}

type TextProps = Bound<string> & {
  type?: 'text' | 'email' | 'url' | 'date';
  isLong?: boolean;
  maxLength?: number | undefined;
  placeholder?: string;
  /** Whether the control refuses an empty text. */
  isRequired?: boolean;
};

/**
 * Creates the text that a person writes, and saves it. If the stored text changes while the person writes, both texts are kept. Call it
 * inside a component.
 */
function createWritten(props: TextProps) {
  const saving = createSaving();
  const [text, setText] = createSignal(props.value());
  const [base, setBase] = createSignal(props.value());
  const isChanged = () => text() !== base();
  const [theirs, setTheirs] = createSignal<string>();
  createEffect(
    on(
      () => props.value(),
      (stored) => {
        if (stored === base()) return;
        if (isChanged() && stored !== text()) setTheirs(stored);
        else {
          setText(stored);
          setTheirs(undefined);
        }
        setBase(stored);
      },
      { defer: true },
    ),
  );
  const save = async () => {
    const wanted = text();
    if (!isChanged() || isIncomplete()) return;
    if (!(await saving.run(() => props.save(wanted)))) return;
    setTheirs(undefined);
    setBase(wanted);
  };
  const revert = () => {
    setText(base());
    setTheirs(undefined);
  };
  const isIncomplete = () => props.isRequired === true && text().trim() === '';
  return { saving, text, setText, isChanged, isIncomplete, theirs, save, revert };
}

type Written = ReturnType<typeof createWritten>;

/** Shows the text that was stored meanwhile, and lets the person choose. */
function ChangedMeanwhile({ written: { theirs, revert, save } }: { written: Written }) {
  return (
    <Show when={theirs() !== undefined}>
      <div class="notice" role="alert">
        <span>{f('changedMeanwhile', { value: theirs() ?? '' })}</span>
        <button type="button" class="button" onClick={revert}>
          {f('takeTheirs')}
        </button>
        <button type="button" class="button" onClick={() => void save()}>
          {f('overwrite')}
        </button>
      </div>
    </Show>
  );
}

/** Renders the buttons that save a text and give it up. */
function TextActions(props: { written: Written }) {
  const { saving, isChanged, isIncomplete, theirs, save, revert } = props.written;
  return (
    <div class="setting-actions">
      <Show when={isChanged() && theirs() === undefined}>
        <button
          type="button"
          class="button is-primary"
          disabled={saving.state() === 'saving' || isIncomplete()}
          onClick={() => void save()}
        >
          {f('save')}
        </button>
        <button type="button" class="button" onClick={revert}>
          {ui('cancel')}
        </button>
      </Show>
      <SaveMark saving={saving} />
    </div>
  );
}

/**
 * Renders a text setting. Its button, Enter, or in long texts Ctrl+Enter saves it. If the stored text changes while the person
 * writes, the control shows both texts and lets the person choose.
 */
export function TextSetting(props: TextProps) {
  const id = createUniqueId();
  const written = createWritten(props);
  const { text, setText, isChanged, save, revert } = written;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (!props.isLong || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    } else if (event.key === 'Escape' && isChanged()) {
      event.stopPropagation();
      event.preventDefault();
      revert();
    }
  };
  const shared = () => ({
    id,
    class: 'input',
    disabled: props.isDisabled ?? false,
    'aria-describedby': props.help ? `${id}-help` : undefined,
    placeholder: props.placeholder,
    'data-max-length': props.maxLength,
    dir: directionOf(text()),
    value: text(),
    onInput: (event: InputEvent & { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    onKeyDown,
  });
  return (
    <div class="setting is-text">
      <SettingWords id={id} label={props.label} help={props.help} />
      <Show
        when={props.isLong}
        fallback={<input {...shared()} type={props.type ?? 'text'} autocomplete="off" />}
      >
        <textarea {...shared()} rows={4} />
      </Show>
      <ChangedMeanwhile written={written} />
      <TextActions written={written} />
    </div>
  );
}

/** Leaves a field, which saves it. The key must not press a button of the question that saving may ask. */
function leaveOnEnter(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.blur();
}

/** Renders a setting with a whole number. Leaving the field or pressing Enter saves it. */
export function NumberSetting(props: Bound<number> & { least: number; most: number; unit?: string }) {
  const { id, saving, wanted } = createControl(props);
  const [isWrong, setWrong] = createSignal(false);
  return (
    <div class="setting">
      <SettingWords id={id} label={props.label} help={props.help} />
      <div class="setting-control">
        <span class="number-field">
          <input
            type="number"
            id={id}
            class="input"
            min={props.least}
            max={props.most}
            value={wanted.shown()}
            disabled={props.isDisabled ?? false}
            aria-describedby={props.help ? `${id}-help` : undefined}
            aria-invalid={isWrong()}
            on:keydown={leaveOnEnter}
            onChange={(event) => {
              const value = event.currentTarget.valueAsNumber;
              const isValid = Number.isInteger(value) && value >= props.least && value <= props.most;
              setWrong(!isValid);
              if (isValid && value !== props.value()) void wanted.change(value);
            }}
          />
          {props.unit}
        </span>
        <Show when={isWrong()} fallback={<SaveMark saving={saving} />}>
          <span class="save-mark is-failed" role="alert">
            {f('numberBetween', { least: props.least, most: props.most })}
          </span>
        </Show>
      </div>
    </div>
  );
}
