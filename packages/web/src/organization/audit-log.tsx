import type { AnswerOf } from '@parley/client';
import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js';
import { MembersField } from '../forms/members-field.tsx';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { reasonOf } from '../ui/failures.ts';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { toCsv } from './csv.ts';
import { roleName, roleValues } from './role-names.ts';
import { o } from './texts.ts';

type Entry = AnswerOf<'get-audit-log'>['entries'][number];

const pageSize = 200;

/** Returns what an action is called: `user.role_changed` reads “user: role changed”. */
const actionInWords = (action: string): string => action.replaceAll('_', ' ').replace('.', ': ');

/** Returns a value of the details of an entry. Roles are numbers in the API. */
function inWords(value: unknown, isRole: boolean): string {
  if (Array.isArray(value)) return value.map((each) => inWords(each, isRole)).join(', ');
  if (isRole && roleValues.some((role) => role === value)) return roleName(Number(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const detailsInWords = ({ action, details }: Entry): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${inWords(value, name === 'role' || action.endsWith('role_changed'))}`)
    .join(', ');

/** Shows the audit log of administrative changes with filters, and exports it as CSV. */
export default function AuditLogSection() {
  const { client, store } = useParley();
  const [userId, setUserId] = createSignal<number>();
  const [action, setAction] = createSignal('');
  const [from, setFrom] = createSignal('');
  const [to, setTo] = createSignal('');
  const [entries, setEntries] = createSignal<readonly Entry[]>([]);
  const [isComplete, setComplete] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const [isReading, setReading] = createSignal(false);
  let readings = 0;
  /** Reads the entries before the known ones; `isNew` begins again. */
  const read = async (isNew: boolean) => {
    const reading = ++readings;
    const known = isNew ? [] : entries();
    const before = known.at(-1)?.id;
    const person = userId();
    setReading(true);
    try {
      const answer = await client.call('get-audit-log', {
        limit: pageSize,
        ...(before !== undefined && { before }),
        ...(person !== undefined && { user_id: person }),
      });
      // A later reading with another filter has begun.
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
  createEffect(on(userId, () => void read(true)));
  const nameOf = (id: number | null) => (id === null ? o('system') : userName(store, id));
  const actions = createMemo(() => [...new Set(entries().map((entry) => entry.action))].sort());
  const shown = createMemo(() => {
    const after = from() === '' ? 0 : new Date(`${from()}T00:00`).getTime() / 1000;
    const before = to() === '' ? Number.POSITIVE_INFINITY : new Date(`${to()}T23:59:59`).getTime() / 1000;
    return entries().filter(
      (entry) =>
        (action() === '' || entry.action === action()) &&
        entry.timestamp >= after &&
        entry.timestamp <= before,
    );
  });
  const cells = (entry: Entry): string[] => [
    new Date(entry.timestamp * 1000).toISOString(),
    nameOf(entry.actor_id),
    entry.action,
    entry.user_id === null ? '' : nameOf(entry.user_id),
    detailsInWords(entry),
    entry.client,
    entry.address,
  ];
  const download = () => {
    const head = ['time', 'actor', 'action', 'person', 'details', 'client', 'address'];
    const url = URL.createObjectURL(
      new Blob([toCsv([head, ...shown().map(cells)])], { type: 'text/csv;charset=utf-8' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = 'audit-log.csv';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <p class="muted">{o('auditHelp')}</p>
      <div class="toolbar">
        <MembersField
          label={o('filterWho')}
          value={{ groupIds: [], userIds: userId() === undefined ? [] : [userId()!] }}
          onChange={({ userIds }) => setUserId(userIds.at(-1))}
        />
        <select
          class="input"
          aria-label={o('filterWhat')}
          onChange={(event) => setAction(event.currentTarget.value)}
        >
          <option value="">{o('allActions')}</option>
          <For each={actions()}>
            {(each) => (
              <option value={each} selected={each === action()}>
                {actionInWords(each)}
              </option>
            )}
          </For>
        </select>
        <label>
          {o('filterAfter')}{' '}
          <input
            type="date"
            class="input is-narrow"
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </label>
        <label>
          {o('filterBefore')}{' '}
          <input type="date" class="input is-narrow" onChange={(event) => setTo(event.currentTarget.value)} />
        </label>
        <button type="button" class="button" disabled={shown().length === 0} onClick={download}>
          {o('csv')}
        </button>
      </div>
      <Show when={problem()}>
        {(text) => <NotLoaded text={text()} onRetry={() => read(entries().length === 0)} />}
      </Show>
      <section class="table-scroll" tabindex="0" aria-label={o('audit')}>
        <table class="audit">
          <thead>
            <tr>
              <For each={['when', 'who', 'what', 'details', 'fromWhere'] as const}>
                {(name) => <th scope="col">{o(name)}</th>}
              </For>
            </tr>
          </thead>
          <tbody>
            <For each={shown()}>
              {(entry) => (
                <tr>
                  <td>{shortDateTimeOf(entry.timestamp)}</td>
                  <td dir="auto">{nameOf(entry.actor_id)}</td>
                  <td>
                    {entry.user_id === null || entry.user_id === entry.actor_id
                      ? actionInWords(entry.action)
                      : o('of', { action: actionInWords(entry.action), name: nameOf(entry.user_id) })}
                  </td>
                  <td dir="auto">{detailsInWords(entry)}</td>
                  <td>
                    {entry.address}
                    <span class="muted"> {entry.client}</span>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
      <Show when={!isReading()} fallback={<p class="muted">{t('loading')}</p>}>
        <Show
          when={!isComplete()}
          fallback={<p class="muted">{o(shown().length === 0 ? 'noEntries' : 'noMoreEntries')}</p>}
        >
          <div class="form-actions">
            <button type="button" class="button" onClick={() => void read(false)}>
              {o('moreEntries')}
            </button>
          </div>
        </Show>
      </Show>
    </>
  );
}
