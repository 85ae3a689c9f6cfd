import { deleteImage, type Emoji, foldCase, type ImageTarget, uploadImage } from '@parley/client';
import { Smile, Upload } from 'lucide';
import { createMemo, createResource, createSignal, onCleanup, Show } from 'solid-js';
import { EmptyNote } from '../forms/entries.tsx';
import { LineField, SearchField, ToolbarForm } from '../forms/fields.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { f } from '../forms/texts.ts';
import { VirtualList } from '../forms/virtual-list.tsx';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { FormError } from '../model/failures.ts';
import { compareNames, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { readPicture } from '../model/pictures.ts';
import { useField, useHasPermission, useIsAdministrator } from '../model/self.ts';
import { Icon } from '../ui/icon.tsx';
import { countEmojiUse } from './emoji-use.ts';
import { RemoveButton, RemoveDialog } from './removing.tsx';
import { o } from './texts.ts';

const maxMib = 5;

const targetOf = (name: string): ImageTarget => ({ kind: 'emoji', name });

export default function CustomEmojiSection() {
  const parley = useParley();
  const { client, store } = parley;
  const all = useField('realm_emoji');
  const mayAdd = useHasPermission(useField('realm_can_add_custom_emoji_group'));
  const isAdministrator = useIsAdministrator();
  const [query, setQuery] = createSignal('');
  const [asked, setAsked] = createSignal<Emoji>();
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return Object.values(all() ?? {})
      .filter((emoji) => !emoji.deactivated && emoji.name.includes(wanted))
      .sort((one, other) => compareNames(one.name, other.name));
  });
  const count = () => Object.values(all() ?? {}).filter((emoji) => !emoji.deactivated).length;
  const remove = async ({ name, source_url: url }: Emoji) => {
    // Downloads the picture first, so that the undo button can upload it again.
    const picture = await readPicture(url);
    await deleteImage(client, targetOf(name));
    const undo = picture && (() => void attempt(parley, uploadImage(client, targetOf(name), picture)));
    parley.toasts.show(o('removed', { name: `:${name}:` }), undo ? { undo } : {});
  };
  const mayRemove = (emoji: Emoji) => isAdministrator() || emoji.author_id === store.people.selfId;
  return (
    <div class="is-filling">
      <p class="muted">{o('emojiHelp')}</p>
      <Show when={mayAdd()}>
        <AddEmoji />
      </Show>
      <Show when={count() > 0}>
        <div class="toolbar">
          <SearchField label={o('filterEmoji')} value={query()} onChange={setQuery} />
        </div>
      </Show>
      <VirtualList
        label={o('emoji')}
        items={shown()}
        rowRem={3}
        fallback={
          <Show when={count() === 0} fallback={<p class="muted">{t('nothingFound')}</p>}>
            <EmptyNote icon={Smile}>{o('noEmoji')}</EmptyNote>
          </Show>
        }
        row={(emoji) => (
          <>
            <img class="emoji-list-image" src={emoji.source_url} alt="" />
            <span class="row-main">
              <span>:{emoji.name}:</span>
              <span class="muted">
                {emoji.author_id === null ? '' : o('addedBy', { name: userName(store, emoji.author_id) })}
              </span>
            </span>
            <Show when={mayRemove(emoji)}>
              <RemoveButton isListItem name={emoji.name} isDangerous onClick={() => setAsked(emoji)} />
            </Show>
          </>
        )}
      />
      <Show when={asked()} keyed>
        {(emoji) => (
          <RemoveDialog
            name={`:${emoji.name}:`}
            act={() => remove(emoji)}
            onClose={() => setAsked(undefined)}
          >
            <EmojiUse emoji={emoji} />
            <p>{o('removeEmojiMore')}</p>
            <p>{o('removeEmojiLeft', { count: count() - 1 })}</p>
          </RemoveDialog>
        )}
      </Show>
    </div>
  );
}

const useInWords = ({ count, isAll }: { count: number; isAll: boolean }): string => {
  if (isAll) return o('emojiUses', { count });
  return count === 0 ? o('emojiUsesUnseen') : o('emojiUsesAtLeast', { count });
};

/** Shows how many messages use an emoji. */
function EmojiUse(props: { emoji: Emoji }) {
  const { client } = useParley();
  const [used] = createResource(() =>
    countEmojiUse(client, props.emoji).catch(() => ({ count: 0, isAll: false })),
  );
  return (
    <p role="status">
      <Show when={used.latest} fallback={t('loading')}>
        {(found) => <>{useInWords(found())}</>}
      </Show>
    </p>
  );
}

function AddEmoji() {
  const { client } = useParley();
  const saving = createSaving();
  const [name, setName] = createSignal('');
  const [file, setFile] = createSignal<File>();
  let input!: HTMLInputElement;
  const preview = createMemo(() => {
    const picture = file();
    if (!picture) return undefined;
    const url = URL.createObjectURL(picture);
    onCleanup(() => URL.revokeObjectURL(url));
    return url;
  });
  const add = async () => {
    const picture = file();
    if (!picture) return;
    const isTooLarge = picture.size > maxMib * 1024 * 1024;
    const upload = () =>
      isTooLarge
        ? Promise.reject(new FormError(f('pictureTooLarge', { size: maxMib })))
        : uploadImage(client, targetOf(name().trim()), picture);
    if (!(await saving.run(upload))) return;
    setName('');
    setFile(undefined);
    input.value = '';
  };
  return (
    <ToolbarForm onSubmit={() => void add()}>
      <LineField label={o('emojiName')} value={name()} onChange={setName} />
      <input
        type="file"
        class="visually-hidden"
        tabindex="-1"
        ref={input}
        aria-label={o('emojiFile')}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={() => {
          setFile(input.files?.[0]);
          const [base = ''] = (input.files?.[0]?.name ?? '').toLowerCase().split('.');
          if (name() === '') setName(base.replaceAll(/[^a-z0-9_-]+/g, '_'));
        }}
      />
      <button type="button" class="button" onClick={() => input.click()}>
        <Show when={preview()} fallback={<Icon of={Upload} />}>
          {(url) => <img class="emoji-list-image" src={url()} alt="" />}
        </Show>
        {o('emojiChoose')}
      </button>
      <button type="submit" class="button is-primary" disabled={name().trim() === '' || !file()}>
        {o('addEmoji')}
      </button>
      <SaveMark saving={saving} />
    </ToolbarForm>
  );
}
