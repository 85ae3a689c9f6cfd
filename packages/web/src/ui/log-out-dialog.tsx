import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { unsentMessages } from '../model/session/sign-out.ts';
import { FormDialog } from './form-dialog.tsx';
import { ui } from './texts.ts';

/** Asks for confirmation before a sign-out that deletes unsent messages. */
export default function LogOutDialog(props: { onClose: () => void }) {
  const parley = useParley();
  const count = unsentMessages(parley).length;
  return (
    <FormDialog
      title={ui('logOutUnsent')}
      button={t('logOut')}
      isDangerous
      act={() => parley.signOut()}
      onClose={props.onClose}
    >
      <p>{ui('logOutUnsentMore', { count })}</p>
    </FormDialog>
  );
}
