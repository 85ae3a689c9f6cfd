/** Components whose code is loaded when they are first shown, or before, when the browser has nothing else to do. */
import { type Component, lazy } from 'solid-js';
import { whenIdle } from './idle.ts';

// biome-ignore lint/suspicious/noExplicitAny: components of all properties
type Load<C extends Component<any>> = () => Promise<{ default: C }>;

const loads: Load<Component>[] = [];
const startAfterMs = 3_000;

/** Returns a component that is loaded on demand; `preloadWhenIdle` loads it earlier. */
// biome-ignore lint/suspicious/noExplicitAny: components of all properties
export function loadable<C extends Component<any>>(load: Load<C>): C & { preload: Load<C> } {
  loads.push(load as unknown as Load<Component>);
  return lazy(load);
}

/** Loads the code of all components in turn, so that they can also be shown offline. */
export function preloadWhenIdle(): void {
  const [...left] = loads;
  const next = () => {
    const load = left.shift();
    // A failure is reported when the component is shown.
    if (load) void load().then(schedule, schedule);
  };
  const schedule = () => whenIdle(next);
  setTimeout(schedule, startAfterMs);
}
