import type { UserId } from '@parley/client';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { clipWhenLong } from '../lib/text/fitting-text.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { roles, useField } from '../model/self.ts';
import { openCard, openedCard } from './open-card.ts';

/** Renders a person's name as a button that opens the person's card. */
export function UserButton(props: {
  userId: UserId;
  name: string;
  class?: string;
  /** Whether the button is in a list that cuts off long names. */
  clips?: boolean;
}) {
  const parley = useParley();
  const { store } = parley;
  const user = useEntry(store.people.users, () => props.userId);
  const marksGuests = useField('realm_enable_guest_user_indicator');
  const name = () =>
    marksGuests() && user()?.role === roles.guest ? t('nameOfGuest', { name: props.name }) : props.name;
  let button!: HTMLButtonElement;
  return (
    <button
      ref={(element) => {
        button = element;
        if (props.clips) clipWhenLong(element, name);
      }}
      type="button"
      class={`user-button ${props.class ?? ''}`}
      dir={directionOf(name())}
      aria-haspopup="dialog"
      aria-expanded={openedCard(parley)?.anchor === button}
      onClick={() => openCard(parley, { kind: 'user', id: props.userId, anchor: button })}
    >
      {name()}
    </button>
  );
}
