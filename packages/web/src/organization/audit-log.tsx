import type { ParamsOf, Store } from '@parley/client';
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from 'solid-js';
import { MembersField } from '../forms/members-field.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { dateTimeOf, shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import '../styles/audit.css';
import { channelsTexts } from '../channels/texts.ts';
import { reasonOf } from '../model/failures.ts';
import { Dialog } from '../ui/dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { a, auditTexts } from './audit-texts.ts';
import { type AuditEntry, actionInWords, actionsByArea, entryDetails } from './audit-words.ts';
import { toCsv } from './csv.ts';
import { startOfDay } from './days.ts';
import { o } from './texts.ts';

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
    const before = known.at(-1)?.id;
    setReading(true);
    try {
      const answer = await client.call('get-audit-log', {
        ...filter(),
        limit: pageSize,
        ...(before !== undefined && { before }),
      });
      // Ignores the answer, because a later request has started since.
      if (reading !== readings) return;
      setEntries([...known, ...answer.entries]);
      setComplete(answer.entries.length < pageSize);
      setProblem(undefined);
    } catch (error) {
      if (reading === readings) setProblem(reasonOf(error));
    } finally {
      if (reading === readings) setReading(false);
    }
  };
  createEffect(on(filter, () => void read(true)));
  return {
    entries,
    isComplete,
    problem,
    isReading,
    readMore() {
      if (!isReading() && !isComplete() && problem() === undefined) void read(false);
    },
    retry: () => read(entries().length === 0),
  };
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

function FilterFields(props: { filter: ReturnType<typeof createFilter> }) {
  const { filter } = props;
  const { userId, from, to } = filter;
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
        <select
          class="input"
          aria-label={a('part')}
          onChange={(event) => filter.setByActor(event.currentTarget.value === 'actor')}
        >
          <option value="any">{a('byOrAbout')}</option>
          <option value="actor" selected={filter.isByActor()}>
            {a('byActor')}
          </option>
        </select>
      </Show>
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
      <span class="date-range">
        <label>
          {o('filterAfter')}{' '}
          <input
            type="date"
            class="input is-narrow"
            max={to() || undefined}
            onChange={(event) => filter.setFrom(event.currentTarget.value)}
          />
        </label>
        <label>
          {o('filterBefore')}{' '}
          <input
            type="date"
            class="input is-narrow"
            min={from() || undefined}
            onChange={(event) => filter.setTo(event.currentTarget.value)}
          />
        </label>
      </span>
    </>
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

/** Renders the button that loads all entries selected by a filter and saves them as a file. */
function SaveAsCsv(props: { filter: Filter; isDisabled: boolean }) {
  const parley = useParley();
  const { client, store } = parley;
  const [count, setCount] = createSignal<number>();
  let savings = 0;
  const stop = () => {
    savings++;
    setCount(undefined);
  };
  onCleanup(stop);
  const save = async () => {
    const saving = ++savings;
    const rows: (readonly string[])[] = [
      ['time', 'actor', 'action', 'description', 'person', 'details', 'client', 'address'],
    ];
    const filter = { ...props.filter };
    setCount(0);
    try {
      let before: number | undefined;
      for (;;) {
        const page = { ...filter, limit: exportPageSize, ...(before !== undefined && { before }) };
        const { entries } = await client.call('get-audit-log', page);
        if (saving !== savings) return;
        rows.push(...entries.map((entry) => cellsOf(store, entry)));
        setCount(rows.length - 1);
        before = entries.at(-1)?.id;
        if (entries.length < exportPageSize) break;
      }
      saveFile('audit-log.csv', toCsv(rows));
      parley.toasts.show(a('csvSaved', { count: rows.length - 1 }));
    } catch (error) {
      if (saving === savings) parley.toasts.showFailure(o('notLoaded'), error);
    } finally {
      if (saving === savings) setCount(undefined);
    }
  };
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

function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
