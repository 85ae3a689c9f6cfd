import type { AnyRoute } from '../../edge/route.ts';
import { addApnsToken } from './add-apns-token.ts';
import { addFcmToken } from './add-fcm-token.ts';
import { e2eeTestNotify } from './e2ee-test-notify.ts';
import { registerPushDevice } from './register-push-device.ts';
import { removeApnsToken } from './remove-apns-token.ts';
import { removeFcmToken } from './remove-fcm-token.ts';
import { testNotify } from './test-notify.ts';

/** Routes of push notifications, which this server does not send. */
export const mobileRoutes: readonly AnyRoute[] = [
  addApnsToken,
  removeApnsToken,
  addFcmToken,
  removeFcmToken,
  registerPushDevice,
  testNotify,
  e2eeTestNotify,
];
