import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { idempotentMethods } from '@parley/proto/idempotency';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { expect, it } from 'vitest';

const paths = [
  ChannelServiceService,
  EventQueueServiceService,
  MessagingServiceService,
  NotifyServiceService,
  UploadServiceService,
  UserAdminServiceService,
].flatMap((definition) => Object.values(definition).map(({ path }) => path));
const nameOf = (path: string) => path.split('/').at(-1)!;
const isRead = (path: string) =>
  /^(Can|Check|Describe|Find|Get|Has|Is|List|Match|Render|Resolve|Verify)[A-Z]/.test(nameOf(path));

it('names methods that exist', () => {
  expect([...idempotentMethods].filter((path) => !paths.includes(path))).toEqual([]);
});

it('retries every read, except two: one also creates its answer, one streams it', () => {
  const missing = paths.filter((path) => isRead(path) && !idempotentMethods.has(path));
  expect(missing.map(nameOf)).toEqual(['GetChannelEmailAddress', 'GetUsers']);
});

it('retries only those writes that have an idempotency key or are idempotent', () => {
  const writes = [...idempotentMethods].filter((path) => !isRead(path)).map(nameOf);
  expect(writes.sort()).toEqual([
    'AddPhoneToken',
    'AddWebPush',
    'BeginQueue',
    'DeleteExportArchive',
    'DeleteQueue',
    'DeleteZoomToken',
    'EndProviderSessions',
    'ExportAuditEntries',
    'QueueMail',
    'RaiseUserTopic',
    'RegisterPhone',
    'RemoveWebPush',
    'SendMessage',
    'SetOrganizationActive',
    'SetPushPermission',
    'Subscribe',
    'TakeAuditRecords',
    'TakeAuditRecords',
    'TakeAuditRecords',
    'Unsubscribe',
    'UnsubscribeMails',
    'UpdateBotStorage',
    'UpdateFlags',
    'UpdatePresences',
    'UpdateZoomToken',
  ]);
});
