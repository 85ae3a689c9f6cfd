import type { Message, Narrow } from '@parley/client';
import { createMemo, createUniqueId, For, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { channelName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { countsOfFilters } from './counts.ts';
import { between, daysOf, type Facet, type Filter, facetsOf, isOn, toggled } from './filters.ts';
import { f, type SearchText } from './texts.ts';

const maxFacets = 6;

const periods: readonly (readonly [Filter, SearchText])[] = [
  [{ operator: 'during', operand: 'today' }, 'dayToday'],
  [{ operator: 'during', operand: 'yesterday' }, 'dayYesterday'],
  [{ operator: 'during', operand: 'this week' }, 'dayThisWeek'],
  [{ operator: 'during', operand: 'last week' }, 'dayLastWeek'],
  [{ operator: 'during', operand: 'last month' }, 'dayLastMonth'],
];

const contents: readonly (readonly [Filter, SearchText])[] = [
  [{ operator: 'has', operand: 'link' }, 'withLink'],
  [{ operator: 'has', operand: 'attachment' }, 'withFile'],
  [{ operator: 'filetype', operand: 'image' }, 'fileImage'],
  [{ operator: 'filetype', operand: 'document' }, 'fileDocument'],
  [{ operator: 'has', operand: 'reaction' }, 'withReaction'],
  [{ operator: 'mentions', operand: 'me' }, 'mentionsMe'],
  [{ operator: 'is', operand: 'starred' }, 'starred'],
  [{ operator: 'is', operand: 'unread' }, 'unread'],
];

type PanelProps = {
  narrow: Narrow;
  messages: readonly Message[];
  isComplete: boolean;
  onChange: (narrow: Narrow) => void;
};

/** Returns what the results are of, with numbers. Call it inside a component. */
function createFacets(props: PanelProps) {
  const { store } = useParley();
  const facets = createMemo(() => facetsOf(props.messages, maxFacets));
  const others = () => facets().senders.filter(({ id }) => id !== store.people.selfId);
  const own = () => facets().senders.find(({ id }) => id === store.people.selfId)?.count;
  /** Chosen filters are shown even if no result is left that has them. */
  const withChosen = (found: readonly Facet[], operator: string): readonly Facet[] => {
    const chosen = props.narrow.find((term) => term.operator === operator && !term.negated)?.operand;
    if (typeof chosen !== 'number' || found.some(({ id }) => id === chosen)) return found;
    return [{ id: chosen, count: 0 }, ...found];
  };
  const countsOf = (filters: readonly (readonly [Filter, SearchText])[]) =>
    createMemo(() => {
      // The server uses the time zone of the account, too.
      const timeZone = store.people.users.get(store.people.selfId)?.timezone || 'UTC';
      const clock = { now: new Date(), timeZone };
      return countsOfFilters(
        props.messages,
        filters.map(([filter]) => filter),
        clock,
      );
    });
  return { facets, others, own, withChosen, ofPeriods: countsOf(periods), ofContents: countsOf(contents) };
}

/** Renders the filters beside the results. Each is an operator that also stands in the text of the search. */
export function FilterPanel(props: PanelProps) {
  const { store } = useParley();
  const { facets, others, own, withChosen, ofPeriods, ofContents } = createFacets(props);
  const choice = (filter: Filter, name: string, number: () => number | undefined) => (
    <Choice
      name={name}
      count={number() ? `${number()}${props.isComplete ? '' : '+'}` : undefined}
      isOn={isOn(props.narrow, filter)}
      onToggle={() => props.onChange(toggled(props.narrow, filter))}
    />
  );
  return (
    <section class="filters" aria-label={f('filters')}>
      <Group name="who">
        {choice({ operator: 'sender', operand: 'me' }, f('me'), own)}
        <For each={withChosen(others(), 'sender')}>
          {({ id, count: number }) =>
            choice({ operator: 'sender', operand: id }, userName(store, id), () => number)
          }
        </For>
      </Group>
      <Group name="where">
        <For each={withChosen(facets().channels, 'channel')}>
          {({ id, count: number }) =>
            choice({ operator: 'channel', operand: id }, `#${channelName(store, id)}`, () => number)
          }
        </For>
        {choice({ operator: 'is', operand: 'dm' }, f('directMessages'), () => facets().directs)}
      </Group>
      <Group name="when">
        <For each={periods}>
          {([filter, name], index) => choice(filter, f(name), () => ofPeriods()[index()])}
        </For>
        <Days narrow={props.narrow} onChange={props.onChange} />
      </Group>
      <Group name="kind">
        <For each={contents}>
          {([filter, name], index) => choice(filter, f(name), () => ofContents()[index()])}
        </For>
      </Group>
    </section>
  );
}

function Group(props: { name: 'who' | 'where' | 'when' | 'kind'; children: JSX.Element }) {
  const id = createUniqueId();
  return (
    <div class="filter-group" role="group" aria-labelledby={id}>
      <h2 id={id}>{f(props.name)}</h2>
      <div class="filter-choices">{props.children}</div>
    </div>
  );
}

function Choice(props: { name: string; count: string | undefined; isOn: boolean; onToggle: () => void }) {
  return (
    <button type="button" class="filter-choice" aria-pressed={props.isOn} onClick={() => props.onToggle()}>
      <span class="filter-name" dir={directionOf(props.name)}>
        {props.name}
      </span>
      <Show when={props.count}>{(count) => <span class="result-count">{count()}</span>}</Show>
    </button>
  );
}

/** Renders the fields of a period. Both days belong to it. */
function Days(props: { narrow: Narrow; onChange: (narrow: Narrow) => void }) {
  const days = () => daysOf(props.narrow);
  const field = (name: 'fromDay' | 'toDay', value: () => string, change: (day: string) => Narrow) => (
    <label class="filter-day">
      <span>{f(name)}</span>
      <input
        type="date"
        class="input"
        value={value()}
        onChange={(event) => props.onChange(change(event.currentTarget.value))}
      />
    </label>
  );
  return (
    <div class="filter-days">
      {field(
        'fromDay',
        () => days().from,
        (day) => between(props.narrow, day, days().to),
      )}
      {field(
        'toDay',
        () => days().to,
        (day) => between(props.narrow, days().from, day),
      )}
    </div>
  );
}
