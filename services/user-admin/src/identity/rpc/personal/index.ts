import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
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
export const personalHandlers = (ctx: Ctx) =>
  ({
    addNavigationView: (request, call) => addNavigationView(ctx, request, call),
    changeAlertWords: (request, call) => changeAlertWords(ctx, request, call),
    findReceiptSenders: (request) => findReceiptSenders(ctx, request),
    finishOnboardingStep: (request, call) => finishOnboardingStep(ctx, request, call),
    getAlertWords: (request, call) => getAlertWords(ctx, request, call),
    listNavigationViews: (request, call) => listNavigationViews(ctx, request, call),
    muteUser: (request, call) => muteUser(ctx, request, call),
    removeNavigationView: (request, call) => removeNavigationView(ctx, request, call),
    unmuteUser: (request, call) => unmuteUser(ctx, request, call),
    updateNavigationView: (request, call) => updateNavigationView(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
