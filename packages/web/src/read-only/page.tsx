import { For, type JSX } from 'solid-js';
import { handleCopying } from '../content/copied-text.ts';
import { directionOf } from '../i18n/direction.ts';

/** Renders a page of read-only messages: a header, a list of conversations, and the chosen conversation. */
export function ReadOnlyPage<T>(props: {
  head: JSX.Element;
  listLabel: string;
  entries: readonly T[];
  nameOf: (entry: T) => string;
  hrefOf: (entry: T) => string;
  isChosen: (entry: T) => boolean;
  children: JSX.Element;
}) {
  handleCopying();
  return (
    <div class="read-only-page">
      <header class="read-only-top">{props.head}</header>
      <nav class="read-only-list" aria-label={props.listLabel}>
        <ul>
          <For each={props.entries}>
            {(entry) => (
              <li>
                <a
                  href={props.hrefOf(entry)}
                  aria-current={props.isChosen(entry) ? 'page' : undefined}
                  dir={directionOf(props.nameOf(entry))}
                >
                  {props.nameOf(entry)}
                </a>
              </li>
            )}
          </For>
        </ul>
      </nav>
      <main class="read-only-view" id="main">
        {props.children}
      </main>
    </div>
  );
}
