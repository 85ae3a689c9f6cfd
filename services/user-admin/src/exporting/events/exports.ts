import type { RealmExport } from '@parley/api';
import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { administrators } from '@parley/rules';

/** Builds the event for administrators after an export has begun, ended or been deleted. It contains all listed exports. */
export const exportsChanged = (exports: RealmExport[]): Event =>
  clientEvent('user-admin.export.changed', administrators, { type: 'realm_export', exports });
