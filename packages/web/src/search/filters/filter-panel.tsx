import type { Message, Narrow, NarrowTerm } from '@parley/client';
import { ChevronDown, X } from 'lucide';
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { channelName, narrowTitle, userName } from '../../model/names.ts';
import { type Parley, useParley } from '../../model/parley.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { f, type SearchText } from '../texts.ts';
import { countsOfFilters } from './counts.ts';
import {
  between,
  daysOf,
  type Facet,
  type Filter,
  facetsOf,
  groupOf,
  isOn,
  isSame,
  toggled,
} from './filters.ts';
import { contents, periods } from './offered-filters.ts';

const maxFacets = 6;

/** What filters are about. */
const groupNames = ['who', 'where', 'when', 'kind'] as const;
export type FilterGroup = (typeof groupNames)[number];

type PanelProps = {
  /** The group that is shown where there is no room for all. */
  open: FilterGroup | undefined;
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
      // Numbers of results that are not all known are not shown.
      if (!props.isComplete) return [];
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
  const { channels } = store.channels;
  /** Of results that are not all known, a number would say nothing. */
  const choice = (filter: Filter, name: string, number: () => number | undefined, lead?: JSX.Element) => (
    <Choice
      name={name}
      lead={lead}
      count={props.isComplete && number() ? String(number()) : undefined}
      isOn={isOn(props.narrow, filter)}
      onToggle={() => props.onChange(toggled(props.narrow, filter))}
    />
  );
  return (
    <section class="filters" classList={{ 'is-open': props.open !== undefined }} aria-label={f('filters')}>
      <Group name="who" open={props.open}>
        {choice(
          { operator: 'sender', operand: 'me' },
          f('me'),
          own,
          <Avatar userId={store.people.selfId} size="small" />,
        )}
        <For each={withChosen(others(), 'sender')}>
          {({ id, count: number }) =>
            choice(
              { operator: 'sender', operand: id },
              userName(store, id),
              () => number,
              <Avatar userId={id} size="small" />,
            )
          }
        </For>
      </Group>
      <Group name="where" open={props.open}>
        <For each={withChosen(facets().channels, 'channel')}>
          {({ id, count: number }) =>
            choice(
              { operator: 'channel', operand: id },
              channelName(store, id),
              () => number,
              <ChannelIcon channel={channels.get(id)} />,
            )
          }
        </For>
        {choice({ operator: 'is', operand: 'dm' }, f('directMessages'), () => facets().directs)}
      </Group>
      <Group name="when" open={props.open}>
        <For each={periods}>
          {([filter, name], index) => choice(filter, f(name), () => ofPeriods()[index()])}
        </For>
        <Days narrow={props.narrow} onChange={props.onChange} />
      </Group>
      <Group name="kind" open={props.open}>
        <For each={contents}>
          {([filter, name], index) => choice(filter, f(name), () => ofContents()[index()])}
        </For>
      </Group>
    </section>
  );
}

/** Returns the filters of a search that belong to a group. */
const chosenIn = (narrow: Narrow, group: FilterGroup): NarrowTerm[] =>
  narrow.filter(
    (term) =>
      !term.negated &&
      (groupOf(term) === group || (group === 'kind' && contents.some(([each]) => isSame(term, each)))),
  );

/** Returns what a chosen filter is called. */
function nameOf({ store }: Parley, term: NarrowTerm): string {
  const { operator, operand } = term;
  const known = [...periods, ...contents].find(([each]) => isSame(term, each));
  if (known) return f(known[1]);
  if (operator === 'sender') return typeof operand === 'number' ? userName(store, operand) : f('me');
  if (operator === 'after' || operator === 'before')
    return `${f(operator === 'after' ? 'fromDay' : 'toDay')} ${daysOf([term])[operator === 'after' ? 'from' : 'to']}`;
  return narrowTitle(store, [term]);
}

/** Renders the groups of filters in a row, with what is chosen of each, where there is no room for them beside the results. */
export function FilterChips(props: {
  narrow: Narrow;
  open: FilterGroup | undefined;
  onOpen: (group: FilterGroup | undefined) => void;
  onChange: (narrow: Narrow) => void;
}) {
  return (
    <div class="filter-chips">
      <For each={groupNames}>
        {(group) => <FilterChip group={group} chosen={chosenIn(props.narrow, group)} {...props} />}
      </For>
    </div>
  );
}

function FilterChip(props: {
  group: FilterGroup;
  chosen: readonly NarrowTerm[];
  narrow: Narrow;
  open: FilterGroup | undefined;
  onOpen: (group: FilterGroup | undefined) => void;
  onChange: (narrow: Narrow) => void;
}) {
  const parley = useParley();
  const isSet = () => props.chosen.length > 0;
  const words = () => props.chosen.map((term) => nameOf(parley, term)).join(', ');
  const isOpen = () => props.open === props.group;
  return (
    <span class="filter-chip" classList={{ 'is-set': isSet() }}>
      <button
        type="button"
        class="choice-chip"
        aria-expanded={isOpen()}
        onClick={() => props.onOpen(isOpen() ? undefined : props.group)}
      >
        {isSet() ? words() : f(props.group)}
        <Icon of={ChevronDown} />
      </button>
      <Show when={isSet()}>
        <button
          type="button"
          class="icon-button"
          aria-label={f('removeSearch', { text: words() })}
          onClick={() => props.onChange(props.narrow.filter((term) => !props.chosen.includes(term)))}
        >
          <Icon of={X} />
        </button>
      </Show>
    </span>
  );
}

function Group(props: { name: FilterGroup; open: FilterGroup | undefined; children: JSX.Element }) {
  const id = createUniqueId();
  return (
    <div
      class="filter-group"
      classList={{ 'is-open': props.open === props.name }}
      role="group"
      aria-labelledby={id}
    >
      <h2 id={id}>{f(props.name)}</h2>
      <div class="filter-choices">{props.children}</div>
    </div>
  );
}

function Choice(props: {
  name: string;
  lead: JSX.Element;
  count: string | undefined;
  isOn: boolean;
  onToggle: () => void;
}) {
  return (
    <button type="button" class="filter-choice" aria-pressed={props.isOn} onClick={() => props.onToggle()}>
      {props.lead}
      <span class="filter-name" dir={directionOf(props.name)}>
        {props.name}
      </span>
      <Show when={props.count}>{(count) => <span class="result-count">{count()}</span>}</Show>
    </button>
  );
}

/** Renders the fields of a period, to which both days belong, when they are asked for or filled in. */
function Days(props: { narrow: Narrow; onChange: (narrow: Narrow) => void }) {
  const days = () => daysOf(props.narrow);
  const [isAsked, setAsked] = createSignal(false);
  const isShown = () => isAsked() || days().from !== '' || days().to !== '';
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
    <Show
      when={isShown()}
      fallback={
        <button type="button" class="filter-choice" aria-expanded="false" onClick={() => setAsked(true)}>
          <span class="filter-name">{f('otherDays')}</span>
        </button>
      }
    >
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
    </Show>
  );
}
