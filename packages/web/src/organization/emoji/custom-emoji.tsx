import { deleteImage, type Emoji, foldCase, type ImageTarget, uploadImage } from '@parley/client';
import { Smile } from 'lucide';
import { createMemo, createResource, createSignal, onCleanup, Show } from 'solid-js';
import { EmptyNote } from '../../forms/entries.tsx';
import { LineField, SearchField, ToolbarForm } from '../../forms/fields.tsx';
import { PictureButton } from '../../forms/picture-field.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { f } from '../../forms/texts.ts';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { t } from '../../i18n/index.ts';
import { attempt } from '../../model/actions.ts';
import { FormError } from '../../model/failures.ts';
import { compareNames, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { readPicture } from '../../model/people/pictures.ts';
import { useField, useHasPermission, useIsAdministrator } from '../../model/self.ts';
import { RemoveButton, RemoveDialog } from '../removing.tsx';
import { o } from '../texts.ts';
import { countEmojiUse } from './emoji-use.ts';

const maxMib = 5;

const targetOf = (name: string): ImageTarget => ({ kind: 'emoji', name });

/** Returns the emoji that can be used, by name. Call it inside a component. */
function useUsedEmoji() {
  const all = useField('realm_emoji');
  const used = createMemo(() =>
    Object.values(all() ?? {})
      .filter((emoji) => !emoji.deactivated)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  return used;
}
export default function CustomEmojiSection() {
  const mayAdd = useHasPermission(useField('realm_can_add_custom_emoji_group'));
  const [query, setQuery] = createSignal('');
  const [asked, setAsked] = createSignal<Emoji>();
  const used = useUsedEmoji();
  const shown = createMemo(() => used().filter(({ name }) => name.includes(foldCase(query().trim()))));
  return (
    <div class="is-filling">
      <p class="muted">{o('emojiHelp')}</p>
      <Show when={mayAdd()}>
        <AddEmoji />
      </Show>
      <Show when={used().length > 0}>
        <div class="toolbar">
          <SearchField label={o('filterEmoji')} value={query()} onChange={setQuery} />
        </div>
      </Show>
      <VirtualList
        label={o('emoji')}
        items={shown()}
        rowRem={3}
        fallback={
          <Show when={used().length === 0} fallback={<p class="muted">{t('nothingFound')}</p>}>
            <EmptyNote icon={Smile}>{o('noEmoji')}</EmptyNote>
          </Show>
        }
        row={(emoji) => <EmojiRow emoji={emoji} onRemove={() => setAsked(emoji)} />}
      />
      <Show when={asked()} keyed>
        {(emoji) => (
          <RemoveEmoji emoji={emoji} left={used().length - 1} onClose={() => setAsked(undefined)} />
        )}
      </Show>
    </div>
  );
}

function EmojiRow(props: { emoji: Emoji; onRemove: () => void }) {
  const { store } = useParley();
  const { emoji } = props;
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <img class="emoji-list-image" src={emoji.source_url} alt="" />
      <span class="row-main">
        <span>:{emoji.name}:</span>
        <span class="muted">
          {emoji.author_id === null ? '' : o('addedBy', { name: userName(store, emoji.author_id) })}
        </span>
      </span>
      <Show when={isAdministrator() || emoji.author_id === store.people.selfId}>
        <RemoveButton isListItem name={emoji.name} isDangerous onClick={props.onRemove} />
      </Show>
    </>
  );
}

/** Asks before an emoji is removed, and removes it. */
function RemoveEmoji(props: { emoji: Emoji; left: number; onClose: () => void }) {
  const parley = useParley();
  const { client } = parley;
  const { name, source_url: url } = props.emoji;
  const remove = async () => {
    // Downloads the picture first, so that the undo button can upload it again.
    const picture = await readPicture(url);
    await deleteImage(client, targetOf(name));
    const undo = picture && (() => void attempt(parley, uploadImage(client, targetOf(name), picture)));
    parley.toasts.show(o('removed', { name: `:${name}:` }), undo ? { undo } : {});
  };
  return (
    <RemoveDialog name={`:${name}:`} act={remove} onClose={props.onClose}>
      <EmojiUse emoji={props.emoji} />
      <p>{o('removeEmojiMore')}</p>
      <p>{o('removeEmojiLeft', { count: props.left })}</p>
    </RemoveDialog>
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

/** Returns the address of a chosen picture. Call it inside a component. */
function usePreview(file: () => File | undefined) {
  return createMemo(() => {
    const picture = file();
    if (!picture) return undefined;
    const url = URL.createObjectURL(picture);
    onCleanup(() => URL.revokeObjectURL(url));
    return url;
  });
}

function AddEmoji() {
  const { client } = useParley();
  const saving = createSaving();
  const [name, setName] = createSignal('');
  const [file, setFile] = createSignal<File>();
  const preview = usePreview(file);
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
  };
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    const [base = ''] = (chosen?.name ?? '').toLowerCase().split('.');
    if (name() === '') setName(base.replaceAll(/[^a-z0-9_-]+/g, '_'));
  };
  return (
    <ToolbarForm onSubmit={() => void add()}>
      <LineField label={o('emojiName')} value={name()} onChange={setName} />
      <PictureButton fieldLabel={o('emojiFile')} preview={preview()} onChoose={choose}>
        {o('emojiChoose')}
      </PictureButton>
      <button type="submit" class="button is-primary" disabled={name().trim() === '' || !file()}>
        {o('addEmoji')}
      </button>
      <SaveMark saving={saving} />
    </ToolbarForm>
  );
}
