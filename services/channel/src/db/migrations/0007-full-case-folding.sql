-- Topics are compared by full case folding: Straße and STRASSE are one topic. `foldCase` of @parley/rules makes the same texts equal.
-- After `lower`, only these letters still change. The database of messaging has the same function.
create function fold_topic(topic text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  folded text;
  letter text[];
begin
  if octet_length(topic) = char_length(topic) then
    return lower(topic);
  end if;
  -- A locale with simple mappings turns U+0130, a capital I with a dot, into a plain i.
  folded := translate(
    lower(replace(normalize(topic, nfc), E'\u0130', E'i\u0307')),
    E'µſ\u0345ςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛ',
    'μsισβθφπκρεвдосттъѣꙋṡ');
  if folded ~ '[ßŉևẚᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾲᾳᾴᾷῂῃῄῇῲῳῴῷﬀﬁﬂﬃﬄﬅﬆﬓﬔﬕﬖﬗ]' then
    foreach letter slice 1 in array array[
    ['ß','ss'], ['ŉ','ʼn'], ['և','եւ'], ['ẚ','aʾ'], ['ᾀ','ἀι'], ['ᾁ','ἁι'], ['ᾂ','ἂι'], ['ᾃ','ἃι'],
    ['ᾄ','ἄι'], ['ᾅ','ἅι'], ['ᾆ','ἆι'], ['ᾇ','ἇι'], ['ᾐ','ἠι'], ['ᾑ','ἡι'], ['ᾒ','ἢι'], ['ᾓ','ἣι'],
    ['ᾔ','ἤι'], ['ᾕ','ἥι'], ['ᾖ','ἦι'], ['ᾗ','ἧι'], ['ᾠ','ὠι'], ['ᾡ','ὡι'], ['ᾢ','ὢι'], ['ᾣ','ὣι'],
    ['ᾤ','ὤι'], ['ᾥ','ὥι'], ['ᾦ','ὦι'], ['ᾧ','ὧι'], ['ᾲ','ὰι'], ['ᾳ','αι'], ['ᾴ','άι'], ['ᾷ','ᾶι'],
    ['ῂ','ὴι'], ['ῃ','ηι'], ['ῄ','ήι'], ['ῇ','ῆι'], ['ῲ','ὼι'], ['ῳ','ωι'], ['ῴ','ώι'], ['ῷ','ῶι'],
    ['ﬀ','ff'], ['ﬁ','fi'], ['ﬂ','fl'], ['ﬃ','ffi'], ['ﬄ','ffl'], ['ﬅ','st'], ['ﬆ','st'], ['ﬓ','մն'],
    ['ﬔ','մե'], ['ﬕ','մի'], ['ﬖ','վն'], ['ﬗ','մխ']]
    loop
      folded := replace(folded, letter[1], letter[2]);
    end loop;
  end if;
  return normalize(folded, nfc);
end
$$;

-- The previous release writes keys of its own, which this replaces.
create function set_topic_key() returns trigger
  language plpgsql
  set search_path from current
as $$
begin
  new.topic_key := fold_topic(new.topic);
  return new;
end
$$;
create trigger user_topics_topic_key before insert or update of topic on user_topics
  for each row execute function set_topic_key();

-- Of the policies for topics that become one, the latest counts.
delete from user_topics where (user_id, channel_id, topic_key) in (
  select user_id, channel_id, topic_key from (
    select user_id, channel_id, topic_key, row_number() over (
             partition by user_id, channel_id, fold_topic(topic) order by updated_at desc, topic_key desc) as place
      from user_topics) ranked
   where place > 1);
update user_topics set topic_key = fold_topic(topic) where topic_key <> fold_topic(topic);
