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
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Format } from './format.ts';
import { formattingOf } from './format-state.ts';
import { GifButton } from './gif-button.tsx';
import { InsertMenus } from './insert-menus.tsx';
import { RecordButton } from './record-button.tsx';
import type { Writing } from './writing.ts';

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
        {([format, icon, name]) => (
          <button
            type="button"
            class="icon-button"
            classList={{ 'begins-group': formats.some(([first]) => first?.[0] === format) }}
            aria-label={t(name)}
            title={t(name)}
            onClick={() => writing.format(format)}
          >
            <Icon of={icon} />
          </button>
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
