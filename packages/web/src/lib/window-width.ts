import { type Accessor, createSignal, onCleanup } from 'solid-js';

/** Window width below which the styles show a single column, in root font sizes. */
const oneColumnRem = 48;

/** Returns the width of the window in root font sizes. The styles choose the layout in the same unit. */
export const windowWidthRem = (): number =>
  innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

export const isOneColumn = (): boolean => windowWidthRem() < oneColumnRem;

/** Returns a signal of whether the styles show one column. */
export function useOneColumn(): Accessor<boolean> {
  const [isOne, setOne] = createSignal(isOneColumn());
  const onResize = () => setOne(isOneColumn());
  addEventListener('resize', onResize);
  onCleanup(() => removeEventListener('resize', onResize));
  return isOne;
}
