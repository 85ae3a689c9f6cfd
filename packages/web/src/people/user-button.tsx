import { clipWhenLong } from '../ui/fitting-text.ts';
import { openCard, openedCard } from './open-card.ts';

/** A person's name as a button that opens their card. */
export function UserButton(props: {
  userId: number;
  name: string;
  class?: string;
  /** Whether it is in a list that clips long names. */
  clips?: boolean;
}) {
  let button!: HTMLButtonElement;
  return (
    <button
      ref={(element) => {
        button = element;
        if (props.clips) clipWhenLong(element, () => props.name);
      }}
      type="button"
      class={`user-button ${props.class ?? ''}`}
      dir="auto"
      aria-haspopup="dialog"
      aria-expanded={openedCard()?.anchor === button}
      onClick={() => openCard({ kind: 'user', id: props.userId, anchor: button })}
    >
      {props.name}
    </button>
  );
}
