import type { Place } from '@parley/client';
import type { IconNode } from 'lucide';
import { Bold, Code, Italic, Link, List, Quote, Strikethrough } from 'lucide';
import { type Accessor, For } from 'solid-js';
import { type TextName, t } from '../../i18n/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { commandKey } from '../send-tools.tsx';
import { type ComposeText, co, composeTexts } from '../texts.ts';
import type { Writing } from '../writing.ts';
import { type Format, keyOfFormat } from './format.ts';
import { InsertMenu } from './insert-menu.tsx';

type Name = ComposeText | TextName;
type FormatButton = readonly [Format, IconNode, Name];

/** The formats that most people use. What belongs together stands together. The menu has the others. */
const formats: readonly (readonly FormatButton[])[] = [
  [
    ['bold', Bold, 'bold'],
    ['italic', Italic, 'italic'],
    ['strike', Strikethrough, 'strike'],
  ],
  [
    ['link', Link, 'link'],
    ['list', List, 'list'],
  ],
  [
    ['quote', Quote, 'quoteFormat'],
    ['code', Code, 'code'],
  ],
];

/** Returns the name of a format. The list of keys has some of them, too. */
const nameOf = (name: Name): string => (composeTexts.has(name) ? co(name) : t(name));

/** Returns the keys that apply a format, as people read them and as assistive technology does; undefined without any. */
function keysOfFormat(format: Format): { readonly shown: string; readonly spoken: string } | undefined {
  const key = keyOfFormat(format);
  if (key === undefined) return undefined;
  const upper = key.toUpperCase();
  const withShift = key === upper ? `Shift+${upper}` : upper;
  const spoken = commandKey === '⌘' ? 'Meta' : 'Control';
  return { shown: `${commandKey}+${withShift}`, spoken: `${spoken}+${withShift}` };
}

function FormatTool(props: { of: FormatButton; isFirst: boolean; onPress: () => void }) {
  const [format, icon, name] = props.of;
  const keys = keysOfFormat(format);
  return (
    <button
      type="button"
      class="icon-button"
      classList={{ 'begins-group': props.isFirst }}
      aria-label={nameOf(name)}
      aria-keyshortcuts={keys?.spoken}
      title={keys ? `${nameOf(name)} (${keys.shown})` : nameOf(name)}
      onClick={() => props.onPress()}
    >
      <Icon of={icon} />
    </button>
  );
}

/** Renders the most common formats, and the menu of all else that can be inserted. */
export default function FormatBar(props: {
  writing: Writing;
  place: Accessor<Place | undefined>;
  /** Whether the box has hidden fields that say where the message goes. */
  hasRecipients: boolean;
}) {
  const { writing } = props;
  const { preview } = writing;
  return (
    <div class="format-bar" role="group" aria-label={t('formatting')}>
      <For each={formats.flat()}>
        {(each) => (
          <FormatTool
            of={each}
            isFirst={formats.some(([first]) => first === each)}
            onPress={() => writing.format(each[0])}
          />
        )}
      </For>
      <InsertMenu writing={writing} place={props.place} hasRecipients={props.hasRecipients} />
      <button
        type="button"
        class="link-button preview-button"
        data-keeps-focus
        aria-pressed={preview.isWanted()}
        disabled={writing.facts().isBlank}
        onClick={() => preview.toggle()}
      >
        {t('preview')}
      </button>
    </div>
  );
}
