import { Popover } from '@kobalte/core/popover';
import { createEffect, Match, Show, Switch } from 'solid-js';
import { userName } from '../model/names.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { isSheet, Sheet } from '../ui/dialog.tsx';
import { focusAtOnce } from '../ui/opening.tsx';
import { GroupCard } from './group-card.tsx';
import { type CardRequest, closeCard } from './open-card.ts';
import { UserCard } from './user-card.tsx';

/** Renders the open card next to the element that opened it, or in a sheet. */
export default function CardPopover(props: { card: CardRequest }) {
  return (
    <Show when={isSheet()} fallback={<CardBeside card={props.card} />}>
      <CardInSheet card={props.card} />
    </Show>
  );
}

/** Returns the name of the person or group that a card describes. */
const nameOf = ({ store }: Parley, card: CardRequest): string =>
  card.kind === 'user' ? userName(store, card.id) : (store.groups.groups.get(card.id)?.name ?? '');

function CardInSheet(props: { card: CardRequest }) {
  const parley = useParley();
  const close = () => closeCard(parley);
  return (
    <Sheet class="user-card" title={nameOf(parley, props.card)} isBare onClose={close}>
      <Card card={props.card} onDone={close} />
    </Sheet>
  );
}

function CardBeside(props: { card: CardRequest }) {
  const parley = useParley();
  // Copies the anchor, because the card is already gone when its popover returns the focus.
  let { anchor } = props.card;
  createEffect(() => {
    anchor = props.card.anchor;
  });
  const returnFocus = (event: Event) => {
    event.preventDefault();
    // Returns the focus only if it is still unset. An action of the card, or a key after it, may have moved it
    // elsewhere.
    const isTaken = document.querySelector('[role="menu"], [role="dialog"]') !== null;
    if (!isTaken && document.activeElement === document.body) anchor.focus({ preventScroll: true });
  };
  return (
    <Popover
      open
      onOpenChange={(isOpen) => !isOpen && closeCard(parley)}
      anchorRef={() => props.card.anchor}
      placement="bottom-start"
      gutter={4}
    >
      <Popover.Portal>
        <Popover.Content
          class="popover user-card"
          aria-label={nameOf(parley, props.card)}
          onOpenAutoFocus={focusAtOnce()}
          onCloseAutoFocus={returnFocus}
        >
          <Card card={props.card} onDone={() => closeCard(parley)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover>
  );
}

function Card(props: { card: CardRequest; onDone: () => void }) {
  return (
    <Switch>
      <Match when={props.card.kind === 'user'}>
        <UserCard userId={props.card.id} onDone={props.onDone} />
      </Match>
      <Match when={props.card.kind === 'group'}>
        <GroupCard groupId={props.card.id} anchor={props.card.anchor} />
      </Match>
    </Switch>
  );
}
