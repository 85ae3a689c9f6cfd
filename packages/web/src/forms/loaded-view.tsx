import { type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { NotLoaded } from '../ui/not-loaded.tsx';
import type { Loaded } from './loaded.ts';

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
