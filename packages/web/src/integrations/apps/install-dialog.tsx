import { createSignal } from 'solid-js';
import { TextField } from '../../forms/fields.tsx';
import { useParley } from '../../model/parley.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { n } from '../texts.ts';
import type { Credentials } from './app-credentials.tsx';

const example = '{ "name": "Deploys", "commands": [{ "name": "/deploy" }], "url": "https://…" }';

/** Asks for the manifest of an app, and installs it. It is approved in channels afterwards, beside what it may do in words. */
export function InstallDialog(props: {
  onInstalled: (credentials: Credentials) => void;
  onClose: () => void;
}) {
  const { client } = useParley();
  const [manifest, setManifest] = createSignal('');
  const install = async () => {
    const { credentials } = await client.call('install-app', { manifest: manifest(), channel_ids: [] });
    // Waits for the form to close, because closing it would also close the dialog with the credentials.
    setTimeout(() => props.onInstalled(credentials));
  };
  return (
    <FormDialog
      title={n('installApp')}
      button={n('install')}
      isDisabled={manifest().trim() === ''}
      act={install}
      onClose={props.onClose}
    >
      <TextField
        label={n('manifest')}
        help={n('manifestHelp')}
        isCode
        rows={12}
        placeholder={example}
        value={manifest()}
        onChange={setManifest}
      />
    </FormDialog>
  );
}
