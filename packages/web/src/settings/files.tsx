import type { Attachment } from '@parley/client';
import { foldCase } from '@parley/client';
import { MessageSquare, Paperclip, Trash2 } from 'lucide';
import { createMemo, createResource, createSignal, Show } from 'solid-js';
import { EmptyNote, EntryMenu } from '../forms/entries.tsx';
import { SearchField } from '../forms/fields.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { bytesInWords, dayNameOf, shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { s } from './texts.ts';

/** Maximum number of messages that the menu of a file links to. */
const maxMessages = 10;

/** Loads the person's files, and adds those that events have reported since. Call it inside a component. */
function createFiles() {
  const { store, client } = useParley();
  const { attachments } = store.personal;
  const [answer, { refetch }] = createResource(() => client.call('get-attachments', {}));
  const [deleted, setDeleted] = createSignal<ReadonlySet<number>>(new Set());
  const all = useDerived([attachments], () => {
    const read = answer.error ? [] : (answer.latest?.attachments ?? []);
    const known = new Map<number, Attachment>(read.map((each) => [each.id, each]));
    for (const each of attachments.values()) known.set(each.id, each);
    return [...known.values()]
      .filter(({ id }) => !deleted().has(id))
      .sort((one, other) => other.create_time - one.create_time);
  });
  return {
    answer,
    refetch,
    all,
    async remove({ id }: Attachment): Promise<void> {
      await client.call('remove-attachment', { attachment_id: id });
      setDeleted((ids) => new Set([...ids, id]));
    },
  };
}

/** Returns the label of a link to a message: its time if this client has loaded the message, otherwise its number. */
function labelOf({ store }: Parley, id: number): string {
  const time = store.messages.known.get(id)?.timestamp;
  return time === undefined
    ? s('messageNumber', { id: `${id}` })
    : s('messageOf', { time: shortDateTimeOf(time) });
}

/** Returns links to the newest messages with a file, as menu entries. */
const linksOf = (parley: Parley, file: Attachment): MenuEntry[] =>
  file.message_ids
    .toSorted((one, other) => other - one)
    .slice(0, maxMessages)
    .map((id) => ({
      label: labelOf(parley, id),
      icon: MessageSquare,
      run: () => parley.router.go(`#narrow/near/${id}`),
    }));

/** Lists the person's files with the messages that contain them. */
export default function FilesSection() {
  const files = createFiles();
  const [asked, setAsked] = createSignal<Attachment>();
  return (
    <div class="is-filling">
      <p class="muted">{s('filesHelp')}</p>
      <Show
        when={!files.answer.error}
        fallback={<NotLoaded text={s('notLoaded')} onRetry={() => files.refetch()} />}
      >
        <FileList all={files.all()} isLoading={files.answer.loading} onDelete={setAsked} />
      </Show>
      <Show when={asked()} keyed>
        {(file) => (
          <FormDialog
            title={s('deleteFileAsk')}
            button={t('delete')}
            isDangerous
            act={() => files.remove(file)}
            onClose={() => setAsked(undefined)}
          >
            <p>{s('deleteFileMore', { name: file.name, count: file.message_ids.length })}</p>
          </FormDialog>
        )}
      </Show>
    </div>
  );
}

function FileList(props: {
  all: readonly Attachment[];
  isLoading: boolean;
  onDelete: (file: Attachment) => void;
}) {
  const [query, setQuery] = createSignal('');
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return props.all.filter(({ name }) => foldCase(name).includes(wanted));
  });
  const used = () => props.all.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <Show when={props.all.length > 0}>
        <div class="toolbar">
          <SearchField label={s('filterFiles')} value={query()} onChange={setQuery} />
          <span class="muted">{s('spaceUsed', { size: bytesInWords(used()) })}</span>
        </div>
      </Show>
      <VirtualList
        label={s('files')}
        items={shown()}
        rowRem={3.5}
        fallback={
          <Show when={!props.isLoading} fallback={<p class="muted">{t('loading')}</p>}>
            <Show when={props.all.length === 0} fallback={<p class="muted">{t('nothingFound')}</p>}>
              <EmptyNote icon={Paperclip}>{s('noFiles')}</EmptyNote>
            </Show>
          </Show>
        }
        row={(file) => <FileRow file={file} onDelete={() => props.onDelete(file)} />}
      />
    </>
  );
}

function FileRow(props: { file: Attachment; onDelete: () => void }) {
  const parley = useParley();
  const entries = (): readonly MenuEntry[] => [
    ...linksOf(parley, props.file),
    { label: t('delete'), icon: Trash2, isDangerous: true, run: props.onDelete },
  ];
  return (
    <>
      <FileLink file={props.file} />
      <EntryMenu name={props.file.name} entries={entries} />
    </>
  );
}

function FileLink(props: { file: Attachment }) {
  return (
    <a
      class="row-main"
      href={`/user_uploads/${props.file.path_id}`}
      target="_blank"
      rel="noopener"
      data-list-item
    >
      <span dir={directionOf(props.file.name)}>{props.file.name}</span>
      <span class="muted">
        {bytesInWords(props.file.size)} · {dayNameOf(props.file.create_time, 'short')} ·{' '}
        {props.file.message_ids.length === 0
          ? s('inNoMessage')
          : s('inMessages', { count: props.file.message_ids.length })}
      </span>
    </a>
  );
}
