import { Popover } from '@kobalte/core/popover';
import type { Place } from '@parley/client';
import type { IconNode } from 'lucide';
import {
  Bold,
  CalendarClock,
  Code,
  Eye,
  EyeClosed,
  EyeOff,
  Italic,
  Link,
  List,
  Paperclip,
  Quote,
  SendHorizontal,
  Sigma,
  Smile,
} from 'lucide';
import { createEffect, createSignal, For, on } from 'solid-js';
import { t } from '../i18n/index.ts';
import { EmojiPopover } from '../ui/emoji-popover.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Format } from './format.ts';
import { InsertMenus } from './insert-menus.tsx';
import type { Preview } from './preview.ts';

const formats: readonly [Format, IconNode, Parameters<typeof t>[0], string][] = [
  ['bold', Bold, 'bold', 'b'],
  ['italic', Italic, 'italic', 'i'],
  ['code', Code, 'code', 'e'],
  ['link', Link, 'link', ''],
  ['quote', Quote, 'quoteFormat', ''],
  ['list', List, 'list', ''],
  ['spoiler', EyeClosed, 'spoilerFormat', ''],
  ['math', Sigma, 'mathFormat', ''],
];

/** Returns the format that a key applies together with Ctrl or Command; undefined for other keys. */
export const formatOfKey = (key: string): Format | undefined =>
  formats.find(([, , , each]) => each !== '' && each === key.toLowerCase())?.[0];

/** Renders the buttons below the text of the compose box. */
export function ComposeTools(props: {
  place: () => Place | undefined;
  insert: (text: string) => void;
  format: (format: Format) => void;
  attach: (files: readonly File[]) => void;
  preview: Preview;
  isBlank: boolean;
  canSend: boolean;
  canSchedule: boolean;
  onSchedule: () => void;
  onSend: () => void;
}) {
  const [isChoosingEmoji, setChoosingEmoji] = createSignal(false);
  createEffect(on(props.place, () => setChoosingEmoji(false), { defer: true }));
  let picker!: HTMLInputElement;
  return (
    <div class="compose-tools">
      <button
        type="button"
        class="icon-button"
        aria-label={t('attachFiles')}
        title={t('attachFiles')}
        onClick={() => picker.click()}
      >
        <Icon of={Paperclip} />
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          // A copy, because emptying the input also empties its list.
          props.attach([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Popover open={isChoosingEmoji()} onOpenChange={setChoosingEmoji} placement="top-start" gutter={4}>
        <Popover.Trigger class="icon-button" aria-label={t('insertEmoji')} title={t('insertEmoji')}>
          <Icon of={Smile} />
        </Popover.Trigger>
        <EmojiPopover
          onChoose={(each) => {
            setChoosingEmoji(false);
            props.insert(`:${each.emoji_name}: `);
          }}
        />
      </Popover>
      <InsertMenus place={props.place} insert={(text) => props.insert(text)} />
      <span class="tool-separator" />
      <For each={formats}>
        {([format, icon, name]) => (
          <button
            type="button"
            class="icon-button is-format"
            aria-label={t(name)}
            title={t(name)}
            onClick={() => props.format(format)}
          >
            <Icon of={icon} />
          </button>
        )}
      </For>
      <span class="tool-space" />
      <button
        type="button"
        class="icon-button"
        aria-label={t('preview')}
        aria-pressed={props.preview.isWanted()}
        title={t('preview')}
        disabled={props.isBlank}
        onClick={() => props.preview.toggle()}
      >
        <Icon of={props.preview.html() === undefined ? Eye : EyeOff} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t('schedule')}
        title={t('schedule')}
        disabled={!props.canSchedule}
        onClick={() => props.onSchedule()}
      >
        <Icon of={CalendarClock} />
      </button>
      <button
        type="button"
        class="button is-primary send"
        disabled={!props.canSend}
        onClick={() => props.onSend()}
      >
        <Icon of={SendHorizontal} />
        {t('send')}
      </button>
    </div>
  );
}
