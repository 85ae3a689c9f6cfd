import { type Accessor, createSignal, onCleanup } from 'solid-js';

/** Window width below which the styles show a single column, in root font sizes. */
const oneColumnRem = 48;

/** Returns the width of the window in root font sizes. The styles choose the layout in the same unit. */
export const windowWidthRem = (): number =>
  innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

export const isOneColumn = (): boolean => windowWidthRem() < oneColumnRem;

/** Height of a window in which the views of the sidebar stay beside a list that scrolls, in root font sizes. */
const tallRem = 44;

/** Returns whether the window has several columns and is high. */
const isTall = (): boolean => !isOneColumn() && (innerHeight / innerWidth) * windowWidthRem() >= tallRem;

function useWindow<T>(read: () => T): Accessor<T> {
  const [value, setValue] = createSignal(read());
  const onResize = () => setValue(read);
  addEventListener('resize', onResize);
  onCleanup(() => removeEventListener('resize', onResize));
  return value;
}

/** Returns a signal of whether the styles show one column. */
export const useOneColumn = (): Accessor<boolean> => useWindow(isOneColumn);

/** Returns a signal of whether the window has several columns and is high. */
export const useTallWindow = (): Accessor<boolean> => useWindow(isTall);
