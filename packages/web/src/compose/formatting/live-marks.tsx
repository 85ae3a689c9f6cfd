import { createEffect, createMemo, For, on, onCleanup } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { markedParts } from './marked-text.ts';

/**
 * Whether italic letters of the font are as wide as upright ones. Only then can they be shown behind the field without moving the letters
 * away from the cursor.
 */
function areItalicsAsWide(field: HTMLElement): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return false;
  const { fontFamily, fontSize } = getComputedStyle(field);
  const sample = 'The quick brown fox jumps over the lazy dog, 0123456789.';
  const [upright, italic] = ['', 'italic '].map((style) => {
    context.font = `${style}${fontSize} ${fontFamily}`;
    return context.measureText(sample).width;
  });
  return Math.abs(upright! - italic!) < 0.01;
}

/**
 * Makes a layer scroll with its field, whose letters become transparent when this layer is there, and not before. Call it inside a
 * component.
 */
function followField(layerOf: () => HTMLElement, fieldOf: () => HTMLTextAreaElement | undefined) {
  const follow = () => {
    const field = fieldOf();
    if (field) layerOf().scrollTop = field.scrollTop;
  };
  // The field is rendered after this, or is there long before its code is loaded.
  let leave: (() => void) | undefined;
  let isGone = false;
  queueMicrotask(() => {
    const field = fieldOf();
    if (!field || isGone) return;
    layerOf().classList.toggle('has-italics', areItalicsAsWide(field));
    field.classList.add('has-live-marks');
    field.addEventListener('scroll', follow, { passive: true });
    leave = () => {
      field.classList.remove('has-live-marks');
      field.removeEventListener('scroll', follow);
    };
  });
  onCleanup(() => {
    isGone = true;
    leave?.();
  });
  return follow;
}

/**
 * Shows the text of a field behind it, with bold as bold and code as code. The letters of the field itself are transparent. Nothing here
 * changes the width of a letter, so both texts lie on each other.
 */
export default function LiveMarks(props: {
  text: string;
  /** Whether all marks are shown. Otherwise only files and mentions are shown as what they are. */
  hasMarks: boolean;
  field: () => HTMLTextAreaElement | undefined;
}) {
  const parts = createMemo(() => markedParts(props.text, props.hasMarks));
  let layer!: HTMLDivElement;
  const follow = followField(
    () => layer,
    () => props.field(),
  );
  createEffect(on(parts, () => requestAnimationFrame(follow)));
  return (
    <div class="live-marks" ref={layer} aria-hidden="true" dir={directionOf(props.text)}>
      <For each={parts()}>
        {({ text, kinds }) => <span class={kinds.map((kind) => `is-${kind}`).join(' ')}>{text}</span>}
      </For>
      {/* A line break at the end of the text begins a line. */}
      <br />
    </div>
  );
}
