import type { AnswerOf } from '@parley/client';
import { createResource, createSignal, For, onCleanup, Show } from 'solid-js';
import { SettingGroup } from '../forms/setting.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { compareNames, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { roles, useField, useRole } from '../model/self.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { OrganizationText } from './texts.ts';
import { o } from './texts.ts';

type Export = AnswerOf<'get-realm-exports'>['exports'][number];

type ExportType = Export['export_type'];

/** Names of the buttons that start exports, by the kind of export. */
const names = {
  public: 'exportPublic',
  full_with_consent: 'exportConsent',
  full_without_consent: 'exportAll',
} as const satisfies Readonly<Record<ExportType, OrganizationText>>;
/** What the kinds of exports contain. */
const contents = {
  public: 'exportPublicMore',
  full_with_consent: 'exportConsentMore',
  full_without_consent: 'exportAllMore',
} as const satisfies Readonly<Record<ExportType, OrganizationText>>;

/** Lists exports of the organization's data, and the people who consent to exports of their private data. */
export default function DataExportSection() {
  return (
    <>
      <Exports />
      <Consents />
    </>
  );
}

/** Returns what has become of an export, in words. */
function stateOf(each: Export): string {
  if (each.pending) return o('exportPending');
  if (each.failed_timestamp !== null) return o('exportFailed');
  return each.deleted_timestamp === null ? o('exportReady') : o('exportDeleted');
}

function ExportRow(props: { of: Export; onDelete: () => void }) {
  const { store } = useParley();
  const name = () => userName(store, props.of.acting_user_id);
  return (
    <li>
      <div class="row-main">
        <span>{shortDateTimeOf(props.of.export_time)}</span>
        <span class="muted">
          {o(names[props.of.export_type])} · <span dir={directionOf(name())}>{name()}</span> ·{' '}
          {stateOf(props.of)}
        </span>
      </div>
      <Show when={props.of.export_url}>
        {(url) => (
          <span class="list-actions">
            <a class="button" href={url()} download="">
              {o('download')}
            </a>
            <button type="button" class="button is-danger" onClick={() => props.onDelete()}>
              {t('delete')}
            </button>
          </span>
        )}
      </Show>
    </li>
  );
}

function Exports() {
  const { client, connection } = useParley();
  const [answer, { refetch, mutate }] = createResource(() => client.call('get-realm-exports', {}));
  const [type, setType] = createSignal<ExportType>();
  const [asked, setAsked] = createSignal<Export>();
  onCleanup(
    connection.onEvent((event) => {
      if (event.type === 'realm_export') {
        mutate((known) => known && { ...known, exports: event.exports });
      }
    }),
  );
  const role = useRole();
  const isFullAllowed = useField('realm_owner_full_content_access');
  /** Kinds of exports that the person may start. Only owners export data of people who do not consent, where operators allow it. */
  const offered = (): ExportType[] => [
    'public',
    'full_with_consent',
    ...(isFullAllowed() && role() === roles.owner ? (['full_without_consent'] as const) : []),
  ];
  const all = () =>
    answer.error
      ? []
      : (answer.latest?.exports.toSorted((one, other) => other.export_time - one.export_time) ?? []);
  return (
    <SettingGroup isPage title={o('export')} help={o('exportHelp')}>
      <div class="form-actions">
        <For each={offered()}>
          {(each) => (
            <button type="button" class="button" onClick={() => setType(each)}>
              {o(names[each])}
            </button>
          )}
        </For>
      </div>
      <Show
        when={!answer.error}
        fallback={<NotLoaded text={o('notLoaded')} onRetry={() => void refetch()} />}
      >
        <ul class="plain-list">
          <For
            each={all()}
            fallback={<li class="muted">{answer.loading ? t('loading') : o('noExports')}</li>}
          >
            {(each) => <ExportRow of={each} onDelete={() => setAsked(each)} />}
          </For>
        </ul>
      </Show>
      <Show when={type()} keyed>
        {(wanted) => (
          <ExportDialog
            type={wanted}
            title={o(names[wanted])}
            contents={o(contents[wanted])}
            onStarted={refetch}
            onClose={() => setType(undefined)}
          />
        )}
      </Show>
      <Show when={asked()} keyed>
        {(each) => (
          <FormDialog
            title={o('exportDeleteAsk')}
            button={t('delete')}
            isDangerous
            act={async () => {
              await client.call('delete-realm-export', { export_id: each.id });
              await refetch();
            }}
            onClose={() => setAsked(undefined)}
          >
            <p>{o('exportDeleteMore')}</p>
          </FormDialog>
        )}
      </Show>
    </SettingGroup>
  );
}

function Consents() {
  const { client, store } = useParley();
  const [answer, { refetch }] = createResource(() => client.call('get-realm-export-consents', {}));
  const all = () =>
    answer.error
      ? []
      : (answer.latest?.export_consents.toSorted(
          (one, other) =>
            Number(other.consented) - Number(one.consented) ||
            compareNames(userName(store, one.user_id), userName(store, other.user_id)),
        ) ?? []);
  return (
    <SettingGroup title={o('exportWho')} help={o('exportWhoHelp')}>
      <Show
        when={!answer.error}
        fallback={<NotLoaded text={o('notLoaded')} onRetry={() => void refetch()} />}
      >
        <p class="muted" role="status">
          {o('consents', { count: all().filter(({ consented }) => consented).length, total: all().length })}
        </p>
        <div class="bounded-list" style={{ '--rows': String(Math.min(12, all().length || 1)) }}>
          <VirtualList
            label={o('exportWho')}
            items={all()}
            rowRem={3}
            row={(consent) => (
              <>
                <a class="row-main" href={`#organization/people/${consent.user_id}`} data-list-item>
                  <span dir={directionOf(userName(store, consent.user_id))}>
                    {userName(store, consent.user_id)}
                  </span>
                </a>
                <span class="muted">{o(consent.consented ? 'consented' : 'notConsented')}</span>
              </>
            )}
          />
        </div>
      </Show>
    </SettingGroup>
  );
}
