import type { Client, UserId } from '@parley/client';
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from 'solid-js';
import { Select } from '../../forms/fields.tsx';
import { SettingGroup } from '../../forms/setting.tsx';
import { t } from '../../i18n/index.ts';
import { reasonOf } from '../../model/failures.ts';
import { useParley } from '../../model/parley.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import type { Integration } from '../catalogue/catalogue.ts';
import { n } from '../texts.ts';
import { type Delivery, type DeliveryState, type Direction, mergeDeliveries, statesOf } from './delivery.ts';
import { DeliveryEntry } from './delivery-entry.tsx';

const pageSize = 20;
/** Time between two looks at deliveries that are still on their way. */
const waitingMs = 4_000;

type DeliveriesProps = {
  botId: UserId;
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
  const list = createDeliveries(props.botId, props.direction);
  return (
    <>
      <div class="toolbar">
        <Select<DeliveryState | ''>
          label={n('filterState')}
          value={list.state() ?? ''}
          options={[
            { value: '', label: n('allStates') },
            ...statesOf[props.direction].map((value) => ({ value, label: n(`state-${value}`) })),
          ]}
          onChange={(state) => list.setState(state === '' ? undefined : state)}
        />
        <button type="button" class="button" onClick={() => void list.refresh()}>
          {n('refresh')}
        </button>
      </div>
      <Show when={list.problem()}>{(text) => <NotLoaded text={text()} onRetry={list.refresh} />}</Show>
      <Entries {...props} list={list} />
      <Show when={list.hasMore()}>
        <button type="button" class="button" disabled={list.isLoading()} onClick={() => void list.more()}>
          {n('showMore')}
        </button>
      </Show>
    </>
  );
}

type DeliveriesOfBot = ReturnType<typeof createDeliveries>;

function Entries(props: DeliveriesProps & { list: DeliveriesOfBot }) {
  const { list } = props;
  const ids = createMemo(() => list.all().map((each) => each.id));
  return (
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
  );
}

/** Reads deliveries of a bot: older than `before` if there is one, otherwise the newest. */
async function readPage(
  client: Client,
  of: { bot_id: number; direction: Direction },
  state: DeliveryState | undefined,
  before: number | undefined,
): Promise<readonly Delivery[]> {
  const filter = { ...(state !== undefined && { state }), ...(before !== undefined && { before }) };
  return (await client.call('get-deliveries', { ...of, limit: pageSize, ...filter })).deliveries;
}

/** Calls a function again and again while the page is visible. Call it inside a component. */
function everyWhileSeen(ms: number, act: () => void): void {
  const timer = setInterval(() => document.visibilityState === 'visible' && act(), ms);
  onCleanup(() => clearInterval(timer));
}

/** Runs loads, of which only the latest counts, and tells whether it is running and why it failed. Call it inside a component. */
function createLatest() {
  const [problem, setProblem] = createSignal<string>();
  const [isLoading, setLoading] = createSignal(true);
  let latest = 0;
  return {
    problem,
    isLoading,
    async run<T>(load: () => Promise<T>, take: (loaded: T) => void): Promise<void> {
      const own = ++latest;
      setLoading(true);
      try {
        const loaded = await load();
        if (own !== latest) return;
        take(loaded);
        setProblem(undefined);
      } catch (error) {
        if (own === latest) setProblem(reasonOf(error));
      } finally {
        if (own === latest) setLoading(false);
      }
    },
  };
}

/** Loads deliveries in pages, and again while some are on their way. */
function createDeliveries(botId: UserId, direction: Direction) {
  const { client } = useParley();
  const [state, setState] = createSignal<DeliveryState>();
  const [all, setAll] = createSignal<readonly Delivery[]>([]);
  const [hasMore, setMore] = createSignal(false);
  const { problem, isLoading, run } = createLatest();
  /** Loads deliveries older than `before`, or the newest ones, which then replace the list or are added to it. */
  const read = (how: { before?: number; replaces?: boolean }): Promise<void> =>
    run(
      () => readPage(client, { bot_id: botId, direction }, state(), how.before),
      (deliveries) => {
        setAll(mergeDeliveries(how.replaces ? [] : all(), deliveries));
        if (how.replaces || how.before !== undefined) setMore(deliveries.length === pageSize);
      },
    );
  createEffect(on(state, () => void read({ replaces: true })));
  const isAwaited = () => all().some((each) => each.state === 'waiting') && !isLoading();
  everyWhileSeen(waitingMs, () => void (isAwaited() && read({ replaces: !hasMore() })));
  return {
    all,
    hasMore,
    problem,
    isLoading,
    state,
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
