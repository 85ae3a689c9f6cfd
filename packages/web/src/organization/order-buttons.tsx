import { ArrowDown, ArrowUp } from 'lucide';
import { Icon } from '../ui/icon.tsx';
import { o } from './texts.ts';

/** Returns a list with the item at an index moved by a number of places. */
export function moved<T>(items: readonly T[], index: number, by: number): T[] {
  const others = items.filter((_, each) => each !== index);
  others.splice(index + by, 0, items[index]!);
  return others;
}

/** Buttons that move an item of a list up and down. */
export function OrderButtons(props: {
  name: string;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
}) {
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={o('moveUp', { name: props.name })}
        disabled={props.index === 0}
        onClick={() => props.onMove(-1)}
      >
        <Icon of={ArrowUp} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={o('moveDown', { name: props.name })}
        disabled={props.index === props.count - 1}
        onClick={() => props.onMove(1)}
      >
        <Icon of={ArrowDown} />
      </button>
    </>
  );
}
