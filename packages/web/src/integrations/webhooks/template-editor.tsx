import type { UserId } from '@parley/client';
import { createEffect, createMemo, createSignal, createUniqueId, For, on, Show } from 'solid-js';
import { Rendered } from '../../content/rendered.tsx';
import { Failure, SelectField } from '../../forms/fields.tsx';
import { createLoaded } from '../../forms/loaded.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { f } from '../../forms/texts.ts';
import { directionOf } from '../../i18n/direction.ts';
import { shortDateTimeOf } from '../../i18n/format.ts';
import { createAfterPause } from '../../lib/timing/after-pause.ts';
import { reasonOf } from '../../model/failures.ts';
import { useParley } from '../../model/parley.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { readablePayload } from '../deliveries/delivery.ts';
import { n } from '../texts.ts';
import type { Webhook } from './address.ts';
import { insertionOf, type PayloadPath, payloadPaths } from './payload-paths.ts';

/** Number of payloads to choose from. */
const payloadCount = 20;
/** Stands for a payload that the person writes. */
const ownPayload = 0;
const pause = { pauseMs: 400, maxMs: 2_000 };

/** Renders the template of a webhook, with what it makes of a payload: one of the last that came, or one that the person writes. */
export function TemplateEditor(props: { webhook: Webhook; save: (template: string) => Promise<unknown> }) {
  const [text, setText] = createSignal(props.webhook.template);
  const source = createPayload(props.webhook);
  let field!: HTMLTextAreaElement;
  const isChanged = () => text() !== props.webhook.template;
  const insert = (path: PayloadPath) => {
    const { selectionStart: start, selectionEnd: end } = field;
    const added = insertionOf(path);
    setText(text().slice(0, start) + added + text().slice(end));
    field.focus();
    field.setSelectionRange(start + added.length, start + added.length);
  };
  const holdField = (element: HTMLTextAreaElement) => {
    field = element;
  };
  return (
    <div class="template-editor">
      <div class="stack">
        <TemplateField value={text()} onChange={setText} ref={holdField} />
        <SaveText isChanged={isChanged()} save={() => props.save(text())} />
        <Paths payload={source.payload()} contentType={source.contentType()} onPick={insert} />
      </div>
      <div class="stack">
        <PayloadField source={source} />
        <TryOut
          botId={props.webhook.bot_id}
          template={text()}
          payload={source.payload()}
          contentType={source.contentType()}
        />
      </div>
    </div>
  );
}

/** Creates the choice of the payload with which a template is tried out. */
function createPayload(webhook: Webhook) {
  const { client } = useParley();
  const [chosen, setChosen] = createSignal<number>();
  const [written, setWritten] = createSignal('{\n  "title": "Example"\n}');
  const came = createLoaded(async () => {
    const { deliveries } = await client.call('get-deliveries', {
      bot_id: webhook.bot_id,
      direction: 'in',
      limit: payloadCount,
    });
    return deliveries.flatMap((each) =>
      each.direction === 'in' && each.integration === webhook.integration && each.payload !== null
        ? [{ ...each, payload: each.payload, contentType: each.headers['content-type'] ?? '' }]
        : [],
    );
  });
  const chosenId = () => chosen() ?? came.value()?.[0]?.id ?? ownPayload;
  const found = createMemo(() => came.value()?.find((each) => each.id === chosenId()));
  const payload = () => found()?.payload ?? written();
  const contentType = () => found()?.contentType ?? '';
  return { came, payload, contentType, chosenId, setChosen, written, setWritten };
}

type SourceProps = { source: ReturnType<typeof createPayload> };

/** Renders the choice of the payload, and the chosen one. */
function PayloadField({ source }: SourceProps) {
  const { came, chosenId, setChosen } = source;
  return (
    <>
      <SelectField
        label={n('payload')}
        value={chosenId()}
        options={[
          ...(came.value() ?? []).map((each) => ({
            value: each.id,
            label: [shortDateTimeOf(each.timestamp), each.event].filter(Boolean).join(' · '),
          })),
          { value: ownPayload, label: n('payloadOwn') },
        ]}
        onChange={setChosen}
      />
      <div class="setting-actions">
        <button type="button" class="button" onClick={() => void came.reload()}>
          {n('refresh')}
        </button>
      </div>
      <Show when={came.problem()}>{(text) => <NotLoaded text={text()} onRetry={() => came.reload()} />}</Show>
      <ShownPayload source={source} />
    </>
  );
}

/** Lists the values of a payload, each as a button that inserts it into the template. */
function Paths(props: { payload: string; contentType: string; onPick: (path: PayloadPath) => void }) {
  const paths = createMemo(() => payloadPaths(props.payload, props.contentType));
  return (
    <Show when={paths().length > 0}>
      <div class="field" role="group" aria-label={n('values')}>
        <span class="label" aria-hidden="true">
          {n('values')}
        </span>
        <div class="path-list">
          <For each={paths()}>
            {(path) => (
              <button
                type="button"
                class="chip is-word"
                title={path.example}
                aria-label={n('insertValue', { path: path.path })}
                onClick={() => props.onPick(path)}
              >
                <code dir="ltr">{path.path}</code>
              </button>
            )}
          </For>
        </div>
      </div>
    </Show>
  );
}

type TryOutProps = { botId: UserId; template: string; payload: string; contentType: string };

/** Asks the server what a template makes of a payload, when the person pauses. Call it inside a component. */
function createResult(props: TryOutProps) {
  const { client } = useParley();
  const wanted = createAfterPause(
    () => ({ template: props.template, payload: props.payload, content_type: props.contentType }),
    pause,
  );
  const [html, setHtml] = createSignal<string>();
  const [problem, setProblem] = createSignal<string>();
  let asked = 0;
  createEffect(
    on(wanted.value, async ({ template, payload, content_type }) => {
      const mine = ++asked;
      if (template.trim() === '') {
        setHtml(undefined);
        setProblem(undefined);
        return;
      }
      try {
        const { content } = await client.call('try-webhook-template', {
          bot_id: props.botId,
          template,
          payload,
          content_type,
        });
        const { rendered } =
          content.trim() === '' ? { rendered: '' } : await client.call('render-message', { content });
        if (mine !== asked) return;
        setHtml(rendered);
        setProblem(undefined);
      } catch (error) {
        if (mine === asked) setProblem(reasonOf(error));
      }
    }),
  );
  return { html, problem };
}

/** Shows the message that a template makes of a payload, as the server renders it. */
function TryOut(props: TryOutProps) {
  const { html, problem } = createResult(props);
  return (
    <div class="try-out" role="region" aria-label={n('preview')}>
      <span class="label" aria-hidden="true">
        {n('preview')}
      </span>
      <Failure text={problem()} />
      <Show when={html()} fallback={<p class="muted">{n(html() === '' ? 'previewEmpty' : 'previewNone')}</p>}>
        {(rendered) => <Rendered html={rendered()} />}
      </Show>
    </div>
  );
}

function TemplateField(props: {
  value: string;
  onChange: (text: string) => void;
  ref: (field: HTMLTextAreaElement) => void;
}) {
  const id = createUniqueId();
  return (
    <div class="field">
      <label class="label" for={id}>
        {n('templateText')}
      </label>
      <textarea
        class="input is-code"
        id={id}
        ref={props.ref}
        rows={8}
        dir={directionOf(props.value)}
        spellcheck={false}
        aria-describedby={`${id}-help`}
        value={props.value}
        on:input={(event) => props.onChange(event.currentTarget.value)}
      />
      <span class="setting-help" id={`${id}-help`}>
        {n('templateHelp')}
      </span>
    </div>
  );
}

function SaveText(props: { isChanged: boolean; save: () => Promise<unknown> }) {
  const saving = createSaving();
  return (
    <div class="setting-actions">
      <button
        type="button"
        class="button is-primary"
        disabled={!props.isChanged || saving.state() === 'saving'}
        onClick={() => void saving.run(() => props.save())}
      >
        {f('save')}
      </button>
      <SaveMark saving={saving} />
    </div>
  );
}

function ShownPayload({ source: { payload, chosenId, written, setWritten } }: SourceProps) {
  return (
    <Show
      when={chosenId() === ownPayload}
      fallback={
        <pre class="payload" tabindex="0" role="region" aria-label={n('payload')}>
          {readablePayload(payload())}
        </pre>
      }
    >
      <textarea
        class="input is-code"
        rows={6}
        dir="ltr"
        spellcheck={false}
        aria-label={n('payloadOwn')}
        value={written()}
        on:input={(event) => setWritten(event.currentTarget.value)}
      />
    </Show>
  );
}
