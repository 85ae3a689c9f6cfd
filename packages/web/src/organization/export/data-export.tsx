import type { AnswerOf } from '@parley/client';
import { createResource, createSignal, For, onCleanup, Show } from 'solid-js';
import { EntryLink } from '../../forms/entries.tsx';
import { SettingGroup } from '../../forms/setting.tsx';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { shortDateTimeOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { compareNames, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { roles, useField, useRole } from '../../model/self.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import type { OrganizationText } from '../texts.ts';
import { o } from '../texts.ts';
import { ExportDialog } from './export-dialog.tsx';

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

/** Returns the exports, the newest first, kept up to date. Call it inside a component. */
function createExports() {
  const { client, connection } = useParley();
  const [answer, { refetch, mutate }] = createResource(() => client.call('get-realm-exports', {}));
  onCleanup(
    connection.onEvent((event) => {
      if (event.type === 'realm_export') {
        mutate((known) => known && { ...known, exports: event.exports });
      }
    }),
  );
  const all = () =>
    answer.error
      ? []
      : (answer.latest?.exports.toSorted((one, other) => other.export_time - one.export_time) ?? []);
  return { answer, all, refetch };
}

/** Renders a button for each kind of export that the person may start. */
function ExportButtons(props: { onChoose: (type: ExportType) => void }) {
  const role = useRole();
  const isFullAllowed = useField('realm_owner_full_content_access');
  /** Kinds of exports that the person may start. Only owners export data of people who do not consent, where operators allow it. */
  const offered = (): ExportType[] => [
    'public',
    'full_with_consent',
    ...(isFullAllowed() && role() === roles.owner ? (['full_without_consent'] as const) : []),
  ];
  return (
    <div class="form-actions">
      <For each={offered()}>
        {(each) => (
          <button type="button" class="button" onClick={() => props.onChoose(each)}>
            {o(names[each])}
          </button>
        )}
      </For>
    </div>
  );
}

function Exports() {
  const { answer, all, refetch } = createExports();
  const [type, setType] = createSignal<ExportType>();
  const [asked, setAsked] = createSignal<Export>();
  return (
    <SettingGroup isPage title={o('export')} help={o('exportHelp')}>
      <ExportButtons onChoose={setType} />
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
        {(each) => <DeleteExport id={each.id} onDeleted={refetch} onClose={() => setAsked(undefined)} />}
      </Show>
    </SettingGroup>
  );
}

function DeleteExport(props: { id: number; onDeleted: () => unknown; onClose: () => void }) {
  const { client } = useParley();
  const remove = async () => {
    await client.call('delete-realm-export', { export_id: props.id });
    await props.onDeleted();
  };
  return (
    <FormDialog
      title={o('exportDeleteAsk')}
      button={t('delete')}
      isDangerous
      act={remove}
      onClose={props.onClose}
    >
      <p>{o('exportDeleteMore')}</p>
    </FormDialog>
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
                <EntryLink
                  href={`#organization/people/${consent.user_id}`}
                  name={userName(store, consent.user_id)}
                />
                <span class="muted">{o(consent.consented ? 'consented' : 'notConsented')}</span>
              </>
            )}
          />
        </div>
      </Show>
    </SettingGroup>
  );
}
