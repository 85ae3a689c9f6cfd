import { type Accessor, batch, createEffect, createSignal, on, onCleanup } from 'solid-js';

/** Time after which a frame is no longer waited for, in milliseconds. */
const longestFrameMs = 200;

/** Work that runs in tasks of its own, in order. */
const tasks: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** Runs work in the next task. Unlike a timer, it is not delayed. */
function inNextTask(act: () => void): void {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => tasks.shift()?.();
  }
  tasks.push(act);
  channel.port2.postMessage(undefined);
}

/** Runs work after the next frame is drawn. Returns a function that cancels it. */
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

/** Resolves after the next frame is drawn. Hidden pages draw none, so it resolves at once there. */
export function nextFrame(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = afterFrame(resolve);
    // The page may be hidden meanwhile.
    setTimeout(() => {
      cancel();
      resolve();
    }, longestFrameMs);
  });
}

/**
 * Returns a value that follows another one after the next frame is drawn, for work that must not delay the frame.
 * `settle` makes it follow immediately.
 */
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

/** Number of parts that become drawn with one frame, so that no task is long. */
const partsPerFrame = 8;
/**
 * Time after a scroll event during which no parts become drawn, in milliseconds: most rows leave the screen again at
 * once.
 */
const scrollingMs = 150;
const undrawn = new Set<() => void>();
/** Time of the last scroll event, in milliseconds of the page's clock. */
let scrolledAt = Number.NEGATIVE_INFINITY;

/** Postpones parts that need not be drawn yet, because the reader scrolls. */
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
 * Returns whether the calling component was drawn. It is false at first, for parts that must not delay the first
 * frame, and true soon after that frame.
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
