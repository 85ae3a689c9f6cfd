import { createEffect, createMemo, createSignal, createUniqueId, For, on, onCleanup, Show } from 'solid-js';
import { SettingGroup } from '../forms/setting.tsx';
import { t } from '../i18n/index.ts';
import { reasonOf } from '../model/failures.ts';
import { useParley } from '../model/parley.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import type { Integration } from './catalogue.ts';
import { type Delivery, type DeliveryState, type Direction, mergeDeliveries, statesOf } from './delivery.ts';
import { DeliveryEntry } from './delivery-entry.tsx';
import { n } from './texts.ts';

const pageSize = 20;
/** Time between two looks at deliveries that are still on their way. */
const waitingMs = 4_000;

type DeliveriesProps = {
  botId: number;
  direction: Direction;
  integrations: readonly Integration[];
};

/** Lists what the tools of a bot sent, or what was sent to its program, newest first, with what became of it. */
export function Deliveries(props: DeliveriesProps) {
  return (
    <SettingGroup
      title={n(props.direction === 'in' ? 'deliveriesIn' : 'deliveriesOut')}
      help={n('deliveriesHelp')}
    >
      <DeliveryList {...props} />
    </SettingGroup>
  );
}

/** The same without a heading of its own. */
export function DeliveryList(props: DeliveriesProps) {
  const id = createUniqueId();
  const list = createDeliveries(props.botId, props.direction);
  const ids = createMemo(() => list.all().map((each) => each.id));
  return (
    <>
      <div class="toolbar">
        <label class="visually-hidden" for={id}>
          {n('filterState')}
        </label>
        <select
          class="input"
          id={id}
          onChange={(event) => list.setState((event.currentTarget.value || undefined) as DeliveryState)}
        >
          <option value="">{n('allStates')}</option>
          <For each={statesOf[props.direction]}>
            {(state) => <option value={state}>{n(`state-${state}`)}</option>}
          </For>
        </select>
        <button type="button" class="button" onClick={() => void list.refresh()}>
          {n('refresh')}
        </button>
      </div>
      <Show when={list.problem()}>{(text) => <NotLoaded text={text()} onRetry={list.refresh} />}</Show>
      <ul class="plain-list" aria-label={n(props.direction === 'in' ? 'deliveriesIn' : 'deliveriesOut')}>
        {/* By ID, so that an entry stays open when the list is loaded again. */}
        <For
          each={ids()}
          fallback={
            <Show when={list.problem() === undefined}>
              <li class="muted">{list.isLoading() ? t('loading') : n('noDeliveries')}</li>
            </Show>
          }
        >
          {(deliveryId) => (
            <Show when={list.all().find((each) => each.id === deliveryId)}>
              {(delivery) => (
                <DeliveryEntry
                  botId={props.botId}
                  delivery={delivery()}
                  titleOf={(name) => props.integrations.find((each) => each.name === name)?.title ?? name}
                  onRepeated={list.add}
                />
              )}
            </Show>
          )}
        </For>
      </ul>
      <Show when={list.hasMore()}>
        <button type="button" class="button" disabled={list.isLoading()} onClick={() => void list.more()}>
          {n('showMore')}
        </button>
      </Show>
    </>
  );
}

/** Loads deliveries in pages, and again while some are on their way. */
function createDeliveries(botId: number, direction: Direction) {
  const { client } = useParley();
  const [state, setState] = createSignal<DeliveryState>();
  const [all, setAll] = createSignal<readonly Delivery[]>([]);
  const [hasMore, setMore] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const [isLoading, setLoading] = createSignal(true);
  let readings = 0;
  /** Loads deliveries older than `before`, or the newest ones, which then replace the list or are added to it. */
  async function read(how: { before?: number; replaces?: boolean }): Promise<void> {
    const reading = ++readings;
    setLoading(true);
    try {
      const wanted = state();
      const { deliveries } = await client.call('get-deliveries', {
        bot_id: botId,
        direction,
        limit: pageSize,
        ...(wanted !== undefined && { state: wanted }),
        ...(how.before !== undefined && { before: how.before }),
      });
      if (reading !== readings) return;
      const known = how.replaces ? [] : all();
      setAll(mergeDeliveries(known, deliveries));
      if (how.replaces || how.before !== undefined) setMore(deliveries.length === pageSize);
      setProblem(undefined);
    } catch (error) {
      if (reading === readings) setProblem(reasonOf(error));
    } finally {
      if (reading === readings) setLoading(false);
    }
  }
  createEffect(on(state, () => void read({ replaces: true })));
  const timer = setInterval(() => {
    const isAwaited = all().some((each) => each.state === 'waiting');
    if (isAwaited && document.visibilityState === 'visible' && !isLoading())
      void read({ replaces: !hasMore() });
  }, waitingMs);
  onCleanup(() => clearInterval(timer));
  return {
    all,
    hasMore,
    problem,
    isLoading,
    setState,
    // A press while an answer is awaited would only delay it.
    refresh: async () => {
      if (!isLoading()) await read({ replaces: true });
    },
    more: () => {
      const last = all().at(-1);
      return read(last ? { before: last.id } : { replaces: true });
    },
    add: (delivery: Delivery) => void setAll(mergeDeliveries(all(), [delivery])),
  };
}
