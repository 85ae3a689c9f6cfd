import { For, Show } from 'solid-js';
import { startProviderSignIn } from './desktop-app.ts';
import type { ServerSettings } from './parts.tsx';
import { si } from './texts.ts';

/** Returns the path, query and fragment of the current page, so that the person returns there after the sign-in. */
const pageInApp = (): string => location.pathname + location.search + location.hash;

/** Links to the identity providers with which people can sign in. Renders nothing when there are none. */
export function ProviderButtons(props: { settings: ServerSettings | undefined }) {
  return (
    <Show when={props.settings?.external_authentication_methods.length}>
      <ul class="sign-in-providers">
        <For each={props.settings?.external_authentication_methods}>
          {(provider) => (
            <li>
              <a
                class="button"
                href={`${provider.login_url}?next=${encodeURIComponent(pageInApp())}`}
                onClick={(event) => startProviderSignIn(event, provider.login_url)}
              >
                {si('logInWith', { name: provider.display_name })}
              </a>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
