import { firstItem } from '@parley/core';
import { type Owner, owners } from '@parley/migrate';
import type pg from 'pg';
import { type Finding, fail } from '../finding.ts';

/** A setting of a role or database (`alter role … set`, `alter database … set`), which overrides that of the server. */
export type RoleSetting = {
  role: string;
  name: string;
  value: string;
  /** SQL statement that removes the setting. */
  undo: string;
};

export type RoleSettingsFacts = {
  settings: readonly RoleSetting[];
  synchronous_standby_names: string;
};

export async function readRoleSettings(client: pg.ClientBase): Promise<RoleSettingsFacts> {
  const { rows: settings } = await client.query<RoleSetting>(
    `select distinct on (r.rolname, name) r.rolname as role, name, substr(entry, length(name) + 2) as value,
            format(case when s.setrole <> 0 and s.setdatabase <> 0 then 'alter role %1$I in database %2$I reset %3$s'
                        when s.setrole <> 0 then 'alter role %1$I reset %3$s'
                        when s.setdatabase <> 0 then 'alter database %2$I reset %3$s'
                        else 'alter role all reset %3$s' end, r.rolname, current_database(), name) as undo
       from pg_roles r
       join pg_db_role_setting s on s.setrole in (r.oid, 0)
        and s.setdatabase in ((select oid from pg_database where datname = current_database()), 0)
      cross join unnest(s.setconfig) as entry cross join split_part(entry, '=', 1) as name
      where r.rolname = any($1)
      order by r.rolname, name, s.setrole = 0, s.setdatabase = 0`,
    [owners.map(({ role }) => role)],
  );
  const { rows } = await client.query<{ synchronous_standby_names: string }>(
    `select current_setting('synchronous_standby_names') as synchronous_standby_names`,
  );
  return { settings, ...firstItem(rows) };
}

/** Returns findings about harmful settings of roles. Each finding contains the SQL statement that fixes it. */
export function judgeRoleSettings({ settings, synchronous_standby_names }: RoleSettingsFacts): Finding[] {
  return owners.flatMap((owner) => {
    const own = new Map(settings.filter(({ role }) => role === owner.role).map((each) => [each.name, each]));
    return [
      ...commits(owner, own.get('synchronous_commit'), synchronous_standby_names),
      ...harmful(
        owner,
        own.get('default_transaction_read_only'),
        isOn,
        'each of its transactions may only read, so that it refuses every change',
      ),
      ...harmful(
        owner,
        own.get('session_replication_role'),
        (value) => value.toLowerCase() !== 'origin',
        'its changes pass by triggers and foreign keys',
      ),
      ...searchPath(owner, own.get('search_path')),
    ];
  });
}

const isOff = (value: string): boolean => /^(off?|f(alse?)?|no?|0)$/i.test(value);
const isOn = (value: string): boolean => /^(on|t(rue?)?|y(es?)?|1)$/i.test(value);

/** Checks `synchronous_commit`. The relay may use `local`, because no client gets an acknowledgement for its writes. */
function commits(owner: Owner, setting: RoleSetting | undefined, standbyNames: string): Finding[] {
  if (setting && isOff(setting.value)) {
    const harm = 'a crash of the machine can take back what was acknowledged';
    return harmful(owner, setting, () => true, harm);
  }
  const harm = 'its commits wait for no standby, and a failover can take back what was acknowledged';
  return harmful(
    owner,
    setting,
    (value) => value.toLowerCase() === 'local' && standbyNames !== '' && !owner.replication,
    harm,
  );
}

function harmful(
  { role, schema }: Owner,
  setting: RoleSetting | undefined,
  isHarmful: (value: string) => boolean,
  harm: string,
): Finding[] {
  if (!setting || !isHarmful(setting.value)) return [];
  return [
    fail(
      `postgres.role.${schema}`,
      `The role ${role} has ${setting.name} = ${setting.value}: ${harm}.`,
      `Run \`${setting.undo}\`${firstOf(setting)} and restart the service: it holds for new connections.`,
    ),
  ];
}

/** Empty if none is needed. A read-only default of the database also applies to the session that removes it. */
const firstOf = ({ name, undo }: RoleSetting): string =>
  isOwn(undo) || name !== 'default_transaction_read_only'
    ? ''
    : ' (in a session in which you ran `set default_transaction_read_only = off` first)';
const isOwn = (undo: string): boolean =>
  undo.startsWith('alter role ') && !undo.startsWith('alter role all ');

/** Checks `search_path`. Migrations set it to the role's own schema and the schema of the event log. */
function searchPath({ role, schema }: Owner, setting: RoleSetting | undefined): Finding[] {
  const path = (setting?.value ?? '').split(',').map((name) => name.trim().replaceAll('"', ''));
  if (path[0] === schema && path.includes('log')) return [];
  const first = setting?.undo.includes(' in database ') ? `Run \`${setting.undo}\`, then` : 'Run';
  return [
    fail(
      `postgres.role.${schema}`,
      `The role ${role} ${setting ? `searches ${setting.value}` : 'has no search_path of its own'}: it does not find its tables.`,
      `${first} \`alter role ${role} set search_path = ${schema}, log\` and restart the service.`,
    ),
  ];
}
