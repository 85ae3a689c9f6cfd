import { type Accessor, createSignal, type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { reasonOf } from '../model/failures.ts';
import { NotLoaded } from '../ui/not-loaded.tsx';

/** Data of the server that a screen shows. Unlike a resource, it does not hide the page around it while it loads. */
export type Loaded<T> = {
  /** What was loaded last; undefined before that. */
  readonly value: Accessor<T | undefined>;
  /** Why the last attempt failed; undefined when it did not. */
  readonly problem: Accessor<string | undefined>;
  readonly isLoading: Accessor<boolean>;
  /** Loads again. Answers to earlier requests are ignored. */
  reload(): Promise<void>;
  /** Replaces the value, for instance by the answer of a change. */
  set(value: T): void;
};

/** Loads data at once, and again when `reload` is called. */
export function createLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [value, setValue] = createSignal<T>();
  const [problem, setProblem] = createSignal<string>();
  const [isLoading, setLoading] = createSignal(true);
  let loadings = 0;
  const set = (found: T) => void setValue(() => found);
  async function reload(): Promise<void> {
    const loading = ++loadings;
    setLoading(true);
    try {
      const found = await load();
      if (loading !== loadings) return;
      set(found);
      setProblem(undefined);
    } catch (error) {
      if (loading === loadings) setProblem(reasonOf(error) ?? t('actionFailed'));
    } finally {
      if (loading === loadings) setLoading(false);
    }
  }
  void reload();
  return { value, problem, isLoading, reload, set };
}

/** Renders what was loaded. Before that, it says that it is being loaded, and after a failure why it could not be. */
export function LoadedView<T extends object>(props: {
  of: Loaded<T>;
  children: (value: () => T) => JSX.Element;
}) {
  return (
    <>
      <Show when={props.of.problem()}>
        {(text) => <NotLoaded text={text()} onRetry={() => props.of.reload()} />}
      </Show>
      <Show
        when={props.of.value()}
        fallback={
          <Show when={props.of.isLoading()}>
            <p class="muted" role="status">
              {t('loading')}
            </p>
          </Show>
        }
      >
        {(value) => props.children(value)}
      </Show>
    </>
  );
}
