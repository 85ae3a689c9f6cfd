import { type Accessor, createSignal, Show } from 'solid-js';
import { FormError } from '../ui/failures.ts';
import { f } from './texts.ts';

export type ChangedElsewhere<T> = {
  /**
   * The object after a change by another person: `removed` when that person removed it, undefined when nobody changed
   * it.
   */
  readonly theirs: Accessor<T | 'removed' | undefined>;
  /**
   * Stops a save of an object that another person changed, until the person has chosen to replace that.
   * @throws FormError
   */
  check(): void;
  /** Permits overwriting the other person's changes so far. */
  replace(): void;
};

/**
 * Watches an object that a dialog edits, so that nothing that another person saved meanwhile is overwritten silently.
 * @param before the object at the opening of the dialog; undefined for a new one
 * @param present the object as it is stored now; undefined when it was removed
 */
export function createChangedElsewhere<T>(
  before: T | undefined,
  present: () => T | undefined,
): ChangedElsewhere<T> {
  const [known, setKnown] = createSignal(JSON.stringify(before));
  const theirs = () => {
    if (before === undefined) return undefined;
    const now = present();
    if (now === undefined) return 'removed' as const;
    return JSON.stringify(now) === known() ? undefined : now;
  };
  return {
    theirs,
    check() {
      const now = theirs();
      if (now === 'removed') throw new FormError(f('removedMeanwhile'));
      if (now !== undefined) throw new FormError(f('decideFirst'));
    },
    replace: () => setKnown(JSON.stringify(present())),
  };
}

/** Says in a dialog what another person changed, and offers to take or to replace it. */
export function ChangedNotice<T>(props: {
  changed: ChangedElsewhere<T>;
  inWords: (theirs: T) => string;
  /** Fills the form's fields with the values that the other person saved. */
  onTake: (theirs: T) => void;
}) {
  const theirs = () => {
    const now = props.changed.theirs();
    return now === 'removed' ? undefined : now;
  };
  return (
    <div role="alert">
      <Show when={props.changed.theirs() === 'removed'}>
        <p class="notice is-error">{f('removedMeanwhile')}</p>
      </Show>
      <Show when={theirs()}>
        {(now) => (
          <div class="notice">
            <span>{f('changedMeanwhile', { value: props.inWords(now()) })}</span>
            <button
              type="button"
              class="button"
              onClick={() => {
                props.onTake(now());
                props.changed.replace();
              }}
            >
              {f('takeTheirs')}
            </button>
            <button type="button" class="button" onClick={() => props.changed.replace()}>
              {f('keepMine')}
            </button>
          </div>
        )}
      </Show>
    </div>
  );
}
