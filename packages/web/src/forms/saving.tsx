import { Check, CircleAlert } from 'lucide';
import { type Accessor, createEffect, createSignal, Match, on, onCleanup, Switch } from 'solid-js';
import { Cancelled, reasonOf } from '../model/failures.ts';
import { Icon } from '../ui/icon.tsx';
import { f } from './texts.ts';

/** Time for which a control shows that it was saved, in milliseconds. */
const savedMs = 3_000;

export type Saving = {
  readonly state: Accessor<'idle' | 'saving' | 'saved' | 'failed'>;
  /** Why an attempt failed; undefined before the first failure. It applies only in the state `failed`. */
  readonly problem: Accessor<string | undefined>;
  /** Runs `save`. Resolves with whether it succeeded. */
  run(save: () => Promise<unknown>): Promise<boolean>;
};

/** Returns the state of saving one value. Call it inside a component. */
export function createSaving(): Saving {
  const [state, setState] = createSignal<'idle' | 'saving' | 'saved' | 'failed'>('idle');
  const [problem, setProblem] = createSignal<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  onCleanup(() => clearTimeout(timer));
  return {
    state,
    problem,
    async run(save) {
      const attempt = ++attempts;
      clearTimeout(timer);
      setState('saving');
      try {
        await save();
      } catch (error) {
        if (attempt === attempts) {
          setProblem(reasonOf(error));
          setState(error instanceof Cancelled ? 'idle' : 'failed');
        }
        return false;
      }
      if (attempt === attempts) {
        setState('saved');
        timer = setTimeout(() => setState('idle'), savedMs);
      }
      return true;
    },
  };
}

/** Shows beside a control whether its value is being saved, was saved, or could not be saved. */
export function SaveMark(props: { saving: Saving }) {
  return (
    <span class="save-mark" role="status" classList={{ 'is-failed': props.saving.state() === 'failed' }}>
      <Switch>
        <Match when={props.saving.state() === 'saving'}>
          <span class="save-wait">{f('saving')}</span>
        </Match>
        <Match when={props.saving.state() === 'saved'}>
          <Icon of={Check} /> {f('saved')}
        </Match>
        <Match when={props.saving.state() === 'failed'}>
          <Icon of={CircleAlert} /> {f('failed', { reason: props.saving.problem() ?? '' })}
        </Match>
      </Switch>
    </span>
  );
}

/** Returns the value that a control shows: the new one while it is being saved, otherwise the stored one. */
export function createPendingValue<T>(
  stored: Accessor<T>,
  saving: Saving,
  save: (value: T) => Promise<unknown>,
) {
  const [wanted, setWanted] = createSignal<{ readonly value: T }>();
  createEffect(on(stored, () => setWanted(undefined), { defer: true }));
  return {
    shown: (): T => {
      const present = wanted();
      return present ? present.value : stored();
    },
    async change(value: T): Promise<void> {
      setWanted({ value });
      if (!(await saving.run(() => save(value)))) setWanted(undefined);
    },
  };
}
