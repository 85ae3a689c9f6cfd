/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * The functions that measure inside the page. Times are in milliseconds of the page's clock, which starts with the
 * navigation.
 */
export type Probe = {
  /** Time at which the first message was readable; undefined before. */
  readableAt: number | undefined;
  /** Whether the page has no messages to wait for, so that nothing looks for them in each frame. */
  hasNoMessages: boolean;
  /** Milliseconds from each key to the frame that shows its effect. */
  readonly keys: number[];
  /** Durations of tasks over 50 ms, in milliseconds. */
  readonly longTasks: number[];
  /** Resolves after the next frame was drawn, with the time. */
  painted(): Promise<number>;
  /** Resolves after the frame in which the check is true was drawn, with the time. */
  until(holds: () => boolean): Promise<number>;
  /** Goes to an address of the client. Resolves with the milliseconds until one of the messages is readable. */
  go(hash: string, messageIds: readonly number[]): Promise<number>;
  /** Resolves when a text is among the messages, with the time in milliseconds since 1970. */
  shown(text: string): Promise<number>;
};

/** Runs in the page before any other code. It must not use anything from outside of itself. */
export function installProbe(): void {
  const articles = () => [...document.querySelectorAll<HTMLElement>('article[data-message-id]')];
  const isVisible = (element: HTMLElement) => {
    const frame = element.closest('.message-scroller')?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return frame !== undefined && top < frame.bottom && bottom > frame.top;
  };
  const afterFrame = (act: (time: number) => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(performance.now());
    requestAnimationFrame(() => port2.postMessage(undefined));
  };
  const probe: Probe = {
    readableAt: undefined,
    hasNoMessages: false,
    keys: [],
    longTasks: [],
    painted: () => new Promise((resolve) => afterFrame(resolve)),
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds()) {
            requestAnimationFrame(look);
            return;
          }
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(undefined);
        };
        requestAnimationFrame(look);
      }),
    async go(hash, messageIds) {
      const wanted = new Set(messageIds.map(String));
      const start = performance.now();
      location.hash = hash;
      const holds = () =>
        articles().some((each) => wanted.has(each.dataset.messageId ?? '') && isVisible(each));
      return (await probe.until(holds)) - start;
    },
    shown: async (text) => {
      const time = await probe.until(() => articles().some((each) => each.textContent?.includes(text)));
      return performance.timeOrigin + time;
    },
  };
  Object.assign(globalThis, { probe });
  performance.setResourceTimingBufferSize(100_000);
  addEventListener('keydown', ({ timeStamp }) => afterFrame((time) => probe.keys.push(time - timeStamp)), {
    capture: true,
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  void probe
    .until(
      () =>
        probe.hasNoMessages || articles().some((each) => (each.textContent ?? '') !== '' && isVisible(each)),
    )
    .then((time) => {
      probe.readableAt = time;
    });
}
