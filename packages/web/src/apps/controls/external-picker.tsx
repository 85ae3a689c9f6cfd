import { createEffect, createMemo, createSignal, on, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { createAfterPause } from '../../lib/timing/after-pause.ts';
import { reasonOf } from '../../model/failures.ts';
import { type CompletionItem, createCompletion } from '../../ui/completion.tsx';
import type { BlockOption } from '../block-parts/shapes.ts';
import { plainOf } from '../block-parts/text.tsx';
import { k } from '../texts.ts';
import type { OptionList } from './block-actions.ts';
import { Chips, type PickProps } from './option-picker.tsx';
import { PickerFrame } from './picker-frame.tsx';

/** Apps are asked when the person pauses, in milliseconds. */
const pause = { pauseMs: 250, maxMs: 1_000 };

type ExternalProps = PickProps & {
  /** Options that are chosen at first. */
  known: readonly BlockOption[];
  /** Number of characters from which on the app is asked. */
  least: number;
  load: (query: string) => Promise<OptionList>;
};

/** Asks the app for options that match what is typed. Call it inside a component. */
function createOptions(props: ExternalProps, query: () => string | undefined) {
  const [found, setFound] = createSignal<OptionList>([]);
  const [note, setNote] = createSignal('');
  const settled = createAfterPause(query, pause);
  let asked = 0;
  createEffect(
    on(settled.value, async (text) => {
      const mine = ++asked;
      if (text === undefined || text.trim().length < props.least) {
        setFound([]);
        setNote('');
        return;
      }
      setNote(t('loading'));
      try {
        const loaded = await props.load(text.trim());
        if (mine !== asked) return;
        setFound(loaded);
        setNote(loaded.length === 0 ? t('nothingFound') : '');
      } catch (error) {
        if (mine !== asked) return;
        setFound([]);
        setNote(reasonOf(error) ?? '');
      }
    }),
  );
  return { found, setFound, note };
}

/** Creates what the person types, and the options for it. Call it inside a component. */
function createPicking(props: ExternalProps) {
  const names = new Map(props.known.map((option) => [option.value, plainOf(option.text)]));
  const nameOf = (value: string) => names.get(value) ?? value;
  const [query, setQuery] = createSignal<string>();
  const { found, setFound, note } = createOptions(props, query);
  const choose = (option: BlockOption) => {
    names.set(option.value, plainOf(option.text));
    setQuery(undefined);
    setFound([]);
    props.onChange(props.isMany ? [...props.values, option.value] : [option.value]);
  };
  const items = createMemo((): CompletionItem[] =>
    found()
      .filter(({ option }) => !props.isMany || !props.values.includes(option.value))
      .map(({ group, option }) => ({
        key: option.value,
        label: plainOf(option.text),
        detail: [group, plainOf(option.description)].filter(Boolean).join(' · ') || undefined,
        choose: () => choose(option),
      })),
  );
  const state = () => {
    const typed = query();
    if (typed === undefined) return '';
    return typed.trim().length < props.least ? k('typeMore', { count: props.least }) : note();
  };
  return { nameOf, query, setQuery, state, completion: createCompletion(items) };
}

/** Chooses one or several options that the app offers for what the person types. */
export function ExternalPicker(props: ExternalProps) {
  const { nameOf, query, setQuery, state, completion } = createPicking(props);
  const chosen = () => (props.isMany || props.values[0] === undefined ? '' : nameOf(props.values[0]));
  const onFocus = (event: FocusEvent & { currentTarget: HTMLInputElement }) => {
    event.currentTarget.select();
    // Apps may offer options before anything is typed.
    if (props.least === 0) setQuery((text) => text ?? '');
  };
  return (
    <PickerFrame>
      <Show when={props.isMany}>
        <Chips values={props.values} nameOf={nameOf} onChange={props.onChange} />
      </Show>
      <div class="completion-anchor pick-field">
        <input
          class="input"
          id={props.id}
          aria-label={props.label || undefined}
          aria-describedby={props.describedBy}
          ref={completion.field}
          placeholder={props.placeholder}
          dir={directionOf(query() ?? chosen())}
          value={query() ?? chosen()}
          onFocus={onFocus}
          onBlur={() => setQuery(undefined)}
          on:input={(event) => setQuery(event.currentTarget.value)}
          on:keydown={(event) => {
            if (completion.onKeyDown(event)) return;
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <completion.List />
      </div>
      <span class="muted" role="status">
        {state()}
      </span>
    </PickerFrame>
  );
}
