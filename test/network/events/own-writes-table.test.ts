import { writtenOperations } from '@parley/test-kit';
import { describe, expect, it } from 'vitest';
import { routes, transfers } from '../../../services/gateway/src/http/routes.ts';

const sameCall = (operation: string) => `the same change as \`${operation}\`, which has a pair`;
const ownRows = 'only its owner reads what it changes, from its own tables';
const notCaller = 'the caller’s own later reads do not show it';

/**
 * Operations whose changes other services cache or derive, but for which no pair of write and read exists. Each has the reason.
 */
const withoutPair: Readonly<Record<string, string>> = {
  // Messages
  'remove-reaction': sameCall('add-reaction'),
  'add-submessage': ownRows,
  'press-block': `${sameCall('add-submessage')}, and what an app answers is its own`,
  'pin-message': ownRows,
  'unpin-message': ownRows,
  // Channels
  'remove-default-stream': sameCall('add-default-stream'),
  'patch-channel-folders': sameCall('update-channel-folder'),
  'mute-topic': sameCall('update-user-topic'),
  'install-app': `${sameCall('add-bot')}; the list of apps is of its own tables`,
  'remove-app': sameCall('deactivate-bot'),
  'update-subscriptions': `${sameCall('subscribe')}, and unsubscribe`,
  // Organization
  'change-realm-icon': sameCall('update-realm'),
  'change-realm-logo': sameCall('update-realm'),
  'reorder-linkifiers': sameCall('update-linkifier'),
  'reorder-custom-profile-fields': sameCall('update-custom-profile-field'),
  'remove-user-group': sameCall('deactivate-user-group'),
  'test-welcome-bot-custom-message': 'it sends one message, like `send-message`',
  'export-realm': ownRows,
  'delete-realm-export': ownRows,
  'start-import': 'the import goes on in the background, and clients register again at its end',
  'stop-import': ownRows,
  'undo-import': 'as `start-import`',
  // People
  'erase-user': `${sameCall('deactivate-user')}, and the rest is erased in the background`,
  'deactivate-own-user': 'afterwards the caller can read nothing',
  'export-own-data': 'not promised: the end of an export has no caller',
  'export-person-data': 'not promised: the end of an export has no caller',
  'regenerate-own-api-key': sameCall('delete-api-key'),
  'regenerate-bot-api-key': `${notCaller}: the bot is another account`,
  'send-invites': ownRows,
  'create-invite-link': ownRows,
  'resend-email-invite': ownRows,
  'revoke-email-invite': ownRows,
  'revoke-invite-link': ownRows,
  'update-display-settings': sameCall('update-settings'),
  'update-notification-settings': sameCall('update-settings'),
  // Devices and sessions
  'end-own-access': 'afterwards the caller’s credentials are refused, as `ended-access.test.ts` shows',
  'end-session': ownRows,
  'sign-out': ownRows,
  'add-apns-token': ownRows,
  'remove-apns-token': ownRows,
  'add-fcm-token': ownRows,
  'remove-fcm-token': ownRows,
  'add-web-push': ownRows,
  'remove-web-push': ownRows,
  'register-push-device': sameCall('register-client-device'),
  'test-notify': 'it only sends a notification',
  'e2ee-test-notify': 'it only sends a notification',
};

/**
 * Operations of accounts after which other services must show a change. Leaves out operations without an account, because no
 * later request of the same account follows.
 */
const announced = [
  ...routes.filter(({ method }) => method !== 'GET'),
  ...transfers.filter(({ methods }) => methods.some((method) => method !== 'GET' && method !== 'HEAD')),
]
  .filter(({ auth, changes = 'facts' }) => auth === 'required' && changes !== 'nothing')
  .map(({ operation }) => operation);

describe('the pairs of writes and reads (test/kit/src/own-writes)', () => {
  it('contain every operation that changes facts or messages, unless the test gives a reason', () => {
    expect(announced.length).toBeGreaterThan(80);
    const missing = announced.filter(
      (operation) => !writtenOperations.includes(operation) && !(operation in withoutPair),
    );
    expect(missing).toEqual([]);
  });

  it('leave out only operations that exist and that no pair makes', () => {
    const needless = Object.keys(withoutPair).filter(
      (operation) => !announced.includes(operation) || writtenOperations.includes(operation),
    );
    expect(needless).toEqual([]);
  });

  it('name only operations that exist', () => {
    const known = new Set([...routes, ...transfers].map(({ operation }) => operation));
    expect(writtenOperations.filter((operation) => !known.has(operation))).toEqual([]);
  });
});
