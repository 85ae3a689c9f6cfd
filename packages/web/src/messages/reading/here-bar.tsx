import { type Message, type Place, placeKey, placeOf } from '@parley/client';
import { createEffect, createMemo, createSignal, on, onCleanup, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { channelName, directName, placeHref, topicName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { useDayName } from '../day-name.ts';

/** Height of the bar in pixels, with its distance to the edge. */
const barPx = 36;

type Here = { readonly message: Message; readonly offset: number };

/** Milliseconds after the last movement for which narrow windows show the day, which lies over the text there. */
const restMs = 1_000;

/** How far in pixels the next header may push the bar before it is out of view, so that its words are never cut. */
const mostPushedPx = 8;

/**
 * Says to which conversation the first messages in view belong, while the header above them is out of view. The next header pushes it
 * out. In a list of one conversation, it says only the day. It repeats a header, so assistive technology does not get it.
 * @param props.rows changes when other rows are rendered
 */
export default function HereBar(props: { scroller: HTMLElement; rows: unknown; isMixed: boolean }) {
  const { store } = useParley();
  const { scroller } = props;
  const [here, setHere] = createSignal<Here | undefined>(undefined, {
    equals: (one, other) => one?.message === other?.message && one?.offset === other?.offset,
  });
  const head = props.isMixed ? '.recipient-bar' : '.date-line';
  let frame = 0;
  const [isMoving, setMoving] = createSignal(false);
  let rest: ReturnType<typeof setTimeout> | undefined;
  let movedAt = Number.NEGATIVE_INFINITY;
  const noteMovement = () => {
    movedAt = performance.now();
  };
  const onScroll = () => {
    look();
    // A list that opens is scrolled, too, and nobody looks for the day there.
    if (!isMoving() && performance.now() - movedAt > restMs) return;
    clearTimeout(rest);
    setMoving(true);
    rest = setTimeout(() => setMoving(false), restMs);
  };
  const look = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() =>
      setHere(hereOf(scroller, head, (id) => store.messages.known.get(id))),
    );
  };
  const ended = new AbortController();
  const options = { passive: true, signal: ended.signal };
  scroller.addEventListener('scroll', onScroll, options);
  for (const movement of ['touchmove', 'wheel']) scroller.addEventListener(movement, noteMovement, options);
  onCleanup(() => {
    cancelAnimationFrame(frame);
    clearTimeout(rest);
    ended.abort();
  });
  createEffect(on(() => props.rows, look));
  const place = createMemo<Place | undefined>(
    () => {
      const present = here();
      return present && placeOf(present.message, store.people.selfId);
    },
    undefined,
    { equals: (one, other) => one === other || (one && other && placeKey(one) === placeKey(other)) === true },
  );
  return (
    <Show when={place()}>
      {(present) => (
        <Show when={props.isMixed} fallback={<DayPill message={here()?.message} isMoving={isMoving()} />}>
          <Bar place={present()} message={here()?.message} offset={here()?.offset ?? 0} />
        </Show>
      )}
    </Show>
  );
}

/** Returns the message at the upper edge of a list and how far the next header pushes the bar; undefined where a header is in view. */
function hereOf(
  scroller: HTMLElement,
  head: string,
  messageOf: (id: number) => Message | undefined,
): Here | undefined {
  const { top } = scroller.getBoundingClientRect();
  let message: Message | undefined;
  for (const row of scroller.querySelectorAll('.row')) {
    const box = row.getBoundingClientRect();
    if (box.bottom <= top + 1) continue;
    if (box.top > top + barPx) break;
    if (row.querySelector(head)) {
      const offset = Math.min(0, Math.round(box.top - top - barPx));
      return message && offset >= -mostPushedPx ? { message, offset } : undefined;
    }
    const id = row.querySelector<HTMLElement>('article')?.dataset.messageId;
    message ??= id === undefined ? undefined : messageOf(Number(id));
  }
  return message && { message, offset: 0 };
}

/** Says of which day the first messages in view are. */
function DayPill(props: { message: Message | undefined; isMoving: boolean }) {
  const day = useDayName(() => props.message?.timestamp ?? 0, 'short');
  return (
    <div class="day-pill" classList={{ 'is-still': !props.isMoving }} aria-hidden="true">
      {day()}
    </div>
  );
}

function Bar(props: { place: Place; message: Message | undefined; offset: number }) {
  const { store } = useParley();
  const day = useDayName(() => props.message?.timestamp ?? 0, 'short');
  const people = () => directName(store, props.place.kind === 'direct' ? props.place.userIds : []);
  const topic = () => (props.place.kind === 'topic' ? props.place : undefined);
  return (
    <div class="here-bar" aria-hidden="true" style={{ translate: `0 ${props.offset}px` }}>
      <a tabindex={-1} href={placeHref(store, props.place, props.message?.id)}>
        <Show when={topic()} fallback={<b dir={directionOf(people())}>{people()}</b>}>
          {(present) => (
            <>
              <ChannelIcon channel={store.channels.channels.get(present().channelId)} />
              <span dir={directionOf(channelName(store, present().channelId))}>
                {channelName(store, present().channelId)}
              </span>
              <span>›</span>
              <b dir={directionOf(topicName(store, present().topic))}>{topicName(store, present().topic)}</b>
            </>
          )}
        </Show>
        <span class="recipient-day">{day()}</span>
      </a>
    </div>
  );
}
