-- The relay may receive a commit only when the standby that would be promoted has it. So logical slots wait for the
-- slots of the standbys for which commits wait. Without such a standby they wait for none.
select format('alter system set synchronized_standby_slots = %L', slots)
  from (select coalesce(string_agg(s.slot_name, ',' order by s.slot_name), '') as slots
          from pg_replication_slots s
          join pg_stat_replication r on r.pid = s.active_pid
         where s.slot_type = 'physical' and r.sync_state in ('sync', 'quorum')) as wanted
 where not pg_is_in_recovery() and slots <> current_setting('synchronized_standby_slots')
\gexec
select pg_reload_conf()
  from pg_file_settings f join pg_settings s using (name)
 where name = 'synchronized_standby_slots' and f.setting <> s.setting
\g /dev/null

-- On a former primary, the relay's own slot is in the way of a synchronized copy of the new primary's slot, so it is dropped.
select pg_drop_replication_slot(slot_name)
  from pg_replication_slots
 where pg_is_in_recovery() and failover and not synced and not active
\g /dev/null
