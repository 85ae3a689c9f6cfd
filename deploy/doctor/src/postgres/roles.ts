import { type Owner, owners } from '@parley/migrate';
import type pg from 'pg';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { judgeRoleSettings, type RoleSettingsFacts } from './role-settings.ts';

export type RoleFacts = {
  role: string;
  exists: boolean;
  can_login: boolean;
  superuser: boolean;
  replication: boolean;
  bypass_rls: boolean;
  create_role: boolean;
  create_db: boolean;
  /** Those with USAGE, which alone gives access to no table: the role may only call a function. */
  schemas: readonly string[];
  /** Those of `schemas` whose tables the role may read or change. */
  tables_of: readonly string[];
  /** Schemas with tables that are granted to the role itself or to PUBLIC, and not through a membership. */
  granted: readonly string[];
  /** Roles whose membership gives the role access to tables of other services. */
  memberships: readonly string[];
  /** Tables, views and sequences of the role's own schema for which it lacks a right. */
  own_denied: readonly string[];
  emit: boolean;
  may_connect: boolean;
  /** Seconds until the role's password expires, negative afterwards; null if it does not expire. */
  valid_seconds: number | null;
  /** Maximum number of connections of the role; -1 without a limit. */
  connection_limit: number;
  connections: number;
};

const relations = "c.relkind in ('r', 'p', 'v', 'm')";
const anyTable = (role: string) =>
  `has_table_privilege(${role}, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`;

export async function readRoles(client: pg.ClientBase): Promise<RoleFacts[]> {
  const { rows } = await client.query<RoleFacts>(
    `select name as role, r.oid is not null as exists, coalesce(r.rolcanlogin, false) as can_login,
            coalesce(r.rolsuper, false) as superuser, coalesce(r.rolreplication, false) as replication,
            coalesce(r.rolbypassrls, false) as bypass_rls, coalesce(r.rolcreaterole, false) as create_role,
            coalesce(r.rolcreatedb, false) as create_db,
            coalesce((select array_agg(n.nspname::text order by n.nspname) from pg_namespace n
              where n.nspname = any($2) and r.oid is not null and has_schema_privilege(r.oid, n.oid, 'USAGE')), '{}') as schemas,
            coalesce((select array_agg(distinct n.nspname::text) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = any($2) and ${relations} and r.oid is not null
                and has_schema_privilege(r.oid, n.oid, 'USAGE')
                and (${anyTable('r.oid')}
                  or has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE'))), '{}') as tables_of,
            coalesce((select array_agg(distinct n.nspname::text) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              cross join aclexplode(c.relacl) a
              where n.nspname = any($2) and ${relations} and a.grantee in (r.oid, 0)), '{}') as granted,
            coalesce((select array_agg(distinct g.rolname::text) from pg_auth_members m join pg_roles g on g.oid = m.roleid
              where m.member = r.oid and exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where n.nspname = any($2) and n.nspname <> own_schema and ${relations}
                  and ${anyTable('g.oid')} and not ${anyTable("'public'")})), '{}') as memberships,
            coalesce((select array_agg(format('%I.%I', n.nspname, c.relname) order by c.relname)
              from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = own_schema and r.oid is not null and case
                when c.relkind in ('r', 'p') then not (has_table_privilege(r.oid, c.oid, 'SELECT')
                  and has_table_privilege(r.oid, c.oid, 'INSERT') and has_table_privilege(r.oid, c.oid, 'UPDATE')
                  and has_table_privilege(r.oid, c.oid, 'DELETE'))
                when c.relkind in ('v', 'm') then not has_table_privilege(r.oid, c.oid, 'SELECT')
                when c.relkind = 'S' then not (has_sequence_privilege(r.oid, c.oid, 'USAGE')
                  and has_sequence_privilege(r.oid, c.oid, 'SELECT'))
                else false end), '{}') as own_denied,
            coalesce(has_database_privilege(r.oid, current_database(), 'CONNECT'), false) as may_connect,
            case when isfinite(r.rolvaliduntil) then extract(epoch from r.rolvaliduntil - now())::float8
                 when r.rolvaliduntil = '-infinity' then -1 end as valid_seconds,
            coalesce(r.rolconnlimit, -1) as connection_limit,
            (select count(*)::int from pg_stat_activity a where a.usesysid = r.oid) as connections,
            coalesce((select bool_or(has_function_privilege(r.oid, p.oid, 'EXECUTE') and has_schema_privilege(r.oid, p.pronamespace, 'USAGE'))
              from pg_proc p join pg_namespace n on n.oid = p.pronamespace
              where n.nspname = 'log' and p.proname = 'emit' and r.oid is not null), false) as emit
       from unnest($1::text[], $2::text[]) with ordinality as wanted (name, own_schema, place)
       left join pg_roles r on r.rolname = wanted.name order by place`,
    [owners.map(({ role }) => role), owners.map(({ schema }) => schema)],
  );
  return rows;
}

/** Checks that the role of each service exists, can connect, and has exactly the rights and settings that the service needs. */
export function judgeRoles(facts: readonly RoleFacts[], settings: RoleSettingsFacts): Finding[] {
  const ofSettings = judgeRoleSettings(settings);
  return owners.flatMap((owner) => {
    const found = facts.find(({ role }) => role === owner.role);
    if (!found?.exists) return [missing(owner)];
    const check = checkOf(owner);
    const findings = [
      ...ability(owner, found),
      ...ofSettings.filter((finding) => finding.check === check),
      ...excess(owner, found),
    ];
    const isFine = findings.length === 0;
    return isFine ? [ok(check, `The role ${owner.role} can do its work and nothing else.`)] : findings;
  });
}

const checkOf = ({ schema }: Owner) => `postgres.role.${schema}`;
const DAY_SECONDS = 86_400;
/** Number of days before a password expires from which on the doctor warns. */
const SOON_DAYS = 30;
/** Maximum number of tables that a finding lists. */
const NAMED_TABLES = 5;

const missing = (owner: Owner): Finding =>
  fail(
    checkOf(owner),
    `The role ${owner.role} does not exist.`,
    'Run the migrations of this release (docs/operations/install.md).',
  );

/** It may log in, its password does not expire soon, and its connection limit is not reached. */
function ability(owner: Owner, facts: RoleFacts): Finding[] {
  const { role, schema, replication } = owner;
  const check = checkOf(owner);
  const findings: Finding[] = [];
  const lacks = [
    ...(facts.can_login ? [] : ['may not log in']),
    ...(facts.schemas.includes(schema) ? [] : [`may not use the schema ${schema}`]),
    ...(facts.emit ? [] : ['may not call log.emit']),
  ];
  if (lacks.length > 0) {
    findings.push(
      fail(
        check,
        `The role ${role} ${lacks.join(', ')}.`,
        `Run the migrations again, which let it log in; if rights are missing still, \`grant usage on schema ${schema}, log to ${role}\` and \`grant execute on all functions in schema log to ${role}\`.`,
      ),
    );
  }
  if (!facts.may_connect) {
    findings.push(
      fail(
        check,
        `The role ${role} may not connect to this database.`,
        `Run \`grant connect on database … to ${role}\` with the database's name.`,
      ),
    );
  }
  const { own_denied: denied } = facts;
  if (facts.schemas.includes(schema) && denied.length > 0) {
    const more = denied.length > NAMED_TABLES ? ` and ${denied.length - NAMED_TABLES} more` : '';
    findings.push(
      fail(
        check,
        `The role ${role} lacks rights on what is its own: ${denied.slice(0, NAMED_TABLES).join(', ')}${more}.`,
        `Run \`grant all on all tables in schema ${schema} to ${role}\` and \`grant all on all sequences in schema ${schema} to ${role}\`.`,
      ),
    );
  }
  if (replication && !facts.replication && !facts.superuser) {
    findings.push(
      fail(
        check,
        `The role ${role} may not replicate: the relay cannot read its slot.`,
        `Run \`alter role ${role} replication\` as a superuser.`,
      ),
    );
  }
  return [...findings, ...passwordEnd(owner, facts), ...connectionCapacity(owner, facts)];
}

function passwordEnd(owner: Owner, { valid_seconds: seconds }: RoleFacts): Finding[] {
  if (seconds === null || seconds >= SOON_DAYS * DAY_SECONDS) return [];
  const { role } = owner;
  const fix = `Run \`alter role ${role} valid until 'infinity'\`; renew the password by running the migrations with another one.`;
  return [
    seconds <= 0
      ? fail(checkOf(owner), `The password of the role ${role} has expired: it gets no new connections.`, fix)
      : warn(
          checkOf(owner),
          `The password of the role ${role} expires in ${Math.floor(seconds / DAY_SECONDS)} days: it gets no new connections then.`,
          fix,
        ),
  ];
}

function connectionCapacity(owner: Owner, { connection_limit: limit, connections }: RoleFacts): Finding[] {
  if (limit < 0 || connections < limit) return [];
  const { role } = owner;
  return [
    fail(
      checkOf(owner),
      `The role ${role} may have ${limit} connections and has ${connections}: it gets no more.`,
      `Run \`alter role ${role} connection limit -1\`; max_connections limits all of them together.`,
    ),
  ];
}

/** Returns findings about rights that the role's service does not need. */
function excess(owner: Owner, facts: RoleFacts): Finding[] {
  const { role, schema, replication } = owner;
  const check = checkOf(owner);
  const findings: Finding[] = [];
  const powers = [
    ...(facts.superuser ? ['superuser'] : []),
    ...(facts.bypass_rls ? ['bypassrls'] : []),
    ...(facts.create_role ? ['createrole'] : []),
    ...(facts.create_db ? ['createdb'] : []),
    ...(facts.replication && !replication ? ['replication'] : []),
  ];
  if (powers.length > 0) {
    findings.push(
      fail(
        check,
        `The role ${role} is more powerful than a service may be: ${powers.join(', ')}.`,
        `Run \`alter role ${role} ${powers.map((power) => `no${power}`).join(' ')}\`.`,
      ),
    );
  }
  const foreign = facts.superuser ? [] : facts.tables_of.filter((name) => name !== schema);
  if (foreign.length > 0) {
    findings.push(
      fail(
        check,
        `The role ${role} can reach tables of ${foreign.join(', ')}, which other services own.`,
        `Run ${revocations(owner, facts, foreign)
          .map((text) => `\`${text}\``)
          .join(', ')}.`,
      ),
    );
  }
  return findings;
}

/** Returns the SQL statements that revoke the access to the schemas `foreign`: memberships and direct grants. */
function revocations(
  { role }: Owner,
  { memberships, granted }: RoleFacts,
  foreign: readonly string[],
): string[] {
  const schemas = memberships.length > 0 ? foreign.filter((name) => granted.includes(name)) : foreign;
  return [
    ...memberships.map((name) => `revoke ${name} from ${role}`),
    ...schemas.map((name) => `revoke all on all tables in schema ${name} from ${role}, public`),
  ];
}
