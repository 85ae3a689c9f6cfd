import { type Accessor, createSignal } from 'solid-js';

/** Creates what a person enters in a form. The returned function changes some of it. */
export function createTerms<T extends object>(
  initial: T,
): readonly [terms: Accessor<T>, set: (change: Partial<T>) => void] {
  const [terms, setTerms] = createSignal(initial);
  return [terms, (change) => void setTerms((before) => ({ ...before, ...change }))];
}
