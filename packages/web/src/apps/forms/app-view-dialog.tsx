import type { AnswerOf } from '@parley/client';
import { createMemo, createSignal, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { useParley } from '../../model/parley.tsx';
import { createSubmission } from '../../model/submission.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { ControlValue, View } from '../block-parts/shapes.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { createBlockActions } from '../controls/block-actions.ts';
import { type Problem, problemsOf } from '../controls/controls.ts';
import { hideView, showView } from '../follow.ts';
import { failureInWords } from '../presses/failure-words.ts';
import { ownPressesOf } from '../presses/presses-of-client.ts';
import { k } from '../texts.ts';

type Answer = AnswerOf<'submit-view'>;

/** Creates what the person enters in a form of an app, and sends it. Call it inside a component. */
function createViewForm(props: { view: View }, formOf: () => HTMLFormElement) {
  const parley = useParley();
  const blocks = createMemo(() => props.view.blocks);
  const actions = createBlockActions(() => ({ view_id: props.view.id }), blocks, { isForm: true });
  const [problems, setProblems] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = createSignal('');
  const submission = createSubmission();
  const send = createSending(props);
  const show = (found: ReadonlyMap<string, string>) => {
    setProblems(found);
    const first = blocks().find(({ block_id: id }) => found.has(id))?.block_id;
    if (first !== undefined) focusBlock(formOf(), first);
  };
  const take = ({ outcome, reason, errors, view }: Answer) => {
    if (outcome === 'closed') hideView(parley, props.view.id);
    else if (outcome === 'changed' && view) showView(parley, view);
    else if (outcome === 'invalid') show(new Map(Object.entries(errors ?? {})));
    else setFailure(failureInWords(reason));
  };
  const submit = async () => {
    if (submission.isBusy()) return;
    setFailure('');
    submission.clear();
    const found = problemsOf(blocks(), actions.changed());
    show(new Map([...found].map(([id, problem]) => [id, problemInWords(problem)])));
    if (found.size === 0) await submission.run(async () => take(await send(actions.state())));
  };
  return { blocks, actions, problems, failure: () => failure() || submission.problem(), submission, submit };
}

/** Returns what sends the state of a form. An attempt whose answer is not known is repeated as the same one, so that it acts once. */
function createSending(props: { view: View }) {
  const parley = useParley();
  let unanswered: { readonly id: string; readonly content: string } | undefined;
  return async (state: ControlValue[]): Promise<Answer> => {
    const content = JSON.stringify(state);
    const id = unanswered?.content === content ? unanswered.id : ownPressesOf(parley).newId();
    unanswered = { id, content };
    const answer = await parley.client.call('submit-view', { view_id: props.view.id, press_id: id, state });
    unanswered = undefined;
    return answer;
  };
}

/** Shows a form that an app has opened. What is wrong with an input stands below it, and the first such input gets the focus. */
export default function AppViewDialog(props: { view: View }) {
  const parley = useParley();
  let form!: HTMLFormElement;
  const { blocks, actions, problems, failure, submission, submit } = createViewForm(props, () => form);
  const close = () => {
    const { id } = props.view;
    hideView(parley, id);
    // The app need not know it, so a failure is not shown.
    parley.client.call('close-view', { view_id: id }).catch(() => undefined);
  };
  return (
    <Dialog
      title={props.view.title}
      focusFirst={() => form.querySelector<HTMLElement>('input, textarea') ?? undefined}
      onClose={close}
    >
      <form
        class="stack"
        novalidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p class="muted" dir={directionOf(props.view.app_name)}>
          {k('fromApp', { app: props.view.app_name })}
        </p>
        <Blocks blocks={blocks()} actions={actions} problemOf={(id) => problems().get(id)} />
        <div role="alert">
          <Show when={failure()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
        </div>
        <Actions view={props.view} isBusy={submission.isBusy()} onClose={close} />
      </form>
    </Dialog>
  );
}

function Actions(props: { view: View; isBusy: boolean; onClose: () => void }) {
  return (
    <div class="dialog-actions">
      <button type="button" class="button" onClick={props.onClose}>
        {props.view.close}
      </button>
      <Show when={props.view.submit}>
        {(text) => (
          <button
            type="submit"
            class="button is-primary"
            classList={{ 'is-pressing': props.isBusy }}
            aria-busy={props.isBusy}
          >
            {text()}
          </button>
        )}
      </Show>
    </div>
  );
}

/** Focuses the input of a block of a form. */
const focusBlock = (form: HTMLFormElement, id: string): void =>
  form
    .querySelector(`[data-block-id="${CSS.escape(id)}"]`)
    ?.querySelector<HTMLElement>('input, textarea, select, button')
    ?.focus();

/** Returns what is wrong with an input, in words. */
function problemInWords(problem: Problem): string {
  const { kind, ...parameters } = problem;
  return k(`problem-${kind}`, parameters);
}
