import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../../context.ts';
import { addNavigationView } from './add-navigation-view.ts';
import { changeAlertWords } from './change-alert-words.ts';
import { findReceiptSenders } from './find-receipt-senders.ts';
import { finishOnboardingStep } from './finish-onboarding-step.ts';
import { getAlertWords } from './get-alert-words.ts';
import { getUserPresence } from '../../../presence/rpc/get-user-presence.ts';
import { getUserStatus } from '../../../presence/rpc/get-user-status.ts';
import { listNavigationViews } from './list-navigation-views.ts';
import { listPresences } from '../../../presence/rpc/list-presences.ts';
import { muteUser } from './mute-user.ts';
import { removeNavigationView } from './remove-navigation-view.ts';
import { unmuteUser } from './unmute-user.ts';
import { updateNavigationView } from './update-navigation-view.ts';
import { updatePresences } from '../../../presence/rpc/update-presences.ts';
import { updateUserStatus } from '../../../presence/rpc/update-user-status.ts';

/** What people set for themselves (personal.proto). */
export const personalHandlers = (ctx: Ctx) =>
  ({
    listNavigationViews: (request, call) => listNavigationViews(ctx, request, call),
    addNavigationView: (request, call) => addNavigationView(ctx, request, call),
    updateNavigationView: (request, call) => updateNavigationView(ctx, request, call),
    removeNavigationView: (request, call) => removeNavigationView(ctx, request, call),
    getUserStatus: (request, call) => getUserStatus(ctx, request, call),
    updateUserStatus: (request, call) => updateUserStatus(ctx, request, call),
    updatePresences: (request, call) => updatePresences(ctx, request, call),
    getUserPresence: (request, call) => getUserPresence(ctx, request, call),
    listPresences: (request, call) => listPresences(ctx, request, call),
    getAlertWords: (request, call) => getAlertWords(ctx, request, call),
    changeAlertWords: (request, call) => changeAlertWords(ctx, request, call),
    findReceiptSenders: (request) => findReceiptSenders(ctx, request),
    muteUser: (request, call) => muteUser(ctx, request, call),
    unmuteUser: (request, call) => unmuteUser(ctx, request, call),
    finishOnboardingStep: (request, call) => finishOnboardingStep(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
