-- Topics are compared by full case folding: Straße and STRASSE are one topic. `foldCase` of @parley/rules makes the same texts equal.
-- After `lower`, only these letters still change. Messages and origins with them get their new form in the next migration. This
-- one is committed before, so that no message gets the earlier form meanwhile. The previous release compares by this function, too.
create or replace function fold_topic(topic text) returns text
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

-- Search words of stored messages were built by this version, and stay as they are until a message is edited.
create function earlier_search_text(given text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  folded text := lower(given);
begin
  if octet_length(given) = char_length(given) and octet_length(folded) = char_length(folded) then
    if position('+' in folded) > 0 or position('#' in folded) > 0 then
      folded := regexp_replace(
        regexp_replace(folded, '\m([a-z])\+\+', '\1plusplus', 'g'),
        '\m([cf])#', '\1sharp', 'g');
    end if;
    return regexp_replace(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+', ' ', 'g');
  end if;
  return regexp_replace(
    normalize(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            translate(regexp_replace(lower(normalize(given, nfkd)), '[\u0300-\u036f]', '', 'g'), 'øłđðıħŧ', 'olddiht'),
            '\m([a-z])\+\+', '\1plusplus', 'g'),
          '\m([cf])#', '\1sharp', 'g'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+', ' ', 'g'),
      nfkc),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', ' \1 ', 'g');
end
$$;

-- Folds case in full, too: ß is ss, and ς is σ. NFKD decomposes all other letters that `lower` does not fold.
create or replace function search_text(given text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  folded text := lower(given);
begin
  if octet_length(given) = char_length(given) and octet_length(folded) = char_length(folded) then
    if position('+' in folded) > 0 or position('#' in folded) > 0 then
      folded := regexp_replace(
        regexp_replace(folded, '\m([a-z])\+\+', '\1plusplus', 'g'),
        '\m([cf])#', '\1sharp', 'g');
    end if;
    return regexp_replace(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+', ' ', 'g');
  end if;
  return regexp_replace(
    normalize(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            replace(
              translate(
                regexp_replace(lower(normalize(given, nfkd)), '[\u0300-\u036f]', '', 'g'),
                'øłđðıħŧςᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'olddihtσвдосттъѣꙋ'),
              'ß', 'ss'),
            '\m([a-z])\+\+', '\1plusplus', 'g'),
          '\m([cf])#', '\1sharp', 'g'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+', ' ', 'g'),
      nfkc),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', ' \1 ', 'g');
end
$$;

-- Builds a query that matches texts with all terms. Each term is a word or a phrase. A term also matches in its earlier form, which
-- the search words of messages of earlier releases have.
create or replace function search_query(terms text[]) returns tsquery
  language plpgsql immutable strict parallel safe
  set search_path from current
as $$
declare
  term text;
  found tsquery;
  wanted tsquery := ''::tsquery;
begin
  foreach term in array terms loop
    found := phraseto_tsquery('words'::regconfig, search_text(term));
    if search_text(term) <> earlier_search_text(term) then
      found := found || phraseto_tsquery('words'::regconfig, earlier_search_text(term));
    end if;
    wanted := wanted && found;
  end loop;
  return wanted;
end
$$;
