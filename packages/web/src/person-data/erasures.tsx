import type { AnswerOf } from '@parley/client';
import { UserX } from 'lucide';
import { createEffect, createResource, For, onCleanup, Show } from 'solid-js';
import { EmptyEntry } from '../forms/entries.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { countsInWords } from './counts-in-words.ts';
import { p } from './texts.ts';

type Erasure = AnswerOf<'get-erasures'>['erasures'][number];

/** Polling interval in milliseconds, because no event reports the progress of erasures. */
const progressMs = 5_000;

/** Lists the reports of erased people. Only owners see them. */
export default function Erasures() {
  const { client } = useParley();
  const [answer, { refetch }] = createResource(() => client.call('get-erasures', {}));
  const all = () => (answer.error ? [] : (answer.latest?.erasures ?? []));
  createEffect(() => {
    if (all().every(({ finished_at: finishedAt }) => finishedAt !== null)) return;
    const timer = setInterval(() => void refetch(), progressMs);
    onCleanup(() => clearInterval(timer));
  });
  return (
    <SettingGroup isPage title={p('erasures')} help={p('erasuresHelp')}>
      <Show
        when={!answer.error}
        fallback={<NotLoaded text={p('notLoaded')} onRetry={() => void refetch()} />}
      >
        <ul class="plain-list" aria-label={p('erasures')}>
          <For
            each={all()}
            fallback={
              <Show when={!answer.loading} fallback={<li class="muted">{t('loading')}</li>}>
                <EmptyEntry icon={UserX}>{p('noErasures')}</EmptyEntry>
              </Show>
            }
          >
            {(each) => <ErasureRow of={each} />}
          </For>
        </ul>
      </Show>
    </SettingGroup>
  );
}

function ErasureRow(props: { of: Erasure }) {
  const { store } = useParley();
  const each = props.of;
  const requester = ({ acting_user_id: id }: Erasure) => (id === null ? p('operator') : userName(store, id));
  const stateOf = ({ finished_at: finishedAt }: Erasure) =>
    finishedAt === null ? p('erasurePending') : p('erasureDone', { time: shortDateTimeOf(finishedAt) });
  return (
    <li>
      <a class="row-main" href={`#organization/people/${each.user_id}`}>
        <span dir={directionOf(userName(store, each.user_id))}>{userName(store, each.user_id)}</span>
        <span class="muted">
          {shortDateTimeOf(each.requested_at)} · {requester(each)} ·{' '}
          {p(each.deletes_messages ? 'erasureWith' : 'erasureWithout')} · {stateOf(each)}
        </span>
        <Show when={countsInWords(each.counts)}>{(text) => <span class="muted">{text()}</span>}</Show>
      </a>
    </li>
  );
}
