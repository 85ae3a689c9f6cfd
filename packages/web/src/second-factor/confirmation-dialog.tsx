import type { Confirmation } from '../model/confirmation.ts';
import { client } from '../model/parley.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { signChallenge } from './authenticator.ts';
import { ProofForm } from './proof-form.tsx';
import { factorTexts, sf } from './texts.ts';

await factorTexts.load();

/** Asks for a second factor before a dangerous step, or for the password if the person has no factor. */
export default function ConfirmationDialog(props: { confirmation: Confirmation }) {
  const provePasskey = async () => {
    const check = await client.call('begin-confirmation', {});
    await client.call('confirm-session', { passkey: await signChallenge(check) });
  };
  const isPassword = () => props.confirmation.factors.includes('password');
  return (
    <Dialog title={sf('confirmTitle')} onClose={() => props.confirmation.settle(false)}>
      <p>{isPassword() ? sf('confirmPasswordHelp') : sf('confirmHelp')}</p>
      <ProofForm
        factors={props.confirmation.factors}
        button={sf('confirm')}
        prove={(proof) => client.call('confirm-session', proof)}
        provePasskey={provePasskey}
        onProven={() => props.confirmation.settle(true)}
      />
    </Dialog>
  );
}
