import { createSignal, type JSX } from 'solid-js';

/**
 * Renders the frame of a field whose list of choices opens above it in the lower half of the window: lists of messages clip what would
 * stand below.
 */
export function PickerFrame(props: { children: JSX.Element }) {
  const [isAbove, setAbove] = createSignal(false);
  return (
    <div
      class="block-picker"
      classList={{ 'is-above': isAbove() }}
      onFocusIn={(event) => {
        const { top, bottom } = event.currentTarget.getBoundingClientRect();
        setAbove(top + bottom > window.innerHeight);
      }}
    >
      {props.children}
    </div>
  );
}
