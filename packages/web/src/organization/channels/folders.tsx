import type { ChannelFolder, ParamsOf } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { Archive, ArchiveRestore, Folder, Pencil } from 'lucide';
import { createSignal, Show } from 'solid-js';
import { EmptyEntry, EntryText } from '../../forms/entries.tsx';
import { createExpecting } from '../../forms/expecting.ts';
import { LineField, ToolbarForm } from '../../forms/fields.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { SettingGroup, TextSetting } from '../../forms/setting.tsx';
import { t } from '../../i18n/index.ts';
import { attempt } from '../../model/actions.ts';
import { type Parley, useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { OrderedList } from '../ordered-list.tsx';
import { o } from '../texts.ts';

/** Returns the folders in their order, and the number of channels in each. Call it inside a component. */
function createFolders() {
  const parley = useParley();
  const { folders, channels } = parley.store.channels;
  const all = useDerived([folders, channels], () =>
    [...folders.values()].sort((one, other) => one.order - other.order || one.id - other.id),
  );
  const counts = useDerived([channels], () => {
    const found = new Map<number, number>();
    for (const { folder_id: id } of channels.values()) {
      if (id !== null) found.set(id, (found.get(id) ?? 0) + 1);
    }
    return found;
  });
  const countOf = (id: number) => counts().get(id) ?? 0;
  const order = (ids: readonly number[]) =>
    attempt(parley, parley.client.call('patch-channel-folders', { order: [...ids] }));
  return { all, countOf, order };
}

/** Lists the channel folders in the order of the sidebar. */
export default function FoldersSection() {
  const parley = useParley();
  const { all, countOf, order } = createFolders();
  const [editedId, setEditedId] = createSignal<number>();
  const [asked, setAsked] = createSignal<ChannelFolder>();
  const actionsOf = (folder: ChannelFolder): readonly MenuEntry[] => [
    { label: t('edit'), icon: Pencil, run: () => setEditedId(folder.id) },
    folder.is_archived
      ? {
          label: o('restoreFolder'),
          icon: ArchiveRestore,
          run: () => void setArchived(parley, folder, false),
        }
      : { label: o('archiveFolder'), icon: Archive, run: () => setAsked(folder) },
  ];
  return (
    <SettingGroup isPage title={o('folders')} help={o('foldersHelp')}>
      <AddFolder />
      <OrderedList
        label={o('folders')}
        items={all()}
        nameOf={({ name }) => name}
        canOrder
        onOrder={order}
        fallback={<EmptyEntry icon={Folder}>{o('noFolders')}</EmptyEntry>}
        row={(folder) => <FolderText folder={folder()} count={countOf(folder().id)} />}
        actions={actionsOf}
      />
      <Show when={asked()} keyed>
        {(folder) => (
          <ArchiveDialog folder={folder} count={countOf(folder.id)} onClose={() => setAsked(undefined)} />
        )}
      </Show>
      <Show when={all().find(({ id }) => id === editedId())}>
        {(folder) => <FolderDialog folder={folder()} onClose={() => setEditedId(undefined)} />}
      </Show>
    </SettingGroup>
  );
}

/** Archives a folder, or returns it. Returns whether that succeeded. */
const setArchived = (parley: Parley, { id }: ChannelFolder, isArchived: boolean): Promise<boolean> =>
  attempt(
    parley,
    parley.client.call('update-channel-folder', { channel_folder_id: id, is_archived: isArchived }),
  );

/** Asks before a folder is archived. A folder with channels cannot be. */
function ArchiveDialog(props: { folder: ChannelFolder; count: number; onClose: () => void }) {
  const parley = useParley();
  const { folder } = props;
  const archive = async () => {
    await parley.client.call('update-channel-folder', { channel_folder_id: folder.id, is_archived: true });
    const undo = () => void setArchived(parley, folder, false);
    parley.toasts.show(o('folderArchived', { name: folder.name }), { undo });
  };
  return (
    <FormDialog
      title={o('archiveFolderAsk', { name: folder.name })}
      button={o('archiveFolder')}
      isDangerous
      isDisabled={props.count > 0}
      act={archive}
      onClose={props.onClose}
    >
      <Show when={props.count > 0} fallback={<p>{o('archiveFolderMore')}</p>}>
        <p class="notice">{o('archiveFolderUsed', { count: props.count })}</p>
      </Show>
    </FormDialog>
  );
}

/** Renders the name and the description of a folder, which save themselves. */
function FolderDialog(props: { folder: ChannelFolder; onClose: () => void }) {
  const { client } = useParley();
  const expecting = createExpecting(() => props.folder);
  const save = (change: Partial<ParamsOf<'update-channel-folder'>>) =>
    expecting(Object.keys(change), (expected) =>
      client.call('update-channel-folder', { channel_folder_id: props.folder.id, ...change, expected }),
    );
  return (
    <Dialog title={props.folder.name} onClose={props.onClose}>
      <TextSetting
        label={o('folderName')}
        isRequired
        maxLength={limits.channelFolderNameLength}
        value={() => props.folder.name}
        save={(name) => save({ name })}
      />
      <TextSetting
        label={o('groupDescription')}
        maxLength={limits.channelFolderDescriptionLength}
        value={() => props.folder.description}
        save={(description) => save({ description })}
      />
    </Dialog>
  );
}

function AddFolder() {
  const { client } = useParley();
  const [name, setName] = createSignal('');
  const saving = createSaving();
  const create = async () => {
    if (await saving.run(() => client.call('create-channel-folder', { name: name().trim() }))) setName('');
  };
  return (
    <ToolbarForm onSubmit={() => void create()}>
      <LineField
        label={o('folderName')}
        maxLength={limits.channelFolderNameLength}
        value={name()}
        onChange={setName}
      />
      <button type="submit" class="button is-primary" disabled={name().trim() === ''}>
        {o('newFolder')}
      </button>
      <SaveMark saving={saving} />
    </ToolbarForm>
  );
}

function FolderText(props: { folder: ChannelFolder; count: number }) {
  return (
    <EntryText
      name={props.folder.name}
      isOff={props.folder.is_archived}
      details={[
        o('channelCount', { count: props.count }),
        props.folder.is_archived ? o('archived') : '',
        props.folder.description,
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}
