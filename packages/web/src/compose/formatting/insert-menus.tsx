import type { Place } from '@parley/client';
import { NotebookText, Phone, Video } from 'lucide';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { attempt } from '../../model/actions.ts';
import { compareNames, placeName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { callLink, callProvider } from '../attaching/calls.ts';

/** Menus of the compose box that insert texts: saved texts, and links to new calls. */
export function InsertMenus(props: { place: () => Place | undefined; insert: (text: string) => void }) {
  const parley = useParley();
  const { store } = parley;
  const provider = useDerived([store.fields], () => callProvider(store));
  // Waits for one frame, because the closing menu first returns the focus to its button.
  const insert = (text: string) => void requestAnimationFrame(() => props.insert(text));
  const snippets = (): MenuEntry[] => [
    ...[...store.personal.savedSnippets.values()]
      .sort((one, other) => compareNames(one.title, other.title))
      .map(({ title, content }) => ({ label: title, run: () => insert(content) })),
    ...(store.personal.savedSnippets.size > 0 ? ['separator' as const] : []),
    { label: t('manageSnippets'), run: () => parley.router.go('#settings/reminders') },
  ];
  const callName = () => {
    const place = props.place();
    return place ? placeName(store, place) : String(store.fields.get('realm_name') ?? '');
  };
  const call = (isVideo: boolean) =>
    void attempt(parley, callLink(parley, callName(), isVideo).then(insert), t('callNotMade'));
  return (
    <>
      <Menu label={t('insertSnippet')} class="icon-button begins-group" entries={snippets}>
        <Icon of={NotebookText} />
      </Menu>
      <Show when={provider()}>
        <Menu
          label={t('startCall')}
          entries={() => [
            { label: t('videoCall'), icon: Video, run: () => call(true) },
            { label: t('voiceCall'), icon: Phone, run: () => call(false) },
          ]}
        >
          <Icon of={Video} />
        </Menu>
      </Show>
    </>
  );
}
