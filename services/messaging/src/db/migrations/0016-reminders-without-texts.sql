-- Reminders refer to their message. Its text is read when the reminder is due, as the person may read it then. So reminders store
-- only the note of their author.

alter table reminders add column note text;

-- Replaces the texts of a reminder that quotes its message. Releases before this migration store such texts. Drop this function
-- and its trigger when no such release runs any more.
create function remove_reminded_text() returns trigger language plpgsql set search_path from current as $$
declare
  -- The part before the quoted message.
  head text := (regexp_split_to_array(new.content, E'\n\n@_[*][*][^\n]*[*][*] (?:said|schrieb):\n`{3,}quote\n'))[1];
  is_german boolean := starts_with(new.content, 'Du wolltest');
  request text := case when is_german then 'Du wolltest an eine Nachricht erinnert werden.'
                       else 'You requested a reminder for a message.' end;
  shown text;
begin
  new.note := case when position(E'\n\n' in head) = 0 then ''
                   else regexp_replace(substr(head, position(E'\n\n' in head) + 2), '^(?:Note|Notiz): ', '') end;
  new.content := request;
  new.rendered_content := '<p>' || request || '</p>';
  if new.note <> '' then
    shown := case when is_german then 'Notiz: ' else 'Note: ' end || new.note;
    new.content := new.content || E'\n\n' || shown;
    shown := replace(replace(replace(shown, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');
    new.rendered_content := new.rendered_content || E'\n<p>' || replace(replace(shown, '"', '&quot;'), E'\n', E'<br>\n') || '</p>';
  end if;
  return new;
end
$$;
create trigger reminders_without_text before insert or update on reminders
  for each row when (new.note is null) execute function remove_reminded_text();

update reminders set note = null;
alter table reminders alter column note set not null;
