import { createMemo, createSignal, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { holdFocus } from '../lib/hold-focus.ts';
import { reasonOf } from '../model/failures.ts';
import { useParley } from '../model/parley.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { createBlockActions } from './actions.ts';
import { Blocks } from './blocks.tsx';
import { type Problem, problemsOf } from './controls.ts';
import { failureInWords } from './failure-words.ts';
import { hideView, showView } from './follow.ts';
import { ownPressesOf } from './presses-of-client.ts';
import type { View } from './shapes.ts';
import { k } from './texts.ts';

/** Shows a form that an app has opened. What is wrong with an input stands below it, and the first such input gets the focus. */
export default function AppViewDialog(props: { view: View }) {
  const parley = useParley();
  const { client } = parley;
  const blocks = createMemo(() => props.view.blocks);
  const actions = createBlockActions(() => ({ view_id: props.view.id }), blocks, { isForm: true });
  const [problems, setProblems] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = createSignal('');
  const [isBusy, setBusy] = createSignal(false);
  /** ID of a submission whose answer is not known: repeating it must not act twice. */
  let unanswered: { readonly id: string; readonly content: string } | undefined;
  let form!: HTMLFormElement;
  const close = () => {
    const { id } = props.view;
    hideView(parley, id);
    // The app need not know it, so a failure is not shown.
    client.call('close-view', { view_id: id }).catch(() => undefined);
  };
  const show = (found: ReadonlyMap<string, string>) => {
    setProblems(found);
    const first = blocks().find(({ block_id: id }) => found.has(id))?.block_id;
    if (first !== undefined) focusBlock(form, first);
  };
  const submit = async () => {
    if (isBusy()) return;
    setFailure('');
    const found = problemsOf(blocks(), actions.changed());
    show(new Map([...found].map(([id, problem]) => [id, problemInWords(problem)])));
    if (found.size > 0) return;
    const returnFocus = holdFocus();
    setBusy(true);
    try {
      const state = actions.state();
      const content = JSON.stringify(state);
      const id = unanswered?.content === content ? unanswered.id : ownPressesOf(parley).newId();
      unanswered = { id, content };
      const answer = await client.call('submit-view', { view_id: props.view.id, press_id: id, state });
      unanswered = undefined;
      take(answer);
    } catch (error) {
      setFailure(reasonOf(error) ?? '');
    } finally {
      setBusy(false);
      returnFocus();
    }
  };
  const take = ({
    outcome,
    reason,
    errors,
    view,
  }: Awaited<ReturnType<typeof client.call<'submit-view'>>>) => {
    if (outcome === 'closed') hideView(parley, props.view.id);
    else if (outcome === 'changed' && view) showView(parley, view);
    else if (outcome === 'invalid') show(new Map(Object.entries(errors ?? {})));
    else setFailure(failureInWords(reason));
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
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            {props.view.close}
          </button>
          <Show when={props.view.submit}>
            {(text) => (
              <button
                type="submit"
                class="button is-primary"
                classList={{ 'is-pressing': isBusy() }}
                aria-busy={isBusy()}
              >
                {text()}
              </button>
            )}
          </Show>
        </div>
      </form>
    </Dialog>
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
