import { FormDialog } from '../ui/form-dialog.tsx';
import type { StartTerms } from './import-rules.ts';
import { m } from './texts.ts';

/** Asks before an import begins, because it changes the organization. */
export function StartDialog(props: {
  terms: StartTerms;
  start: (terms: StartTerms) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <FormDialog
      title={m('startAsk')}
      button={m('start')}
      act={() => props.start({ ...props.terms, dry_run: false })}
      onClose={props.onClose}
    >
      <p>{m('startMore')}</p>
      <p class="muted">{m('startUndo')}</p>
    </FormDialog>
  );
}
