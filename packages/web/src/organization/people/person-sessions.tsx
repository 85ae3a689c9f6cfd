import type { UserId } from '@parley/client';
import { createResource, For, Show } from 'solid-js';
import { createAsking } from '../../forms/asking.tsx';
import { clientName } from '../../forms/client-name.ts';
import { SettingGroup } from '../../forms/setting.tsx';
import { shortDateTimeOf } from '../../i18n/format.ts';
import { attempt } from '../../model/actions.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { o } from '../texts.ts';

/** Returns the sessions of a person, and ends them. Call it inside a component. */
function createSessions(props: { userId: UserId }) {
  const parley = useParley();
  const { client, store } = parley;
  const [answer, { refetch }] = createResource(
    () => props.userId,
    (user_id) => client.call('get-user-sessions', { user_id }),
  );
  const sessions = () => (answer.error ? [] : (answer.latest?.sessions ?? []));
  const end = async (session_id?: number) => {
    await attempt(
      parley,
      client.call('end-user-sessions', {
        user_id: props.userId,
        ...(session_id !== undefined && { session_id }),
      }),
    );
    await refetch();
  };
  const asking = createAsking();
  const endAll = () =>
    asking
      .ask(
        {
          title: o('endAllSessionsAsk', { name: userName(store, props.userId) }),
          body: o('endAllSessionsMore', { count: sessions().length }),
          button: o('endAllSessions'),
        },
        () => end(),
      )
      // The administrator declined the confirmation.
      .catch(() => undefined);
  return { answer, sessions, end, endAll, Question: asking.Question };
}

/** Lists a person's browser sessions, which administrators can end. */
export function PersonSessions(props: { userId: UserId }) {
  const { answer, sessions, end, endAll, Question } = createSessions(props);
  return (
    <Show when={!answer.error}>
      <SettingGroup title={o('sessionsOfPerson')}>
        <ul class="plain-list">
          <For each={sessions()} fallback={<li class="muted">{answer.loading ? '' : o('noSessions')}</li>}>
            {(session) => (
              <li>
                <div class="row-main">
                  <span class="muted">
                    {o('sessionFrom', {
                      client: clientName(session.client),
                      address: session.address,
                      time: shortDateTimeOf(session.last_used),
                    })}
                  </span>
                </div>
                <button type="button" class="button" onClick={() => void end(session.id)}>
                  {o('endSession')}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={sessions().length > 1}>
          <div class="form-actions">
            <button type="button" class="button is-danger" onClick={() => void endAll()}>
              {o('endAllSessions')}
            </button>
          </div>
        </Show>
        <Question />
      </SettingGroup>
    </Show>
  );
}
