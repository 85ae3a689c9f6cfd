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

function Sessions() {
  const parley = useParley();
  const { client } = parley;
  const [answer, { refetch }] = createResource(() => client.call('get-sessions', {}));
  const [isAsking, setAsking] = createSignal(false);
  const sessions = () =>
    answer.error
      ? []
      : (answer.latest?.sessions.toSorted(
          (one, other) =>
            Number(other.is_current) - Number(one.is_current) || other.last_used - one.last_used,
        ) ?? []);
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
  return (
    <SettingGroup title={s('browsers')} help={s('sessionsHelp')}>
      <Show
        when={!answer.error}
        fallback={<NotLoaded text={s('notLoaded')} onRetry={() => void refetch()} />}
      >
        <ul class="plain-list">
          <For each={sessions()}>
            {(session) => (
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
                      address: from(session),
                      time: shortDateTimeOf(session.created),
                    })}{' '}
                    · {s('lastUsed', { time: shortDateTimeOf(session.last_used) })}
                  </span>
                </div>
                <Show when={!session.is_current}>
                  <button type="button" class="button" onClick={() => void end(session.id)}>
                    {s('endSession')}
                  </button>
                </Show>
              </li>
            )}
          </For>
        </ul>
        <Show
          when={others().length > 0}
          fallback={<p class="muted">{answer.loading ? '' : s('noOtherSessions')}</p>}
        >
          <div class="form-actions">
            <button type="button" class="button is-danger" onClick={() => setAsking(true)}>
              {s('endOthers')}
            </button>
          </div>
        </Show>
      </Show>
      <Show when={isAsking()}>
        <FormDialog
          title={s('endOthersAsk')}
          button={s('endOthers')}
          isDangerous
          act={endOthers}
          onClose={() => setAsking(false)}
        >
          <p>{s('endOthersMore', { count: others().length })}</p>
        </FormDialog>
      </Show>
    </SettingGroup>
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
              {(queue) => (
                <li>
                  <div class="row-main">
                    <span dir={directionOf(clientName(queue.client))}>{clientName(queue.client)}</span>
                    <span class="muted">
                      {s('lastUsed', { time: shortDateTimeOf(queue.last_active_at) })}
                    </span>
                  </div>
                  <button type="button" class="button" onClick={() => void close(queue.queue_id)}>
                    {s('closeConnection')}
                  </button>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </SettingGroup>
    </Show>
  );
}
