import { createMemo, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { numberInWords } from '../i18n/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { countColumns, countNames, type Report, sortedFindings } from './import-rules.ts';
import { type ImportsText, importsTexts, m } from './texts.ts';

const whereOf = ({ where, example }: { where?: string | null; example?: string | null }): string =>
  [where, example].filter(Boolean).join(': ');

/** Returns the kind of a finding in words. Kinds of a later server are shown by their name. */
function findingInWords(kind: string): string {
  const name = `finding-${kind}`;
  return importsTexts.has(name) ? m(name as ImportsText) : kind.replaceAll('-', ' ');
}

/** Shows the report of an import: what was read and what became of it, and the findings. */
export function ReportView(props: { report: Report }) {
  const save = () => {
    const content = `${JSON.stringify(props.report, undefined, 2)}\n`;
    saveFile(`import-${props.report.import_id}.json`, 'application/json', content);
  };
  return (
    <div class="import-report">
      <Counts report={props.report} />
      <h4>{m('findings')}</h4>
      <Findings report={props.report} />
      <div class="setting-actions">
        <button type="button" class="button" onClick={save}>
          {m('saveReport')}
        </button>
      </div>
    </div>
  );
}

function Counts(props: { report: Report }) {
  return (
    <div class="table-scroll" tabindex="0" role="region" aria-label={m('counts')}>
      <table class="choice-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{m('what')}</span>
            </th>
            <For each={countColumns}>{(column) => <th scope="col">{m(`column-${column}`)}</th>}</For>
          </tr>
        </thead>
        <tbody>
          <For each={countNames}>
            {(name) => (
              <tr>
                <th scope="row">{m(`count-${name}`)}</th>
                <For each={countColumns}>
                  {(column) => <td>{numberInWords(props.report.counts[name][column])}</td>}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

function Findings(props: { report: Report }) {
  const findings = createMemo(() => sortedFindings(props.report));
  return (
    <ul class="plain-list" aria-label={m('findings')}>
      <For each={findings()} fallback={<li class="muted">{m('noFindings')}</li>}>
        {(finding) => (
          <li>
            <div class="row-main is-whole">
              <span>
                {findingInWords(finding.kind)} <span class="muted">× {numberInWords(finding.count)}</span>
              </span>
              <span class="muted" dir={directionOf(whereOf(finding))}>
                {whereOf(finding)}
              </span>
              <Show when={findingInWords(finding.kind) !== finding.kind}>
                <code class="muted">{finding.kind}</code>
              </Show>
            </div>
          </li>
        )}
      </For>
    </ul>
  );
}
