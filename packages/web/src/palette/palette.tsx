import '../styles/search.css';
import '../styles/search-results.css';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { Finder } from '../search/finder/finder.tsx';
import { searchText } from '../search/search-text.ts';
import { f, searchTexts } from '../search/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { holdKeys } from '../ui/opening.tsx';
import { moreRows } from './more-rows.tsx';
import { loadSettingNames } from './setting-commands.ts';

await Promise.allSettled([loadSettingNames(), searchTexts.load()]);

/** Renders the switcher: the search with views, commands and settings. It goes anywhere, finds everything and does what a menu does. */
export default function Palette(props: { onClose: () => void }) {
  const parley = useParley();
  let field: HTMLInputElement | undefined;
  const within = searchText(parley.globalDialog.searchedNarrow(), parley.store);
  const leave = (act: () => void) => {
    // Holds back key presses until the action has run, because they are meant for what the action opens.
    const release = holdKeys();
    props.onClose();
    // The closing dialog first returns the focus, so the action runs in the next frame.
    requestAnimationFrame(() => {
      act();
      release();
    });
  };
  return (
    <Dialog title={t('palette')} isBare onClose={props.onClose} class="palette" focusFirst={() => field}>
      <Finder
        text={within === '' ? '' : `${within} `}
        more={moreRows(parley)}
        onLeave={leave}
        ref={(element) => {
          field = element;
        }}
      />
      <Keys onHelp={() => leave(() => parley.router.go('#search'))} />
    </Dialog>
  );
}

function Keys(props: { onHelp: () => void }) {
  return (
    <p class="finder-keys">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {f('hintSelect')}
      </span>
      <span>
        <kbd>↵</kbd> {f('hintOpen')}
      </span>
      <span>
        <kbd>Ctrl ↵</kbd> {f('hintSearch')}
      </span>
      <button type="button" class="link-button" tabindex="-1" onClick={() => props.onHelp()}>
        {f('helpTitle')}
      </button>
    </p>
  );
}
