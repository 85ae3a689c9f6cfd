import type { AnswerOf } from '@parley/client';
import { createResource, createSignal, For, Show } from 'solid-js';
import { OwnAccess } from '../access/own-access.tsx';
import { clientName } from '../forms/client-name.ts';
import { SettingGroup } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { placeOfSession } from './session-place.ts';
import { s } from './texts.ts';

/**
 * Lists the person's browser sessions and connected clients. A button ends each of them, except the current session, and another
 * one all access of the account.
 */
export default function SessionsSection() {
  return (
    <>
      <Sessions />
      <Connections />
      <OwnAccess />
    </>
  );
}

/** Returns the person's sessions, the current one first, and ends them. Call it inside a component. */
function createSessions() {
  const parley = useParley();
  const { client } = parley;
  const [answer, { refetch }] = createResource(() => client.call('get-sessions', {}));
  const sessions = () =>
    answer.error
      ? []
      : (answer.latest?.sessions.toSorted(
          (one, other) =>
            Number(other.is_current) - Number(one.is_current) || other.last_used - one.last_used,
        ) ?? []);
  /** Returns from where a session is used. */
  const from = ({ address, is_current: isCurrent }: { address: string; is_current: boolean }) => {
    const own = sessions().find((session) => session.is_current)?.address;
    const place = placeOfSession(address, isCurrent ? undefined : own);
    return place === undefined ? address : `${s(place)} (${address})`;
  };
  const others = () => sessions().filter((session) => !session.is_current);
  const end = async (id: number) => {
    await attempt(parley, client.call('end-session', { session_id: id }));
    await refetch();
  };
  const endOthers = async () => {
    try {
      for (const { id } of others()) await client.call('end-session', { session_id: id });
    } finally {
      await refetch();
    }
  };
  return { answer, refetch, sessions, from, others, end, endOthers };
}

type Session = AnswerOf<'get-sessions'>['sessions'][number];

function Sessions() {
  const { answer, refetch, sessions, from, others, end, endOthers } = createSessions();
  return (
    <SettingGroup title={s('browsers')} help={s('sessionsHelp')}>
      <Show
        when={!answer.error}
        fallback={<NotLoaded text={s('notLoaded')} onRetry={() => void refetch()} />}
      >
        <ul class="plain-list">
          <For each={sessions()}>
            {(session) => (
              <SessionRow session={session} from={from(session)} onEnd={() => void end(session.id)} />
            )}
          </For>
        </ul>
        <Show
          when={others().length > 0}
          fallback={<p class="muted">{answer.loading ? '' : s('noOtherSessions')}</p>}
        >
          <EndOthers count={others().length} end={endOthers} />
        </Show>
      </Show>
    </SettingGroup>
  );
}

function SessionRow(props: { session: Session; from: string; onEnd: () => void }) {
  const { session } = props;
  return (
    <li>
      <div class="row-main">
        <span dir={directionOf(clientName(session.client))}>
          {clientName(session.client)}
          <Show when={session.is_current}>
            {' '}
            <span class="tag">{s('thisBrowser')}</span>
          </Show>
        </span>
        <span class="muted">
          {s('sessionFrom', {
            address: props.from,
            time: shortDateTimeOf(session.created),
          })}{' '}
          · {s('lastUsed', { time: shortDateTimeOf(session.last_used) })}
        </span>
      </div>
      <Show when={!session.is_current}>
        <button type="button" class="button" onClick={() => props.onEnd()}>
          {s('endSession')}
        </button>
      </Show>
    </li>
  );
}

function EndOthers(props: { count: number; end: () => Promise<void> }) {
  const [isAsking, setAsking] = createSignal(false);
  return (
    <>
      <div class="form-actions">
        <button type="button" class="button is-danger" onClick={() => setAsking(true)}>
          {s('endOthers')}
        </button>
      </div>
      <Show when={isAsking()}>
        <FormDialog
          title={s('endOthersAsk')}
          button={s('endOthers')}
          isDangerous
          act={props.end}
          onClose={() => setAsking(false)}
        >
          <p>{s('endOthersMore', { count: props.count })}</p>
        </FormDialog>
      </Show>
    </>
  );
}

function Connections() {
  const parley = useParley();
  const { client, store } = parley;
  const [answer, { refetch }] = createResource(() => client.call('list-queues', {}));
  const ownQueue = () => store.fields.get('queue_id');
  const queues = () =>
    answer.error
      ? []
      : (answer.latest?.event_queues
          .filter(({ queue_id }) => queue_id !== ownQueue())
          .toSorted((one, other) => other.last_active_at - one.last_active_at) ?? []);
  const close = async (id: string) => {
    await attempt(parley, client.call('close-queues', { queue_ids: [id] }));
    await refetch();
  };
  return (
    <Show when={answer.error || queues().length > 0}>
      <SettingGroup title={s('connections')} help={s('connectionsHelp')}>
        <Show
          when={!answer.error}
          fallback={<NotLoaded text={s('notLoaded')} onRetry={() => void refetch()} />}
        >
          <ul class="plain-list">
            <For each={queues()}>
              {(queue) => <QueueRow queue={queue} onClose={() => void close(queue.queue_id)} />}
            </For>
          </ul>
        </Show>
      </SettingGroup>
    </Show>
  );
}

function QueueRow(props: { queue: AnswerOf<'list-queues'>['event_queues'][number]; onClose: () => void }) {
  const { queue } = props;
  return (
    <li>
      <div class="row-main">
        <span dir={directionOf(clientName(queue.client))}>{clientName(queue.client)}</span>
        <span class="muted">{s('lastUsed', { time: shortDateTimeOf(queue.last_active_at) })}</span>
      </div>
      <button type="button" class="button" onClick={() => props.onClose()}>
        {s('closeConnection')}
      </button>
    </li>
  );
}
