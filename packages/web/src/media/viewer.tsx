import type { Message, MessageId } from '@parley/client';
import { ChevronLeft, ChevronRight, Download, ExternalLink, ZoomIn, ZoomOut } from 'lucide';
import { createEffect, createSignal, For, on, onCleanup, onMount, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { dateTimeOf } from '../i18n/format.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import '../styles/viewer.css';
import { me, mediaTexts } from './texts.ts';
import { bounded, type Point, swipeOf, whole, type Zoom, zoomedAt } from './zoom.ts';

await mediaTexts.load();

const zoomStep = 1.5;
const doubleClickScale = 2.5;
/** Time in which a picture grows from its thumbnail, in milliseconds. */
const growMs = 120;

type Picture = {
  /** The link in the message. */
  readonly link: HTMLAnchorElement;
  readonly source: string;
  readonly thumbnail: string;
  readonly name: string;
  readonly messageId: MessageId | undefined;
  readonly isOwn: boolean;
};

/** Returns the pictures of the messages on view in the client that shows a picture, in their order. */
const picturesAround = (link: HTMLElement): Picture[] =>
  [
    ...(link.closest('[data-client]') ?? document).querySelectorAll<HTMLAnchorElement>(
      '.message-region .message_inline_image a',
    ),
  ].map(pictureOf);

function pictureOf(link: HTMLAnchorElement): Picture {
  const thumbnail = link.querySelector('img')?.src ?? '';
  const isOwn = link.origin === location.origin;
  const id = Number(link.closest<HTMLElement>('[data-message-id]')?.dataset.messageId);
  return {
    link,
    // Pictures of other hosts are loaded through this server, while their link leads to the original.
    source: isOwn ? link.href : thumbnail,
    thumbnail,
    name: link.title || decodeURIComponent(link.pathname.split('/').at(-1) ?? ''),
    messageId: Number.isInteger(id) && id > 0 ? id : undefined,
    isOwn,
  };
}

/**
 * Shows a picture of a message in full size on a dark ground, with the others of the conversation: enlarged by the wheel, two fingers, a
 * double click or keys; the next one by arrows, a swipe or the strip below.
 */
export default function Viewer(props: { link: HTMLAnchorElement; onClose: () => void }) {
  const pictures = picturesAround(props.link);
  if (!pictures.some(({ link }) => link === props.link)) pictures.push(pictureOf(props.link));
  const [at, setAt] = createSignal(pictures.findIndex(({ link }) => link === props.link));
  const [zoom, setZoom] = createSignal<Zoom>(whole);
  const present = () => pictures[at()]!;
  const go = (by: 1 | -1) => setAt((each) => Math.max(0, Math.min(pictures.length - 1, each + by)));
  createEffect(on(at, () => setZoom(whole), { defer: true }));
  useViewerKeys({ go, goTo: setAt, last: pictures.length - 1, setZoom });
  return (
    <Dialog title={present().name} class="viewer" onClose={props.onClose}>
      <Origin messageId={present().messageId} />
      <Stage
        picture={present()}
        zoom={zoom()}
        onZoom={setZoom}
        onSwipe={(swipe) => {
          if (swipe === 'close') props.onClose();
          else go(swipe === 'next' ? 1 : -1);
        }}
      />
      <Show when={pictures.length > 1}>
        <Arrows at={at()} count={pictures.length} onGo={go} />
        <Strip pictures={pictures} at={at()} onChoose={setAt} />
      </Show>
      <Tools picture={present()} scale={zoom().scale} onZoom={setZoom} at={at()} count={pictures.length} />
    </Dialog>
  );
}

function useViewerKeys(actions: {
  go: (by: 1 | -1) => void;
  goTo: (at: number) => void;
  last: number;
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
}): void {
  const zoomBy = (factor: number) => () => actions.setZoom((zoom) => zoomedAt(zoom, factor, { x: 0, y: 0 }));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => actions.go(document.dir === 'rtl' ? -1 : 1),
    ArrowLeft: () => actions.go(document.dir === 'rtl' ? 1 : -1),
    Home: () => actions.goTo(0),
    End: () => actions.goTo(actions.last),
    '+': zoomBy(zoomStep),
    '=': zoomBy(zoomStep),
    '-': zoomBy(1 / zoomStep),
    '0': () => actions.setZoom(() => whole),
    d: () => document.querySelector<HTMLElement>('.viewer-tools [download]')?.click(),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', onKeyDown);
  onCleanup(() => removeEventListener('keydown', onKeyDown));
}

/** Says who sent the picture, and when. */
function Origin(props: { messageId: MessageId | undefined }) {
  const { store } = useParley();
  const message = (): Message | undefined =>
    props.messageId === undefined ? undefined : store.messages.known.get(props.messageId);
  return (
    <Show when={message()}>
      {(present) => (
        <p class="viewer-origin">
          <Avatar userId={present().sender_id} message={present()} size="small" />
          <span dir={directionOf(userName(store, present().sender_id))}>
            {userName(store, present().sender_id)}
          </span>
          <time class="muted">{dateTimeOf(present().timestamp)}</time>
        </p>
      )}
    </Show>
  );
}

/** Shows the picture, and follows fingers, mouse and wheel. */
function Stage(props: {
  picture: Picture;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onSwipe: (swipe: 'next' | 'previous' | 'close') => void;
}) {
  let stage!: HTMLDivElement;
  let image!: HTMLImageElement;
  const sizes = () =>
    [
      { width: image.offsetWidth, height: image.offsetHeight },
      { width: stage.clientWidth, height: stage.clientHeight },
    ] as const;
  const change = (zoom: Zoom) => props.onZoom(bounded(zoom, ...sizes()));
  createEffect(() => {
    const { scale, x, y } = bounded(props.zoom, ...sizes());
    image.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
  });
  onMount(() => {
    grow(image, props.picture.link);
    onCleanup(followPointers(stage, { zoom: () => props.zoom, onZoom: change, onSwipe: props.onSwipe }));
  });
  return (
    <div class="viewer-stage" classList={{ 'is-enlarged': props.zoom.scale > 1 }} ref={stage}>
      <img
        ref={image}
        class="viewer-image"
        src={props.picture.source}
        alt={props.picture.name}
        draggable={false}
      />
    </div>
  );
}

/** Lets the picture grow from its thumbnail, unless the person wants less motion. */
function grow(image: HTMLImageElement, link: HTMLAnchorElement): void {
  const from = link.getBoundingClientRect();
  if (from.width === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const to = image.getBoundingClientRect();
  if (to.width === 0) return;
  const [x, y] = [
    from.x + from.width / 2 - to.x - to.width / 2,
    from.y + from.height / 2 - to.y - to.height / 2,
  ];
  const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
  image.animate([{ transform: start }, { transform: 'none' }], { duration: growMs, easing: 'ease-out' });
}

type Changes = {
  readonly zoom: () => Zoom;
  onZoom(zoom: Zoom): void;
  onSwipe(swipe: 'next' | 'previous' | 'close'): void;
};

/** Returns a point of the window as its distance from the centre of an element. */
function fromCentre(stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { x, y, width, height } = stage.getBoundingClientRect();
  return { x: clientX - x - width / 2, y: clientY - y - height / 2 };
}

/** Returns what pointers do: two zoom, one moves the picture or swipes to another. */
function pointerMoves(stage: HTMLElement, { zoom, onZoom, onSwipe }: Changes) {
  const pointers = new Map<number, Point>();
  let begun: Point | undefined;
  const span = () => {
    const [one, other] = [...pointers.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, fromCentre(stage, event));
    begun = pointers.size === 1 ? fromCentre(stage, event) : undefined;
  };
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = fromCentre(stage, event);
    const wide = span();
    pointers.set(event.pointerId, now);
    const present = zoom();
    if (pointers.size === 2) onZoom(zoomedAt(present, span() / Math.max(1, wide), now));
    else if (present.scale > 1)
      onZoom({ ...present, x: present.x + now.x - before.x, y: present.y + now.y - before.y });
  };
  const up = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    if (!begun || event.type === 'pointercancel' || zoom().scale > 1) return;
    const now = fromCentre(stage, event);
    const swipe = swipeOf({ x: now.x - begun.x, y: now.y - begun.y }, document.dir === 'rtl');
    begun = undefined;
    if (swipe) onSwipe(swipe);
  };
  // The element and its listeners end together.
  return { down, move, up, end: () => pointers.clear() };
}

/** Follows pointers and the wheel over the stage. Returns a function that ends this. */
function followPointers(stage: HTMLElement, changes: Changes): () => void {
  const { zoom, onZoom } = changes;
  const { down, move, up, end } = pointerMoves(stage, changes);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    onZoom(zoomedAt(zoom(), Math.exp(-event.deltaY / 300), fromCentre(stage, event)));
  };
  const toggle = (event: MouseEvent) =>
    onZoom(zoom().scale > 1 ? whole : zoomedAt(zoom(), doubleClickScale, fromCentre(stage, event)));
  stage.addEventListener('pointerdown', down);
  stage.addEventListener('pointermove', move);
  stage.addEventListener('pointerup', up);
  stage.addEventListener('pointercancel', up);
  stage.addEventListener('wheel', wheel, { passive: false });
  stage.addEventListener('dblclick', toggle);
  return end;
}

function Arrows(props: { at: number; count: number; onGo: (by: 1 | -1) => void }) {
  return (
    <>
      <button
        type="button"
        class="icon-button viewer-arrow is-previous"
        aria-label={me('previous')}
        title={me('previous')}
        disabled={props.at === 0}
        onClick={() => props.onGo(-1)}
      >
        <Icon of={ChevronLeft} size={20} />
      </button>
      <button
        type="button"
        class="icon-button viewer-arrow is-next"
        aria-label={me('next')}
        title={me('next')}
        disabled={props.at === props.count - 1}
        onClick={() => props.onGo(1)}
      >
        <Icon of={ChevronRight} size={20} />
      </button>
    </>
  );
}

/** Shows all pictures small, in one row. */
function Strip(props: { pictures: readonly Picture[]; at: number; onChoose: (at: number) => void }) {
  let strip!: HTMLDivElement;
  createEffect(
    on(
      () => props.at,
      (at) => strip.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    ),
  );
  return (
    <div class="viewer-strip" role="group" aria-label={me('allPictures')} ref={strip}>
      <For each={props.pictures}>
        {(picture, index) => (
          <button
            type="button"
            aria-label={picture.name}
            aria-current={props.at === index() ? 'true' : undefined}
            onClick={() => props.onChoose(index())}
          >
            <img src={picture.thumbnail} alt="" draggable={false} />
          </button>
        )}
      </For>
    </div>
  );
}

function Tools(props: {
  picture: Picture;
  scale: number;
  onZoom: (change: (zoom: Zoom) => Zoom) => void;
  at: number;
  count: number;
}) {
  const zoomBy = (factor: number) => props.onZoom((zoom) => zoomedAt(zoom, factor, { x: 0, y: 0 }));
  return (
    <div class="viewer-tools">
      <Show when={props.count > 1}>
        <span class="viewer-count">{me('pictureOf', { number: props.at + 1, count: props.count })}</span>
      </Show>
      <button
        type="button"
        class="icon-button"
        aria-label={me('smaller')}
        title={me('smaller')}
        disabled={props.scale === 1}
        onClick={() => zoomBy(1 / zoomStep)}
      >
        <Icon of={ZoomOut} size={20} />
      </button>
      <span class="viewer-scale" aria-live="polite">
        {Math.round(props.scale * 100)} %
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label={me('larger')}
        title={me('larger')}
        onClick={() => zoomBy(zoomStep)}
      >
        <Icon of={ZoomIn} size={20} />
      </button>
      <Links picture={props.picture} />
    </div>
  );
}

/** Renders the links that save a picture, and open its original. */
function Links(props: { picture: Picture }) {
  return (
    <>
      <Show when={props.picture.isOwn}>
        <a
          class="icon-button"
          href={props.picture.source}
          download={props.picture.link.pathname.split('/').at(-1) ?? ''}
          aria-label={me('download')}
          title={me('download')}
        >
          <Icon of={Download} size={20} />
        </a>
      </Show>
      <a
        class="icon-button"
        href={props.picture.link.href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={me('openOriginal')}
        title={me('openOriginal')}
      >
        <Icon of={ExternalLink} size={20} />
      </a>
    </>
  );
}
