import { type Accessor, batch, createEffect, createSignal, on, onCleanup } from 'solid-js';

/** Maximum time to wait for a frame, in milliseconds. */
const longestFrameMs = 200;

/** Functions that run in separate tasks, in order. */
const tasks: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** Runs a function in the next task. Unlike `setTimeout`, it adds no delay. */
function inNextTask(act: () => void): void {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => tasks.shift()?.();
  }
  tasks.push(act);
  channel.port2.postMessage(undefined);
}

/** Runs a function after the next frame is drawn. Returns a function that cancels it. */
export function afterFrame(act: () => void): () => void {
  let isCancelled = false;
  const frame = requestAnimationFrame(() => {
    inNextTask(() => {
      if (!isCancelled) act();
    });
  });
  return () => {
    isCancelled = true;
    cancelAnimationFrame(frame);
  };
}

/** Resolves after the next frame is drawn, at the latest after `longestFrameMs`; at once in hidden pages, which draw none. */
export function nextFrame(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = afterFrame(resolve);
    // The page may become hidden while waiting.
    setTimeout(() => {
      cancel();
      resolve();
    }, longestFrameMs);
  });
}

/** Returns a value that follows `source` one frame later. `settle` updates it immediately. */
export function createAfterFrame<T>(source: Accessor<T>): { readonly value: Accessor<T>; settle(): void } {
  const [value, setValue] = createSignal(source());
  let cancel: (() => void) | undefined;
  const settle = () => {
    cancel?.();
    cancel = undefined;
    setValue(() => source());
  };
  createEffect(
    on(
      source,
      () => {
        cancel ??= afterFrame(settle);
      },
      { defer: true },
    ),
  );
  onCleanup(() => cancel?.());
  return { value, settle };
}

/** Maximum number of components that `createDrawn` marks as drawn per frame, so that no task becomes long. */
const partsPerFrame = 8;
/** Milliseconds after a scroll event during which no component is marked as drawn: most rows soon leave the screen. */
const scrollingMs = 150;
const undrawn = new Set<() => void>();
/** Time of the last scroll event, by `performance.now()`. */
let scrolledAt = Number.NEGATIVE_INFINITY;

/** Records that the reader scrolls, which postpones marking components as drawn. */
export function noteScrolling(): void {
  scrolledAt = performance.now();
}

function drawSome(): void {
  const waitMs = scrolledAt + scrollingMs - performance.now();
  if (waitMs > 0) {
    setTimeout(drawSome, waitMs);
    return;
  }
  batch(() => {
    for (const draw of [...undrawn].slice(0, partsPerFrame)) {
      undrawn.delete(draw);
      draw();
    }
  });
  if (undrawn.size > 0) afterFrame(drawSome);
}

/**
 * Returns whether the calling component has been drawn. It is false first, and true soon after the first frame. Components use
 * it to postpone parts that must not delay the first frame.
 */
export function createDrawn(): Accessor<boolean> {
  const [isDrawn, setDrawn] = createSignal(false);
  const draw = () => {
    setDrawn(true);
  };
  if (undrawn.size === 0) afterFrame(drawSome);
  undrawn.add(draw);
  onCleanup(() => undrawn.delete(draw));
  return isDrawn;
}
