import type { ChannelFolder, ParamsOf } from '@parley/client';
import { createSignal, For, Show } from 'solid-js';
import { createExpecting } from '../forms/expecting.ts';
import { LineField, ToolbarForm } from '../forms/fields.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { SettingGroup, TextSetting } from '../forms/setting.tsx';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EditButton, moved, OrderButtons } from './entry-buttons.tsx';
import { o } from './texts.ts';

/** The folders of channels, in the order of the sidebar. */
export default function FoldersSection() {
  const { client, store } = useParley();
  const { folders, channels } = store.channels;
  const [name, setName] = createSignal('');
  const [editedId, setEditedId] = createSignal<number>();
  const saving = createSaving();
  const all = useDerived([folders, channels], () =>
    [...folders.values()].sort((one, other) => one.order - other.order || one.id - other.id),
  );
  const countOf = (id: number) => [...channels.values()].filter(({ folder_id: of }) => of === id).length;
  const expecting = createExpecting(() => edited());
  const saveText = (change: Partial<ParamsOf<'update-channel-folder'>>) =>
    expecting(Object.keys(change), (expected) =>
      client.call('update-channel-folder', { channel_folder_id: editedId()!, ...change, expected }),
    );
  const edited = () => all().find(({ id }) => id === editedId());
  const create = async () => {
    if (await saving.run(() => client.call('create-channel-folder', { name: name().trim() }))) setName('');
  };
  const change = (folder: ChannelFolder, fields: { is_archived: boolean }) =>
    attempt(client.call('update-channel-folder', { channel_folder_id: folder.id, ...fields }));
  const move = (index: number, by: number) =>
    attempt(client.call('patch-channel-folders', { order: moved(all(), index, by).map(({ id }) => id) }));
  return (
    <SettingGroup title={o('folders')} help={o('foldersHelp')}>
      <ToolbarForm onSubmit={() => void create()}>
        <LineField label={o('folderName')} maxLength={60} value={name()} onChange={setName} />
        <button type="submit" class="button is-primary" disabled={name().trim() === ''}>
          {o('newFolder')}
        </button>
        <SaveMark saving={saving} />
      </ToolbarForm>
      <ul class="plain-list">
        <For each={all()} fallback={<li class="muted">{o('noFolders')}</li>}>
          {(folder, index) => (
            <li>
              <div class="row-main">
                <span dir="auto">{folder.name}</span>
                <span class="muted">
                  {o('channelCount', { count: countOf(folder.id) })}
                  {folder.is_archived ? ` · ${o('archived')}` : ''}
                </span>
              </div>
              <OrderButtons
                name={folder.name}
                index={index()}
                count={all().length}
                onMove={(by) => void move(index(), by)}
              />
              <EditButton label={`${t('edit')}: ${folder.name}`} onClick={() => setEditedId(folder.id)} />
              <button
                type="button"
                class="button"
                aria-label={`${o(folder.is_archived ? 'restoreFolder' : 'archiveFolder')}: ${folder.name}`}
                onClick={() => void change(folder, { is_archived: !folder.is_archived })}
              >
                {o(folder.is_archived ? 'restoreFolder' : 'archiveFolder')}
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={edited()}>
        {(folder) => (
          <Dialog title={folder().name} onClose={() => setEditedId(undefined)}>
            <TextSetting
              label={o('folderName')}
              isRequired
              maxLength={60}
              value={() => folder().name}
              save={(name) => saveText({ name })}
            />
            <TextSetting
              label={o('groupDescription')}
              maxLength={1024}
              value={() => folder().description}
              save={(description) => saveText({ description })}
            />
          </Dialog>
        )}
      </Show>
    </SettingGroup>
  );
}
