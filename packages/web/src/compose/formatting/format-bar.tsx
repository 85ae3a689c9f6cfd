import type { Place } from '@parley/client';
import type { IconNode } from 'lucide';
import {
  Bold,
  Code,
  Eye,
  EyeClosed,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Sigma,
  Sparkles,
  Strikethrough,
} from 'lucide';
import { type Accessor, For, type JSX } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useParley } from '../../model/parley.tsx';
import { Icon } from '../../ui/icon.tsx';
import RecordButton from '../attaching/record-button.tsx';
import { GifButton } from '../gif/gif-button.tsx';
import { commandKey } from '../send-tools.tsx';
import type { Writing } from '../writing.ts';
import { type Format, keyOfFormat } from './format.ts';
import { formattingOf } from './format-state.ts';
import { InsertMenus } from './insert-menus.tsx';

type FormatButton = readonly [Format, IconNode, Parameters<typeof t>[0]];

/** What belongs together stands together. */
const formats: readonly (readonly FormatButton[])[] = [
  [
    ['bold', Bold, 'bold'],
    ['italic', Italic, 'italic'],
    ['strike', Strikethrough, 'strike'],
  ],
  [
    ['link', Link, 'link'],
    ['quote', Quote, 'quoteFormat'],
    ['list', List, 'list'],
    ['numbers', ListOrdered, 'numberedList'],
  ],
  [
    ['code', Code, 'code'],
    ['spoiler', EyeClosed, 'spoilerFormat'],
    ['math', Sigma, 'mathFormat'],
  ],
];

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
      aria-label={t(name)}
      aria-keyshortcuts={keys?.spoken}
      title={keys ? `${t(name)} (${keys.shown})` : t(name)}
      onClick={() => props.onPress()}
    >
      <Icon of={icon} />
    </button>
  );
}

/** Renders the formats, and what else can be inserted. */
export default function FormatBar(props: {
  writing: Writing;
  place: Accessor<Place | undefined>;
  /** Further buttons. */
  children?: JSX.Element;
}) {
  const parley = useParley();
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
      <InsertMenus place={props.place} insert={(text) => writing.insert(text)} />
      <GifButton insert={(text) => writing.insert(text)} />
      <RecordButton onRecord={() => writing.record(true)} />
      {props.children}
      <button
        type="button"
        class="icon-button begins-group"
        aria-label={t('liveFormatting')}
        aria-pressed={formattingOf(parley).isLive()}
        title={t('liveFormatting')}
        onClick={() => formattingOf(parley).toggleLive()}
      >
        <Icon of={Sparkles} />
      </button>
      <button
        type="button"
        class="icon-button"
        data-keeps-focus
        aria-label={t('preview')}
        aria-pressed={preview.isWanted()}
        title={t('preview')}
        disabled={writing.facts().isBlank}
        onClick={() => preview.toggle()}
      >
        <Icon of={preview.html() === undefined ? Eye : EyeOff} />
      </button>
    </div>
  );
}
