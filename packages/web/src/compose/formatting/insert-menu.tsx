import type { Place } from '@parley/client';
import {
  AtSign,
  EyeClosed,
  ImagePlay,
  ListOrdered,
  Mic,
  NotebookText,
  Phone,
  Plus,
  Sigma,
  Sparkles,
  Video,
} from 'lucide';
import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { loadedLater } from '../../lib/loadable.ts';
import { attempt } from '../../model/actions.ts';
import { compareNames, placeName } from '../../model/names.ts';
import { type Parley, useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { useField } from '../../model/self.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { createOpened } from '../../ui/opening.tsx';
import { callLink, callProvider } from '../attaching/calls.ts';
import { canRecord } from '../attaching/record-button.tsx';
import { co } from '../texts.ts';
import type { Writing } from '../writing.ts';
import type { Format } from './format.ts';
import { formattingOf } from './format-state.ts';

const gifPopover = loadedLater(() => import('../gif/gif-popover.tsx'));

type Props = {
  writing: Writing;
  place: () => Place | undefined;
  /** Whether the box has hidden fields that say where the message goes. */
  hasRecipients: boolean;
};

/** Runs an action after one frame, because the closing menu first returns the focus to its button. */
const afterClosing = (action: () => void) => void requestAnimationFrame(action);

/** Renders the menu of what few messages need: rarer formats, saved texts, calls, GIFs and recordings. */
export function InsertMenu(props: Props) {
  const parley = useParley();
  const [isOpen, setOpen] = createSignal(false);
  const [areSnippets, setSnippets] = createSignal(false);
  const [areGifs, setGifs] = createSignal(false);
  const gifs = createOpened(gifPopover, areGifs, () => setGifs(false));
  const insert = (text: string) => afterClosing(() => props.writing.insert(text));
  const calls = useCallEntries(props.place, insert);
  const hasGifs = useHasGifs();
  let anchor!: HTMLSpanElement;
  const change = (wanted: boolean) => {
    setSnippets(false);
    setOpen(wanted);
  };
  const showSnippets = () => {
    setSnippets(true);
    setOpen(true);
  };
  const all = (): MenuEntry[] => [
    ...rareFormats.map(
      ([format, icon, name]): MenuEntry => ({
        label: co(name),
        icon,
        run: () => afterClosing(() => props.writing.format(format)),
      }),
    ),
    'separator',
    { label: co('insertSnippet'), icon: NotebookText, run: showSnippets },
    ...(hasGifs() ? [{ label: co('insertGif'), icon: ImagePlay, run: () => setGifs(true) }] : []),
    ...(canRecord ? [{ label: co('record'), icon: Mic, run: () => props.writing.record(true) }] : []),
    ...calls(),
    'separator',
    ...(props.hasRecipients ? [recipientsEntry(anchor)] : []),
    liveEntry(parley),
  ];
  return (
    <span class="begins-group" ref={anchor}>
      <Menu
        label={areSnippets() ? co('insertSnippet') : t('insert')}
        isOpen={isOpen()}
        onOpenChange={change}
        entries={() => (areSnippets() ? snippetEntries(parley, insert) : all())}
      >
        <Icon of={Plus} />
      </Menu>
      <Show when={areGifs() && gifs()} keyed>
        {(GifPopover) => (
          <GifPopover
            anchor={anchor}
            onClose={() => setGifs(false)}
            onChoose={(markdown) => {
              setGifs(false);
              insert(markdown);
            }}
          />
        )}
      </Show>
    </span>
  );
}

const rareFormats = [
  ['numbers', ListOrdered, 'numberedList'],
  ['spoiler', EyeClosed, 'spoilerFormat'],
  ['math', Sigma, 'mathFormat'],
] as const satisfies readonly (readonly [Format, unknown, Parameters<typeof co>[0]])[];

/** Returns the saved texts of the person, and what leads to their list. */
function snippetEntries(parley: Parley, insert: (text: string) => void): MenuEntry[] {
  const snippets = [...parley.store.personal.savedSnippets.values()];
  return [
    ...snippets
      .sort((one, other) => compareNames(one.title, other.title))
      .map(({ title, content }) => ({ label: title, run: () => insert(content) })),
    ...(snippets.length > 0 ? ['separator' as const] : []),
    { label: co('manageSnippets'), run: () => parley.router.go('#settings/reminders') },
  ];
}

/** Returns the entries that insert a link to a new call, where the organization has a provider. Call it inside a component. */
function useCallEntries(
  placeOf: () => Place | undefined,
  insert: (text: string) => void,
): () => readonly MenuEntry[] {
  const parley = useParley();
  const { store } = parley;
  const provider = useDerived([store.fields], () => callProvider(store));
  const name = () => {
    const place = placeOf();
    return place ? placeName(store, place) : String(store.fields.get('realm_name') ?? '');
  };
  const call = (isVideo: boolean) =>
    void attempt(parley, callLink(parley, name(), isVideo).then(insert), co('callNotMade'));
  return () =>
    provider()
      ? [
          { label: co('videoCall'), icon: Video, run: () => call(true) },
          { label: co('voiceCall'), icon: Phone, run: () => call(false) },
        ]
      : [];
}

/** Returns whether the organization has chosen a provider of GIFs, and allows any. Call it inside a component. */
function useHasGifs(): () => boolean {
  const provider = useField('realm_gif_provider');
  const rating = useField('realm_gif_rating_policy');
  return () => (provider() ?? 'none') !== 'none' && rating() !== 0;
}

/** Returns the entry that shows to whom the message goes. */
const recipientsEntry = (inBox: HTMLElement): MenuEntry => ({
  label: co('changeRecipients'),
  icon: AtSign,
  run: () =>
    afterClosing(() =>
      inBox.closest('.compose')?.querySelector<HTMLElement>('#compose-topic, #compose-to')?.focus(),
    ),
});

const liveEntry = (parley: Parley): MenuEntry => ({
  label: co('liveFormatting'),
  icon: Sparkles,
  isChosen: formattingOf(parley).isLive(),
  run: () => formattingOf(parley).toggleLive(),
});
