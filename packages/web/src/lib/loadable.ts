/** Code that is loaded when it is first needed, mostly that of components when they are shown, or earlier when the browser is idle. */
import { type Component, createSignal, lazy } from 'solid-js';
import { whenIdle } from './timing/idle.ts';

// biome-ignore lint/suspicious/noExplicitAny: components of all properties
type Load<C extends Component<any>> = () => Promise<{ default: C }>;

const loads: (() => Promise<unknown>)[] = [];
const startAfterMs = 3_000;

/** Returns a component whose code is loaded on demand. `preloadWhenIdle` may load it earlier. */
// biome-ignore lint/suspicious/noExplicitAny: components of all properties
export function loadable<C extends Component<any>>(load: Load<C>): C & { preload: Load<C> } {
  loads.push(load);
  return lazy(load);
}

/** Returns a function that loads a module. `preloadWhenIdle` may load it earlier. */
export function loadedOnDemand<Module>(load: () => Promise<Module>): () => Promise<Module> {
  loads.push(load);
  return load;
}

/**
 * Returns a function that returns a component, or undefined until its code is loaded. The first call starts loading. With it, an element
 * (such as the button of a menu) can stay in the document, with the focus, until the component replaces it.
 */
// biome-ignore lint/suspicious/noExplicitAny: components of all properties
export function loadedLater<C extends Component<any>>(
  load: Load<C>,
): (onFailure: () => void) => C | undefined {
  const [loaded, setLoaded] = createSignal<C>();
  const start = async () => {
    const { default: component } = await load();
    setLoaded(() => component);
  };
  loads.push(start);
  return (onFailure) => {
    const present = loaded();
    if (!present) start().catch(onFailure);
    return present;
  };
}

/** Loads all code of this kind one after the other while the browser is idle, so that they can be shown offline too. */
export function preloadWhenIdle(): void {
  const [...left] = loads;
  const next = () => {
    const load = left.shift();
    // Ignores failures: loading is retried, and reported, when the component is shown.
    if (load) void load().then(schedule, schedule);
  };
  const schedule = () => whenIdle(next);
  setTimeout(schedule, startAfterMs);
}
