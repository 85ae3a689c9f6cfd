import { limits } from '@parley/rules/limits';
import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { TextField } from '../forms/fields.tsx';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { compareNames, narrowTitle } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { hrefOfRoute } from '../router/router.ts';
import { searchOfRoute } from '../search/filters/search-within.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ui } from '../ui/texts.ts';
import { builtInViews, isViewShown, ownViews } from './built-in-views.ts';

/** Renders the dialog in which the person shows, hides, adds and removes views of the sidebar. */
export default function ViewsDialog(props: { onClose: () => void }) {
  const parley = useParley();
  const currentHref = hrefOfRoute(parley.router.route());
  const { store, client } = parley;
  const { navigationViews, scheduledMessages } = store.personal;
  const decided = useDerived([navigationViews], () => new Map(navigationViews.entries()));
  const own = () => ownViews(decided().values(), compareNames);
  const isShown = (view: (typeof builtInViews)[number]) =>
    isViewShown(view, decided().get(view.fragment), {
      isFilled: view.fragment === 'scheduled' && scheduledMessages.size > 0,
      isCurrent: false,
    });
  const show = (fragment: string, is_pinned: boolean) => {
    const operation = decided().has(fragment) ? 'edit-navigation-view' : 'add-navigation-view';
    return attempt(parley, client.call(operation, { fragment, is_pinned }));
  };
  const remove = (fragment: string) => attempt(parley, client.call('remove-navigation-view', { fragment }));
  const restore = async () => {
    for (const { fragment } of builtInViews) {
      if (decided().has(fragment) && !(await remove(fragment))) return;
    }
  };
  /** Fragment of the current view if it can be added as one of the person's own views; undefined otherwise. */
  const present = () => {
    const fragment = currentHref.slice(1);
    const isKnown = decided().has(fragment) || builtInViews.some(({ href }) => href === currentHref);
    return fragment.startsWith('narrow/') && !isKnown ? fragment : undefined;
  };
  const shownRoute = parley.router.route();
  const initialName =
    shownRoute.view === 'messages' ? narrowTitle(store, shownRoute.narrow).slice(0, 100) : '';
  let form: HTMLFormElement | undefined;
  let close!: HTMLButtonElement;
  async function add(fragment: string, name: string): Promise<void> {
    const call = client.call('add-navigation-view', { fragment, is_pinned: true, name });
    // The form disappears with its focus when the view is kept.
    if (await attempt(parley, call)) close.focus();
  }
  /** A search is here to be kept, so its name has the focus. */
  const nameOfSearch = () =>
    searchOfRoute(shownRoute) ? form?.querySelector<HTMLInputElement>('input') : undefined;
  return (
    <Dialog title={t('chooseViews')} focusFirst={() => nameOfSearch() ?? undefined} onClose={props.onClose}>
      <div class="stack">
        <ul class="plain-list" aria-label={t('views')}>
          <For each={builtInViews}>
            {(view) => (
              <li>
                <ShownToggle
                  label={t(view.name)}
                  isShown={isShown(view)}
                  onChange={(wanted) => void show(view.fragment, wanted)}
                />
              </li>
            )}
          </For>
          <For each={own()}>
            {(view) => (
              <li>
                <ShownToggle
                  label={view.name ?? view.fragment}
                  isShown={view.is_pinned}
                  onChange={(wanted) => void show(view.fragment, wanted)}
                />
                <button
                  type="button"
                  class="button"
                  aria-label={ui('deleteView', { name: view.name ?? view.fragment })}
                  onClick={() => void remove(view.fragment)}
                >
                  {t('delete')}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={present()}>
          {(fragment) => (
            <KeepForm
              initialName={initialName}
              ref={(element) => {
                form = element;
              }}
              keep={(name) => add(fragment(), name)}
            />
          )}
        </Show>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={() => void restore()}>
            {ui('restoreViews')}
          </button>
          <button ref={close} type="button" class="button is-primary" onClick={() => props.onClose()}>
            {t('close')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** Renders the form that keeps the current view under a name. */
function KeepForm(props: {
  initialName: string;
  keep: (name: string) => Promise<void>;
  ref: (form: HTMLFormElement) => void;
}) {
  const [name, setName] = createSignal(props.initialName);
  return (
    <form
      ref={(element) => props.ref(element)}
      class="stack is-small"
      onSubmit={(event) => {
        event.preventDefault();
        void props.keep(name().trim());
      }}
    >
      <TextField
        label={ui('nameOfView')}
        maxLength={limits.navigationViewNameLength}
        isRequired
        value={name()}
        onChange={setName}
      />
      <button type="submit" class="button" disabled={name().trim() === ''}>
        {ui('keepView')}
      </button>
    </form>
  );
}

function ShownToggle(props: { label: string; isShown: boolean; onChange: (isShown: boolean) => void }) {
  const id = createUniqueId();
  return (
    <>
      <input
        type="checkbox"
        class="switch"
        id={id}
        checked={props.isShown}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label class="row-main" for={id}>
        {props.label}
      </label>
    </>
  );
}
