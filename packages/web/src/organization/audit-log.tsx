import type { ParamsOf } from '@parley/client';
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

/** Shows the audit log of administrative changes with filters, and exports it as CSV. */
export default function AuditLogSection() {
  const { client, store } = useParley();
  const [userId, setUserId] = createSignal<number>();
  const [isByActor, setByActor] = createSignal(false);
  const [action, setAction] = createSignal('');
  const [from, setFrom] = createSignal('');
  const [to, setTo] = createSignal('');
  const [entries, setEntries] = createSignal<readonly AuditEntry[]>([]);
  const [isComplete, setComplete] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const [isReading, setReading] = createSignal(false);
  const [opened, setOpened] = createSignal<AuditEntry>();
  const filter = createMemo(
    (): Filter => ({
      ...(userId() !== undefined && { [isByActor() ? 'actor_id' : 'user_id']: userId() }),
      ...(action() !== '' && { action: action() }),
      ...(from() !== '' && { from: startOfDay(from()) }),
      ...(to() !== '' && { to: startOfDay(to(), 1) }),
    }),
  );
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
  const readMore = () => {
    if (!isReading() && !isComplete() && problem() === undefined) void read(false);
  };
  const nameOf = (id: number | null) => (id === null ? o('system') : userName(store, id));
  const whatOf = (entry: AuditEntry) =>
    entry.user_id === null || entry.user_id === entry.actor_id
      ? actionInWords(entry.action)
      : o('of', { action: actionInWords(entry.action), name: nameOf(entry.user_id) });
  return (
    <div class="is-filling audit-log">
      <p class="muted">{o('auditHelp')}</p>
      <div class="toolbar">
        <MembersField
          label={a('person')}
          value={{ groupIds: [], userIds: userId() === undefined ? [] : [userId()!] }}
          includesDeactivated
          onChange={({ userIds }) => setUserId(userIds.at(-1))}
        />
        <Show when={userId() !== undefined}>
          <select
            class="input"
            aria-label={a('part')}
            onChange={(event) => setByActor(event.currentTarget.value === 'actor')}
          >
            <option value="any">{a('byOrAbout')}</option>
            <option value="actor" selected={isByActor()}>
              {a('byActor')}
            </option>
          </select>
        </Show>
        <select
          class="input"
          aria-label={o('filterWhat')}
          onChange={(event) => setAction(event.currentTarget.value)}
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
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
          </label>
          <label>
            {o('filterBefore')}{' '}
            <input
              type="date"
              class="input is-narrow"
              min={from() || undefined}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </label>
        </span>
        <SaveAsCsv
          filter={filter()}
          isDisabled={entries().length === 0}
          cells={(entry) => [
            new Date(entry.timestamp * 1000).toISOString(),
            nameOf(entry.actor_id),
            entry.action,
            actionInWords(entry.action),
            entry.user_id === null ? '' : nameOf(entry.user_id),
            entryDetails(store, entry),
            entry.client,
            entry.address,
          ]}
        />
      </div>
      <Show when={problem()}>
        {(text) => <NotLoaded text={text()} onRetry={() => read(entries().length === 0)} />}
      </Show>
      <p class="muted" role="status">
        <Show when={entries().length > 0} fallback={isReading() ? t('loading') : ''}>
          {a(isComplete() ? 'entriesShown' : 'entriesShownMore', { count: entries().length })}
        </Show>
      </p>
      <VirtualList
        label={o('audit')}
        items={entries()}
        rowRem={3.25}
        onNearEnd={readMore}
        fallback={
          <Show when={!isReading() && problem() === undefined}>
            <p class="muted">{o('noEntries')}</p>
          </Show>
        }
        row={(entry) => (
          <button type="button" class="audit-row" data-list-item onClick={() => setOpened(entry)}>
            <span class="audit-what">
              <span dir={directionOf(whatOf(entry))}>{whatOf(entry)}</span>
              <span class="muted" dir={directionOf(entryDetails(store, entry))}>
                {entryDetails(store, entry)}
              </span>
            </span>
            <span class="audit-who">
              <span dir={directionOf(a('by', { name: nameOf(entry.actor_id) }))}>
                {a('by', { name: nameOf(entry.actor_id) })}
              </span>
              <span class="muted">{shortDateTimeOf(entry.timestamp)}</span>
            </span>
          </button>
        )}
      />
      <Show when={opened()} keyed>
        {(entry) => (
          <Dialog title={whatOf(entry)} onClose={() => setOpened(undefined)}>
            <dl class="facts">
              <For
                each={[
                  [o('when'), dateTimeOf(entry.timestamp)] as const,
                  [o('who'), nameOf(entry.actor_id)] as const,
                  [o('details'), entryDetails(store, entry) || a('nothing')] as const,
                  [o('fromWhere'), [entry.address, entry.client].filter(Boolean).join(' · ')] as const,
                ]}
              >
                {([name, value]) => (
                  <>
                    <dt>{name}</dt>
                    <dd dir={directionOf(value)}>{value}</dd>
                  </>
                )}
              </For>
            </dl>
          </Dialog>
        )}
      </Show>
    </div>
  );
}

/** Renders the button that loads all entries selected by a filter and saves them as a file. */
function SaveAsCsv(props: {
  filter: Filter;
  isDisabled: boolean;
  cells: (entry: AuditEntry) => readonly string[];
}) {
  const parley = useParley();
  const { client } = parley;
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
        rows.push(...entries.map(props.cells));
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
        {a('csvReading', { count: count()! })}
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
