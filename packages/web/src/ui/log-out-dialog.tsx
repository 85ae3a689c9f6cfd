import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { unsentMessages } from '../model/sign-out.ts';
import { Dialog } from './dialog.tsx';

/** Asks before sign-out deletes messages that are not sent yet. */
export default function LogOutDialog(props: { onClose: () => void }) {
  const parley = useParley();
  const count = unsentMessages(parley).length;
  return (
    <Dialog title={t('logOutUnsent')} onClose={props.onClose}>
      <p>{t('logOutUnsentMore', { count })}</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={() => props.onClose()}>
          {t('cancel')}
        </button>
        <button
          type="button"
          class="button is-danger"
          onClick={() => {
            props.onClose();
            void attempt(parley.signOut());
          }}
        >
          {t('logOut')}
        </button>
      </div>
    </Dialog>
  );
}
