import { createSignal, onCleanup, Show } from 'solid-js';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { type Crop, centred, shownSize, sourceOf, within, zoomed } from './crop.ts';
import { f } from './texts.ts';

/** Width and height of the frame in pixels. */
const frame = 256;
const step = 8;
const maxZoom = 4;

const sizeOf = (each: HTMLImageElement) => ({ width: each.naturalWidth, height: each.naturalHeight });

/** Opens a picture, and creates the part of it that is chosen. Call it inside a component. */
function createPicture(file: File) {
  const url = URL.createObjectURL(file);
  onCleanup(() => URL.revokeObjectURL(url));
  const [image, setImage] = createSignal<HTMLImageElement>();
  const [isBroken, setBroken] = createSignal(false);
  const [crop, setCrop] = createSignal<Crop>({ x: 0, y: 0, zoom: 1 });
  const loading = new Image();
  loading.onload = () => {
    setCrop(centred(sizeOf(loading), frame));
    setImage(loading);
  };
  loading.onerror = () => setBroken(true);
  loading.src = url;
  return { url, image, isBroken, setBroken, crop, setCrop };
}

/** Draws the chosen part of a picture as a square picture. */
function cut(image: HTMLImageElement, crop: Crop, sizePx: number, take: (blob: Blob | null) => void): void {
  const { x, y, side } = sourceOf(crop, sizeOf(image), frame);
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = sizePx;
  canvas.getContext('2d')?.drawImage(image, x, y, side, side, 0, 0, sizePx, sizePx);
  canvas.toBlob(take, 'image/png');
}

/** Renders a dialog in which the person moves and enlarges a picture in a square frame. */
export default function CropDialog(props: {
  file: File;
  sizePx: number;
  /** Whether another person has meanwhile changed the picture that this upload replaces. */
  isReplaced: boolean;
  onChoose: (picture: Blob) => void;
  onClose: () => void;
}) {
  const { url, image, isBroken, setBroken, crop, setCrop } = createPicture(props.file);
  const choose = () => {
    const present = image();
    if (present)
      cut(present, crop(), props.sizePx, (blob) => (blob ? props.onChoose(blob) : setBroken(true)));
  };
  return (
    <Dialog title={f('crop')} onClose={props.onClose}>
      <p class="muted">{f('cropHelp')}</p>
      <Show when={isBroken()}>
        <p class="notice is-error" role="alert">
          {f('notAPicture')}
        </p>
      </Show>
      <Show when={image()}>
        {(present) => (
          <Frame url={url} size={sizeOf(present())} crop={crop()} onChange={(change) => setCrop(change)} />
        )}
      </Show>
      <div role="alert">
        <Show when={props.isReplaced}>
          <p class="notice">{f('pictureChangedMeanwhile')}</p>
        </Show>
      </div>
      <DialogActions button={f('usePicture')} isDisabled={!image()} onAct={choose} onCancel={props.onClose} />
    </Dialog>
  );
}

/** How keys move the picture, in pixels. */
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};

/** Renders the frame in which the picture is moved, and the field that enlarges it. */
function Frame(props: {
  url: string;
  /** Size of the whole picture. */
  size: { readonly width: number; readonly height: number };
  crop: Crop;
  onChange: (change: (before: Crop) => Crop) => void;
}) {
  const size = () => shownSize(props.size, frame, props.crop.zoom);
  const move = (x: number, y: number) =>
    props.onChange((each) => within({ ...each, x: each.x + x, y: each.y + y }, props.size, frame));
  return (
    <>
      <PictureFrame url={props.url} size={size()} crop={props.crop} onMove={move} />
      <label class="field">
        <span class="label">{f('size')}</span>
        <input
          type="range"
          min="1"
          max={maxZoom}
          step="0.05"
          value={props.crop.zoom}
          on:input={(event) => {
            const zoom = event.currentTarget.valueAsNumber;
            props.onChange((each) => zoomed(each, zoom, props.size, frame));
          }}
        />
      </label>
    </>
  );
}

/** Calls `move` with the distances that the pointer moves, until it is released. */
function followPointer(
  event: PointerEvent & { currentTarget: HTMLElement },
  move: (x: number, y: number) => void,
): void {
  const element = event.currentTarget;
  element.setPointerCapture(event.pointerId);
  const onMove = (next: PointerEvent) => move(next.movementX, next.movementY);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', onMove), {
    once: true,
  });
}

/** Renders the frame: keys and the pointer move the picture in it. */
function PictureFrame(props: {
  url: string;
  /** Size of the whole picture as it is shown. */
  size: { readonly width: number; readonly height: number };
  crop: Crop;
  onMove: (x: number, y: number) => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (!by) return;
    event.preventDefault();
    props.onMove(...by);
  };
  return (
    <div
      class="crop-frame"
      role="application"
      aria-label={f('crop')}
      tabindex="0"
      on:keydown={onKeyDown}
      onPointerDown={(event) => followPointer(event, props.onMove)}
    >
      <img
        src={props.url}
        alt=""
        draggable={false}
        style={{
          width: `${props.size.width}px`,
          height: `${props.size.height}px`,
          transform: `translate(${props.crop.x}px, ${props.crop.y}px)`,
        }}
      />
    </div>
  );
}
