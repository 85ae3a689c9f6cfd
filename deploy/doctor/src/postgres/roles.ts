import { type Owner, owners } from '@parley/migrate';
import type pg from 'pg';
import { type Finding, fail, ok } from '../finding.ts';

export type RoleFacts = {
  role: string;
  exists: boolean;
  can_login: boolean;
  superuser: boolean;
  replication: boolean;
  bypass_rls: boolean;
  create_role: boolean;
  create_db: boolean;
  /** Schemas of Parley's services that the role may use at all; a single function may be granted to it there. */
  schemas: readonly string[];
  /** Those of them whose tables it may read or change. */
  tables_of: readonly string[];
  emit: boolean;
};

export async function readRoles(client: pg.ClientBase): Promise<RoleFacts[]> {
  const { rows } = await client.query<RoleFacts>(
    `select name as role, r.oid is not null as exists, coalesce(r.rolcanlogin, false) as can_login,
            coalesce(r.rolsuper, false) as superuser, coalesce(r.rolreplication, false) as replication,
            coalesce(r.rolbypassrls, false) as bypass_rls, coalesce(r.rolcreaterole, false) as create_role,
            coalesce(r.rolcreatedb, false) as create_db,
            coalesce((select array_agg(n.nspname::text order by n.nspname) from pg_namespace n
              where n.nspname = any($2) and r.oid is not null and has_schema_privilege(r.oid, n.oid, 'USAGE')), '{}') as schemas,
            coalesce((select array_agg(distinct n.nspname::text) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = any($2) and c.relkind in ('r', 'p', 'v', 'm') and r.oid is not null
                and has_schema_privilege(r.oid, n.oid, 'USAGE')
                and (has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
                  or has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE'))), '{}') as tables_of,
            coalesce((select bool_or(has_function_privilege(r.oid, p.oid, 'EXECUTE') and has_schema_privilege(r.oid, p.pronamespace, 'USAGE'))
              from pg_proc p join pg_namespace n on n.oid = p.pronamespace
              where n.nspname = 'log' and p.proname = 'emit' and r.oid is not null), false) as emit
       from unnest($1::text[]) with ordinality as wanted (name, place)
       left join pg_roles r on r.rolname = wanted.name order by place`,
    [owners.map(({ role }) => role), owners.map(({ schema }) => schema)],
  );
  return rows;
}

/** Each service's role: there, able to do its work, and able to do nothing else. */
export function judgeRoles(facts: readonly RoleFacts[]): Finding[] {
  return owners.flatMap((owner) =>
    judgeRole(
      owner,
      facts.find(({ role }) => role === owner.role),
    ),
  );
}

function judgeRole({ role, schema, replication }: Owner, facts: RoleFacts | undefined): Finding[] {
  const check = `postgres.role.${schema}`;
  if (!facts?.exists) {
    return [
      fail(
        check,
        `The role ${role} does not exist.`,
        'Run the migrations of this release (docs/operations/install.md).',
      ),
    ];
  }
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
        'Run the migrations again; they grant what is missing.',
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
        `Run ${foreign.map((name) => `\`revoke all on all tables in schema ${name} from ${role}, public\``).join(', ')}; check which roles it is a member of.`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(check, `The role ${role} can do its work and nothing else.`)];
}
