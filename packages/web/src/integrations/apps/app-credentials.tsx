import type { AnswerOf } from '@parley/client';
import { CopyField } from '../../forms/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { n } from '../texts.ts';

export type Credentials = AnswerOf<'get-app-credentials'>['credentials'];

/** Shows what the program of an app needs: its token, the secret of signatures, and the address that takes the place of Slack's. */
export function AppCredentials(props: { credentials: Credentials; onClose: () => void }) {
  return (
    <Dialog title={n('credentials')} onClose={props.onClose}>
      <div class="stack">
        <CopyField label={n('appToken')} value={props.credentials.token} isSecret />
        <CopyField label={n('signingSecret')} value={props.credentials.signing_secret} />
        <CopyField label={n('apiAddress')} value={props.credentials.api_url} />
        <div class="dialog-actions">
          <button type="button" class="button is-primary" onClick={() => props.onClose()}>
            {n('credentialsKept')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
