import type { AnswerOf, UserId } from '@parley/client';
import { createEffect, createResource, createSignal, For, onCleanup, Show } from 'solid-js';
import { SettingGroup } from '../forms/setting.tsx';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { countsInWords } from './counts-in-words.ts';
import { p } from './texts.ts';

type Export = AnswerOf<'get-own-exports'>['exports'][number];

/** Polling interval in milliseconds, because no event reports the progress of these exports. */
const progressMs = 5_000;
/** Time in seconds after which the server deletes an archive. */
const lifetimeSeconds = 7 * 86_400;

export function OwnExports() {
  const { client } = useParley();
  return (
    <Exports
      title={p('exportOwnTitle')}
      help={p('exportOwnHelp')}
      load={async () => (await client.call('get-own-exports', {})).exports}
      start={() => client.call('export-own-data', {})}
    />
  );
}

/** Lists exports of another person's data. Only owners see them. */
export function PersonExports(props: { userId: UserId }) {
  const { client } = useParley();
  const load = async () => {
    const { exports } = await client.call('get-person-exports', {});
    return exports.filter((each) => each.user_id === props.userId);
  };
  return (
    <Exports
      title={p('exportTitle')}
      help={p('exportOfOwner')}
      load={load}
      start={() => client.call('export-person-data', { user_id: props.userId })}
    />
  );
}

function stateOf(each: Export): string {
  if (each.pending) return p('exportPending');
  if (each.failed_at !== null) return p('exportFailed');
  if (each.deleted_at !== null) return p('exportDeleted');
  return p('exportReady', {
    time: shortDateTimeOf((each.finished_at ?? each.requested_at) + lifetimeSeconds),
  });
}

type ExportsProps = {
  title: string;
  help: string;
  load: () => Promise<readonly Export[]>;
  start: () => Promise<unknown>;
};

/** Loads exports, again and again while one is being made, and starts one. Call it inside a component. */
function createExports(props: ExportsProps) {
  const parley = useParley();
  const [answer, { refetch }] = createResource(() => props.load());
  const [isStarting, setStarting] = createSignal(false);
  const all = () => (answer.error ? [] : (answer.latest ?? []));
  createEffect(() => {
    if (!all().some(({ pending }) => pending)) return;
    const timer = setInterval(() => void refetch(), progressMs);
    onCleanup(() => clearInterval(timer));
  });
  const start = async () => {
    setStarting(true);
    if (await attempt(parley, props.start())) parley.toasts.show(p('exportStarted'));
    setStarting(false);
    await refetch();
  };
  return { answer, refetch, all, isStarting, start };
}

function Exports(props: ExportsProps) {
  const { answer, refetch, all, isStarting, start } = createExports(props);
  return (
    <SettingGroup title={props.title} help={props.help}>
      <div class="form-actions">
        <button type="button" class="button" disabled={isStarting()} onClick={() => void start()}>
          {p('exportStart')}
        </button>
      </div>
      <Show
        when={!answer.error}
        fallback={<NotLoaded text={p('notLoaded')} onRetry={() => void refetch()} />}
      >
        <ul class="plain-list" aria-label={props.title}>
          <For
            each={all()}
            fallback={<li class="muted">{answer.loading ? t('loading') : p('noExports')}</li>}
          >
            {(each) => <ExportRow of={each} />}
          </For>
        </ul>
      </Show>
    </SettingGroup>
  );
}

function ExportRow(props: { of: Export }) {
  const { store } = useParley();
  const each = props.of;
  const requester = () =>
    each.acting_user_id === null ? p('operator') : userName(store, each.acting_user_id);
  return (
    <li>
      <div class="row-main is-whole">
        <span>{shortDateTimeOf(each.requested_at)}</span>
        <span class="muted">
          {p(each.includes_private ? 'exportPrivate' : 'exportPublic')} · {requester()} · {stateOf(each)}
        </span>
        <Show when={countsInWords(each.counts)}>{(text) => <span class="muted">{text()}</span>}</Show>
      </div>
      <Show when={each.export_url}>
        {(url) => (
          <a class="button" href={url()} download="">
            {p('download')}
          </a>
        )}
      </Show>
    </li>
  );
}
