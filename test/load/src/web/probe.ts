/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Functions that measure inside the page. Times are in milliseconds of the page's clock, which starts at the navigation. */
export type Probe = {
  /** Time at which the first message was readable; undefined before. */
  readableAt: number | undefined;
  /** Whether the page shows no messages. Then the probe does not search for readable messages in each frame. */
  hasNoMessages: boolean;
  /** Milliseconds between each key press and the frame that shows its effect. */
  readonly keys: number[];
  /** Durations of tasks over 50 ms, in milliseconds. */
  readonly longTasks: number[];
  /** Resolves after the next frame was drawn, with its time. */
  painted(): Promise<number>;
  /** Resolves after a frame was drawn in which `holds` returned true, with the time of that frame. */
  until(holds: () => boolean): Promise<number>;
  /** Opens an address of the client. Resolves with the milliseconds until one of the messages is readable. */
  go(hash: string, messageIds: readonly number[]): Promise<number>;
  /** Resolves when the text is visible in a message, with the Unix time in milliseconds. */
  shown(text: string): Promise<number>;
};

/** Installs the probe. It runs in the page before any other code, so it must not refer to anything outside of its body. */
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
