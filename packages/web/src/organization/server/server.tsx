import { createMemo, createSignal, For, onCleanup, Show } from 'solid-js';
import { SettingGroup } from '../../forms/setting.tsx';
import { bytesInWords, numberInWords, shortDateTimeOf, timeOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { reasonOf } from '../../model/failures.ts';
import { useParley } from '../../model/parley.tsx';
import '../../styles/server.css';
import type { OrganizationText } from '../texts.ts';
import { o } from '../texts.ts';
import {
  type Combining,
  linePoints,
  readingHistory,
  readingNow,
  type ServerStatus,
} from './server-readings.ts';
import { mergeProcesses, type SeenProcess } from './shown-processes.ts';

/** Interval in milliseconds between two requests for the status of the server, while the page is visible. */
const everyMs = 10_000;
const megabyte = 1_000_000;

type Plot = {
  readonly title: OrganizationText;
  readonly reading: string;
  readonly how: Combining;
  readonly inWords: (value: number) => string;
};

const count = (value: number): string => numberInWords(value);
const perSecond = (value: number): string => o('perSecond', { count: numberInWords(value) });
const seconds = (value: number): string => o('inSeconds', { count: numberInWords(value) });

const plots: readonly Plot[] = [
  { title: 'plotSends', reading: 'sends', how: 'sum', inWords: perSecond },
  { title: 'plotDeliveries', reading: 'deliveries', how: 'sum', inWords: perSecond },
  { title: 'plotRequests', reading: 'requests', how: 'sum', inWords: perSecond },
  { title: 'plotPolls', reading: 'polls', how: 'sum', inWords: count },
  { title: 'plotQueues', reading: 'queues', how: 'sum', inWords: count },
  { title: 'plotSendsWaiting', reading: 'sends_waiting', how: 'sum', inWords: count },
  { title: 'plotRelayLag', reading: 'relay_lag_bytes', how: 'max', inWords: bytesInWords },
  { title: 'plotBehind', reading: 'behind_seconds', how: 'max', inWords: seconds },
  { title: 'plotFollowerLag', reading: 'follower_lag', how: 'max', inWords: count },
  { title: 'plotMails', reading: 'mails_waiting', how: 'max', inWords: count },
  { title: 'plotPushes', reading: 'pushes_waiting', how: 'max', inWords: count },
];

/** Asks for the status of the server as long as the page is visible. Call it inside a component. */
function createStatus() {
  const { client } = useParley();
  const [status, setStatus] = createSignal<ServerStatus>();
  const [known, setKnown] = createSignal<readonly SeenProcess[]>([]);
  const [problem, setProblem] = createSignal<string>();
  const [readAt, setReadAt] = createSignal(0);
  let isReading = false;
  const read = async () => {
    if (isReading || document.visibilityState !== 'visible') return;
    isReading = true;
    try {
      const answer = await client.call('get-server-status', {}, { attempts: 1, timeoutMs: everyMs });
      const now = Date.now();
      setKnown(mergeProcesses(known(), answer.processes, now));
      setStatus(answer);
      setReadAt(now);
      setProblem(undefined);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      isReading = false;
    }
  };
  void read();
  const timer = setInterval(() => void read(), everyMs);
  const onVisible = () => void read();
  document.addEventListener('visibilitychange', onVisible);
  onCleanup(() => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  });
  const away = createMemo(() => {
    const present = status();
    if (!present) return [];
    return present.services.filter((name) => !present.processes.some(({ service }) => service === name));
  });
  return { status, known, problem, readAt, read, away };
}

/** Shows the processes of the server, their measurements, and the storage that they use. */
export default function ServerSection() {
  const server = createStatus();
  const { status, problem } = server;
  return (
    <>
      <Problem server={server} />
      <Show when={status()} fallback={<Show when={!problem()}>{<div class="skeleton" />}</Show>}>
        {(present) => <Parts server={server} status={present()} />}
      </Show>
    </>
  );
}

type ServerProps = { server: ReturnType<typeof createStatus> };

function Problem({ server: { problem, readAt, read } }: ServerProps) {
  return (
    <div role="alert" class="server-alert">
      <Show when={problem()}>
        {(reason) => (
          <p class="notice is-error">
            <span>
              {reason()} {readAt() > 0 ? o('serverReadAt', { time: timeOf(readAt() / 1000) }) : ''}
            </span>
            <button type="button" class="button" onClick={() => void read()}>
              {t('tryAgain')}
            </button>
          </p>
        )}
      </Show>
    </div>
  );
}

function Parts(props: ServerProps & { status: ServerStatus }) {
  const { known, away, readAt } = props.server;
  return (
    <>
      <p role="status" classList={{ 'notice is-error': away().length > 0 }}>
        <State isAway={away().length > 0}>
          {away().length === 0
            ? o('serverWell', { count: props.status.services.length })
            : o('serverAway', { names: away().join(', ') })}
        </State>
      </p>
      <SettingGroup title={o('lastHour')} help={o('lastHourHelp')}>
        <ul class="plots">
          <For each={plots}>{(plot) => <PlotTile plot={plot} status={props.status} />}</For>
        </ul>
      </SettingGroup>
      <SettingGroup title={o('space')} help={o('spaceHelp')}>
        <Space status={props.status} />
      </SettingGroup>
      <SettingGroup title={o('processes')} help={o('processesHelp')}>
        <Processes known={known()} away={away()} readAt={readAt()} />
      </SettingGroup>
    </>
  );
}

const plotWidth = 160;
const plotHeight = 32;

function PlotTile(props: { plot: Plot; status: ServerStatus }) {
  const { plot } = props;
  const now = () => readingNow(props.status.processes, plot.reading, plot.how);
  const nowInWords = () => {
    const value = now();
    return value === undefined ? o('unknown') : plot.inWords(value);
  };
  const values = createMemo(() => [
    ...readingHistory(props.status.processes, plot.reading, plot.how),
    now() ?? 0,
  ]);
  const highest = () => plot.inWords(Math.max(0, ...values()));
  return (
    <li class="plot">
      <span class="muted">{o(plot.title)}</span>
      <strong>{nowInWords()}</strong>
      <svg
        viewBox={`0 -1 ${plotWidth} ${plotHeight + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={o('plotLabel', { highest: highest() })}
      >
        <polyline points={linePoints(values(), plotWidth, plotHeight)} />
      </svg>
      <span class="muted plot-most">{o('plotMost', { highest: highest() })}</span>
    </li>
  );
}

function Space(props: { status: ServerStatus }) {
  const space = () => props.status.space;
  const inWords = (bytes: number | null) => (bytes === null ? o('unknown') : bytesInWords(bytes));
  const room = () => readingNow(props.status.processes, 'wal_room_bytes', 'max');
  const log = () => {
    const { log: bytes, log_limit: limit } = space();
    if (bytes === null || limit === null || limit <= 0) return inWords(bytes);
    return o('spaceOf', { used: bytesInWords(bytes), limit: bytesInWords(limit) });
  };
  return (
    <dl class="facts">
      <dt>{o('spaceDatabase')}</dt>
      <dd>{inWords(space().database)}</dd>
      <dt>{o('spaceLog')}</dt>
      <dd>{log()}</dd>
      <dt>{o('spaceFiles')}</dt>
      <dd>{inWords(space().files)}</dd>
      <Show when={(room() ?? -1) >= 0}>
        <dt>{o('spaceWal')}</dt>
        <dd>{bytesInWords(room()!)}</dd>
      </Show>
    </dl>
  );
}

const columns = [
  'processService',
  'processState',
  'processVersion',
  'processSince',
  'processCpu',
  'processMemory',
] as const;

function ProcessRow(props: { process: SeenProcess; isGone: boolean }) {
  const { process } = props;
  return (
    <tr>
      <th scope="row">{process.service}</th>
      <td>
        <State isAway={props.isGone}>
          {props.isGone
            ? o('goneSince', { time: timeOf(process.seenAt / 1000) })
            : process.readings.relay_active === 0
              ? o('standsBy')
              : o('answers')}
        </State>
      </td>
      <td>{process.version}</td>
      <td>{shortDateTimeOf(process.started_at)}</td>
      <td>{props.isGone ? '' : `${Math.round((process.readings.cpu ?? 0) * 100)} %`}</td>
      <td>
        {props.isGone
          ? ''
          : `${numberInWords(Math.round((process.readings.memory_bytes ?? 0) / megabyte))} MB`}
      </td>
    </tr>
  );
}

function Processes(props: { known: readonly SeenProcess[]; away: readonly string[]; readAt: number }) {
  const isGone = (process: SeenProcess) => process.seenAt < props.readAt;
  /** Unavailable services of which no process has answered while this page was open. */
  const unseen = () => props.away.filter((name) => !props.known.some(({ service }) => service === name));
  return (
    <div class="table-scroll" tabindex="0" role="region" aria-label={o('processesTable')}>
      <table class="processes">
        <thead>
          <tr>
            <For each={columns}>{(column) => <th scope="col">{o(column)}</th>}</For>
          </tr>
        </thead>
        <tbody>
          <For each={props.known}>
            {(process) => <ProcessRow process={process} isGone={isGone(process)} />}
          </For>
          <For each={unseen()}>
            {(name) => (
              <tr>
                <th scope="row">{name}</th>
                <td>
                  <State isAway>{o('isAway')}</State>
                </td>
                <td colSpan={4} />
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

function State(props: { isAway: boolean; children: string }) {
  return (
    <span class="process-state" classList={{ 'is-away': props.isAway }}>
      {props.children}
    </span>
  );
}
