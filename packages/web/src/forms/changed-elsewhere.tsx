import { type Accessor, createSignal, Show } from 'solid-js';
import { FormError } from '../model/failures.ts';
import { f } from './texts.ts';

export type ChangedElsewhere<T> = {
  /** The object as another person saved it since the dialog opened; `removed`; undefined without such a change. */
  readonly theirs: Accessor<T | 'removed' | undefined>;
  /**
   * Prevents saving over the change of another person until `replace` is called.
   * @throws FormError when another person changed the object and `replace` was not called since
   */
  check(): void;
  /** Permits overwriting all changes that other people have made so far. */
  replace(): void;
};

/**
 * Watches an object that a dialog edits, so that saving does not silently overwrite changes of other people.
 * @param before the object when the dialog opens; undefined for a new one
 * @param present the object as it is stored now; undefined after it was removed
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

/** Shows what another person changed, and offers to take over or to overwrite the change. */
export function ChangedNotice<T>(props: {
  changed: ChangedElsewhere<T>;
  inWords: (theirs: T) => string;
  /** Called to fill the form's fields with the values that the other person saved. */
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
