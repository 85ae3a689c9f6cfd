import { createEffect, createSignal, For, onCleanup, Show } from 'solid-js';
import { createLoaded } from '../forms/loaded.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import '../styles/imports.css';
import { ActiveImport } from './active-import.tsx';
import { ImportEntry } from './import-entry.tsx';
import { type Import, isActive, type StartTerms } from './import-rules.ts';
import { NewImport } from './new-import.tsx';
import { StartDialog } from './start-dialog.tsx';
import { importsTexts, m } from './texts.ts';

await importsTexts.load();

/** Polling interval in milliseconds, because no event reports the progress of imports. */
const progressMs = 2_000;

/** Loads the imports, again and again while one is under way, and starts one. Call it inside a component. */
function createImports() {
  const { client, toasts } = useParley();
  const imports = createLoaded(async () => (await client.call('get-imports', {})).imports);
  const all = () => imports.value() ?? [];
  const active = () => all().find(isActive);
  createEffect(() => {
    if (active() === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void imports.reload();
    }, progressMs);
    onCleanup(() => clearInterval(timer));
  });
  const start = async (terms: StartTerms) => {
    const { import_id: id } = await client.call('start-import', terms);
    const isOver = all().some((each) => each.id === id && each.state === 'done');
    if (isOver) toasts.show(m('alreadyImported'));
    await imports.reload();
  };
  return { imports, all, active, start };
}

type Imports = ReturnType<typeof createImports>;

/** Brings the history of another server along: a new import, the one that is under way, and those before. */
export default function ImportsSection() {
  const list = createImports();
  const { imports, active, start } = list;
  const [wanted, setWanted] = createSignal<StartTerms>();
  return (
    <>
      <SettingGroup isPage title={m('imports')} help={m('importsHelp')}>
        <Show
          when={active()}
          fallback={<NewImport isReady={imports.value() !== undefined} tryOut={start} onImport={setWanted} />}
        >
          {(present) => <ActiveImport import={present()} onChanged={() => imports.reload()} />}
        </Show>
      </SettingGroup>
      <SettingGroup title={m('before')}>
        <Show when={imports.problem()}>
          {(text) => <NotLoaded text={text()} onRetry={() => imports.reload()} />}
        </Show>
        <Before list={list} onImport={setWanted} />
      </SettingGroup>
      <Show when={wanted()} keyed>
        {(terms) => <StartDialog terms={terms} start={start} onClose={() => setWanted(undefined)} />}
      </Show>
    </>
  );
}

function Before(props: { list: Imports; onImport: (terms: StartTerms) => void }) {
  const { imports, all, active } = props.list;
  // By ID, so that an entry stays open when the list is loaded again.
  const ids = () =>
    all()
      .filter((each) => !isActive(each))
      .map(({ id }) => id);
  return (
    <ul class="plain-list" aria-label={m('before')}>
      <For
        each={ids()}
        fallback={
          <Show when={imports.problem() === undefined}>
            <li class="muted">
              {imports.isLoading() && imports.value() === undefined ? t('loading') : m('noImports')}
            </li>
          </Show>
        }
      >
        {(id) => (
          <Show when={all().find((each: Import) => each.id === id)}>
            {(each) => (
              <ImportEntry
                import={each()}
                isOtherActive={active() !== undefined}
                onImport={props.onImport}
                onChanged={() => imports.reload()}
              />
            )}
          </Show>
        )}
      </For>
    </ul>
  );
}
