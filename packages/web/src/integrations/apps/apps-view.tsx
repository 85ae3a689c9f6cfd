import { Blocks as BlocksIcon } from 'lucide';
import { createSignal, For, onCleanup, Show } from 'solid-js';
import { EmptyNote } from '../../forms/entries.tsx';
import { createLoaded, LoadedView } from '../../forms/loaded.tsx';
import { useParley } from '../../model/parley.tsx';
import { useIsAdministrator } from '../../model/self.ts';
import { n } from '../texts.ts';
import { type App, AppCard } from './app-card.tsx';
import { AppCredentials, type Credentials } from './app-credentials.tsx';
import { InstallDialog } from './install-dialog.tsx';

/** Lists the apps of the organization with what they may do. Administrators install them, and change where they may act. */
export function AppsView() {
  const { client, connection } = useParley();
  const isAdministrator = useIsAdministrator();
  const apps = createLoaded(async () => (await client.call('get-apps', {})).apps);
  const [isInstalling, setInstalling] = createSignal(false);
  const [credentials, setCredentials] = createSignal<Credentials>();
  onCleanup(connection.onEvent(({ type }) => void (type === 'apps' && apps.reload())));
  return (
    <div class="stack">
      <p class="muted">{n('appsHelp')}</p>
      <Show when={isAdministrator()} fallback={<p class="muted">{n('appsAdministrators')}</p>}>
        <div class="setting-actions">
          <button type="button" class="button is-primary" onClick={() => setInstalling(true)}>
            {n('installApp')}
          </button>
        </div>
      </Show>
      <LoadedView of={apps}>
        {(present) => <AppList apps={present()} onChanged={apps.reload} onCredentials={setCredentials} />}
      </LoadedView>
      <Show when={isInstalling()}>
        <InstallDialog
          onInstalled={(installed) => {
            void apps.reload();
            setCredentials(installed);
          }}
          onClose={() => setInstalling(false)}
        />
      </Show>
      <Show when={credentials()} keyed>
        {(present) => <AppCredentials credentials={present} onClose={() => setCredentials(undefined)} />}
      </Show>
    </div>
  );
}

function AppList(props: {
  apps: readonly App[];
  onChanged: () => Promise<void>;
  onCredentials: (credentials: Credentials) => void;
}) {
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <Show when={props.apps.length === 0}>
        <EmptyNote icon={BlocksIcon}>{n('noApps')}</EmptyNote>
      </Show>
      {/* By ID, so that a changed app keeps its fields and their focus. */}
      <For each={props.apps.map(({ id }) => id)}>
        {(id) => (
          <Show when={props.apps.find((each) => each.id === id)}>
            {(app) => (
              <AppCard
                app={app()}
                isAdministrator={isAdministrator()}
                onChanged={props.onChanged}
                onCredentials={props.onCredentials}
              />
            )}
          </Show>
        )}
      </For>
    </>
  );
}
