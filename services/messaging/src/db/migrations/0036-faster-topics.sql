-- Folding a topic takes 30 times as long when it is not plain ASCII, and most topics of imports are: they are first lines of threads,
-- shortened with `…`. These signs have no case, and no normalization changes them. The result is the same as before for every topic.
do $$
begin
  execute replace(pg_get_functiondef('fold_topic(text)'::regprocedure), '.fold_topic(', '.fold_any_topic(');
  -- With its schema, because a restored dump computes generated columns without a search path.
  execute format($function$
    create or replace function fold_topic(topic text) returns text
      language plpgsql immutable strict parallel safe
    as $body$
    declare
      rest text := translate(topic, '…–—‘’“”„•·→', '');
    begin
      if octet_length(rest) = char_length(rest) then
        return lower(topic collate "C");
      end if;
      return %I.fold_any_topic(topic);
    end
    $body$
  $function$, current_schema());
end
$$;
