import { ChevronLeft } from 'lucide';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { goBack } from './go-back.ts';
import { Icon } from './icon.tsx';

/** Renders the way back from a view. Only layouts with a single column show it: the others show the navigation beside the view. */
export function BackButton() {
  const { router } = useParley();
  return (
    <button
      type="button"
      class="icon-button go-back"
      aria-label={t('back')}
      title={t('back')}
      onClick={() => goBack(router)}
    >
      <Icon of={ChevronLeft} size={20} />
    </button>
  );
}
