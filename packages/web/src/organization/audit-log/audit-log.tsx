import type { Client, ParamsOf, Store } from '@parley/client';
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from 'solid-js';
import { Select } from '../../forms/fields.tsx';
import { MembersField } from '../../forms/members-field.tsx';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { dateTimeOf, shortDateTimeOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { saveFile } from '../../lib/save-file.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import '../../styles/audit.css';
import { channelsTexts } from '../../channels/texts.ts';
import { reasonOf } from '../../model/failures.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { startOfDay } from '../days.ts';
import { o } from '../texts.ts';
import { a, auditTexts } from './audit-texts.ts';
import { type AuditEntry, actionInWords, actionsByArea, entryDetails } from './audit-words.ts';
import { toCsv } from './csv.ts';

await Promise.all([auditTexts.load(), channelsTexts.load()]);

type Filter = Omit<ParamsOf<'get-audit-log'>, 'before' | 'limit'>;

const pageSize = 200;
/** Maximum number of entries that the server returns per request. */
const exportPageSize = 1_000;

/** Reads the entries that a filter selects, the newest first. Call it inside a component. */
function createEntries(filter: () => Filter) {
  const { client } = useParley();
  const [entries, setEntries] = createSignal<readonly AuditEntry[]>([]);
  const [isComplete, setComplete] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const [isReading, setReading] = createSignal(false);
  let readings = 0;
  /** Loads the next older entries. With `isNew`, starts from the newest entry and replaces the list. */
  const read = async (isNew: boolean) => {
    const reading = ++readings;
    const known = isNew ? [] : entries();
    setReading(true);
    try {
      const page = await readPage(client, filter(), pageSize, known.at(-1));
      // Ignores the answer, because a later request has started since.
      if (reading !== readings) return;
      setEntries([...known, ...page]);
      setComplete(page.length < pageSize);
      setProblem(undefined);
    } catch (error) {
      if (reading === readings) setProblem(reasonOf(error));
    } finally {
      if (reading === readings) setReading(false);
    }
  };
  createEffect(on(filter, () => void read(true)));
  const readMore = () => {
    if (!isReading() && !isComplete() && problem() === undefined) void read(false);
  };
  return { entries, isComplete, problem, isReading, readMore, retry: () => read(entries().length === 0) };
}

/** Reads the entries before `last`, the newest first. */
async function readPage(client: Client, filter: Filter, limit: number, last: AuditEntry | undefined) {
  const before = last === undefined ? {} : { before: last.id };
  return (await client.call('get-audit-log', { ...filter, limit, ...before })).entries;
}

/** Reads all entries that a filter selects, page by page. */
async function* readAll(client: Client, filter: Filter): AsyncGenerator<readonly AuditEntry[]> {
  let last: AuditEntry | undefined;
  for (;;) {
    const page = await readPage(client, filter, exportPageSize, last);
    yield page;
    if (page.length < exportPageSize) return;
    last = page.at(-1);
  }
}

/** Creates what the person has chosen of the log. */
function createFilter() {
  const [userId, setUserId] = createSignal<number>();
  const [isByActor, setByActor] = createSignal(false);
  const [action, setAction] = createSignal('');
  const [from, setFrom] = createSignal('');
  const [to, setTo] = createSignal('');
  const value = createMemo(
    (): Filter => ({
      ...(userId() !== undefined && { [isByActor() ? 'actor_id' : 'user_id']: userId() }),
      ...(action() !== '' && { action: action() }),
      ...(from() !== '' && { from: startOfDay(from()) }),
      ...(to() !== '' && { to: startOfDay(to(), 1) }),
    }),
  );
  return { userId, setUserId, isByActor, setByActor, setAction, from, setFrom, to, setTo, value };
}

const nameOf = (store: Store, id: number | null) => (id === null ? o('system') : userName(store, id));

/** Returns what an entry is about: the action, and the person whom it concerns if that is not who acted. */
const whatOf = (store: Store, entry: AuditEntry) =>
  entry.user_id === null || entry.user_id === entry.actor_id
    ? actionInWords(entry.action)
    : o('of', { action: actionInWords(entry.action), name: nameOf(store, entry.user_id) });

/** Shows the audit log of administrative changes with filters, and exports it as CSV. */
export default function AuditLogSection() {
  const filter = createFilter();
  const log = createEntries(filter.value);
  const [opened, setOpened] = createSignal<AuditEntry>();
  return (
    <div class="is-filling audit-log">
      <p class="muted">{o('auditHelp')}</p>
      <div class="toolbar">
        <FilterFields filter={filter} />
        <SaveAsCsv filter={filter.value()} isDisabled={log.entries().length === 0} />
      </div>
      <Show when={log.problem()}>{(text) => <NotLoaded text={text()} onRetry={log.retry} />}</Show>
      <p class="muted" role="status">
        <Show when={log.entries().length > 0} fallback={log.isReading() ? t('loading') : ''}>
          {a(log.isComplete() ? 'entriesShown' : 'entriesShownMore', { count: log.entries().length })}
        </Show>
      </p>
      <VirtualList
        label={o('audit')}
        items={log.entries()}
        rowRem={3.25}
        onNearEnd={log.readMore}
        fallback={
          <Show when={!log.isReading() && log.problem() === undefined}>
            <p class="muted">{o('noEntries')}</p>
          </Show>
        }
        row={(entry) => <EntryRow entry={entry} onOpen={() => setOpened(entry)} />}
      />
      <Show when={opened()} keyed>
        {(entry) => <EntryDialog entry={entry} onClose={() => setOpened(undefined)} />}
      </Show>
    </div>
  );
}

type FilterProps = { filter: ReturnType<typeof createFilter> };

function FilterFields({ filter }: FilterProps) {
  const { from, setFrom, to, setTo } = filter;
  return (
    <>
      <PersonFilter filter={filter} />
      <ActionFilter filter={filter} />
      <span class="date-range">
        <DateField label={o('filterAfter')} max={to()} onChange={setFrom} />
        <DateField label={o('filterBefore')} min={from()} onChange={setTo} />
      </span>
    </>
  );
}

function PersonFilter({ filter }: FilterProps) {
  const { userId } = filter;
  const chosen = () => {
    const id = userId();
    return id === undefined ? [] : [id];
  };
  return (
    <>
      <MembersField
        label={a('person')}
        value={{ groupIds: [], userIds: chosen() }}
        includesDeactivated
        onChange={({ userIds }) => filter.setUserId(userIds.at(-1))}
      />
      <Show when={userId() !== undefined}>
        <Select
          label={a('part')}
          value={filter.isByActor() ? 'actor' : 'any'}
          options={[
            { value: 'any', label: a('byOrAbout') },
            { value: 'actor', label: a('byActor') },
          ]}
          onChange={(part) => filter.setByActor(part === 'actor')}
        />
      </Show>
    </>
  );
}

function ActionFilter({ filter }: FilterProps) {
  return (
    <select
      class="input"
      aria-label={o('filterWhat')}
      onChange={(event) => filter.setAction(event.currentTarget.value)}
    >
      <option value="">{o('allActions')}</option>
      <For each={actionsByArea()}>
        {({ area, actions }) => (
          <optgroup label={area}>
            <For each={actions}>{({ name, words }) => <option value={name}>{words}</option>}</For>
          </optgroup>
        )}
      </For>
    </select>
  );
}

function DateField(props: { label: string; min?: string; max?: string; onChange: (day: string) => void }) {
  return (
    <label>
      {props.label}{' '}
      <input
        type="date"
        class="input is-narrow"
        min={props.min || undefined}
        max={props.max || undefined}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function EntryRow(props: { entry: AuditEntry; onOpen: () => void }) {
  const { store } = useParley();
  const details = () => entryDetails(store, props.entry);
  const who = () => a('by', { name: nameOf(store, props.entry.actor_id) });
  return (
    <button type="button" class="audit-row" data-list-item onClick={() => props.onOpen()}>
      <span class="audit-what">
        <span dir={directionOf(whatOf(store, props.entry))}>{whatOf(store, props.entry)}</span>
        <span class="muted" dir={directionOf(details())}>
          {details()}
        </span>
      </span>
      <span class="audit-who">
        <span dir={directionOf(who())}>{who()}</span>
        <span class="muted">{shortDateTimeOf(props.entry.timestamp)}</span>
      </span>
    </button>
  );
}

function EntryDialog(props: { entry: AuditEntry; onClose: () => void }) {
  const { store } = useParley();
  const { entry } = props;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [o('when'), dateTimeOf(entry.timestamp)],
    [o('who'), nameOf(store, entry.actor_id)],
    [o('details'), entryDetails(store, entry) || a('nothing')],
    [o('fromWhere'), [entry.address, entry.client].filter(Boolean).join(' · ')],
  ];
  return (
    <Dialog title={whatOf(store, entry)} onClose={props.onClose}>
      <dl class="facts">
        <For each={facts}>
          {([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd dir={directionOf(value)}>{value}</dd>
            </>
          )}
        </For>
      </dl>
    </Dialog>
  );
}

/** Returns an entry as a row of a table. */
const cellsOf = (store: Store, entry: AuditEntry): readonly string[] => [
  new Date(entry.timestamp * 1000).toISOString(),
  nameOf(store, entry.actor_id),
  entry.action,
  actionInWords(entry.action),
  entry.user_id === null ? '' : nameOf(store, entry.user_id),
  entryDetails(store, entry),
  entry.client,
  entry.address,
];

const columns = ['time', 'actor', 'action', 'description', 'person', 'details', 'client', 'address'];

/** Reads entries into a file, and counts those that were read so far. Call it inside a component. */
function createSavingAsCsv(filter: () => Filter) {
  const { client, store, toasts } = useParley();
  const [count, setCount] = createSignal<number>();
  let savings = 0;
  const stop = () => {
    savings++;
    setCount(undefined);
  };
  onCleanup(stop);
  const save = async () => {
    const saving = ++savings;
    const rows: (readonly string[])[] = [columns];
    setCount(0);
    try {
      for await (const page of readAll(client, filter())) {
        if (saving !== savings) return;
        rows.push(...page.map((entry) => cellsOf(store, entry)));
        setCount(rows.length - 1);
      }
      saveFile('audit-log.csv', 'text/csv;charset=utf-8', toCsv(rows));
      toasts.show(a('csvSaved', { count: rows.length - 1 }));
    } catch (error) {
      if (saving === savings) toasts.showFailure(o('notLoaded'), error);
    } finally {
      if (saving === savings) setCount(undefined);
    }
  };
  return { count, save, stop };
}

/** Renders the button that loads all entries selected by a filter and saves them as a file. */
function SaveAsCsv(props: { filter: Filter; isDisabled: boolean }) {
  const { count, save, stop } = createSavingAsCsv(() => ({ ...props.filter }));
  return (
    <Show
      when={count() !== undefined}
      fallback={
        <button type="button" class="button" disabled={props.isDisabled} onClick={() => void save()}>
          {o('csv')}
        </button>
      }
    >
      <span class="muted" role="status">
        {a('csvReading', { count: count() ?? 0 })}
      </span>
      <button type="button" class="button" onClick={stop}>
        {a('csvStop')}
      </button>
    </Show>
  );
}
