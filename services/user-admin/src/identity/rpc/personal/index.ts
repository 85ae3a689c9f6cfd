import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { addNavigationView } from './add-navigation-view.ts';
import { changeAlertWords } from './change-alert-words.ts';
import { findReceiptSenders } from './find-receipt-senders.ts';
import { finishOnboardingStep } from './finish-onboarding-step.ts';
import { getAlertWords } from './get-alert-words.ts';
import { listNavigationViews } from './list-navigation-views.ts';
import { muteUser } from './mute-user.ts';
import { removeNavigationView } from './remove-navigation-view.ts';
import { unmuteUser } from './unmute-user.ts';
import { updateNavigationView } from './update-navigation-view.ts';

/** RPCs about what people keep for themselves. */
export const personalHandlers = {
  addNavigationView,
  changeAlertWords,
  findReceiptSenders,
  finishOnboardingStep,
  getAlertWords,
  listNavigationViews,
  muteUser,
  removeNavigationView,
  unmuteUser,
  updateNavigationView,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
