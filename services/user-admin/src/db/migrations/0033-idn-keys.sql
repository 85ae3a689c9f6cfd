-- Addresses are compared with their domains in Unicode. Keys of addresses that were stored with a domain in Punycode (RFC 3492)
-- get this form. A key that another account has keeps its form. Replicas of the previous release then find such an account by
-- the Unicode form only, until they are replaced.

-- Decodes one label of a domain, such as `xn--mller-kva`. Returns a label that is malformed or not in Punycode unchanged.
create function decoded_label(label text) returns text language plpgsql immutable as $$
declare
  digits text;
  decoded text := '';
  code bigint := 128;
  place bigint := 0;
  bias bigint := 72;
  at int := 1;
  before bigint;
  weight bigint;
  k bigint;
  digit bigint;
  threshold bigint;
  points bigint;
  delta bigint;
begin
  if label not like 'xn--_%' then return label; end if;
  digits := substr(label, 5);
  if strpos(digits, '-') > 0 then
    decoded := left(digits, length(digits) - strpos(reverse(digits), '-'));
    digits := right(digits, strpos(reverse(digits), '-') - 1);
  end if;
  while at <= length(digits) loop
    before := place;
    weight := 1;
    k := 36;
    loop
      if at > length(digits) then return label; end if;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(digits, at, 1)) - 1;
      if digit < 0 then return label; end if;
      at := at + 1;
      place := place + digit * weight;
      threshold := case when k <= bias then 1 when k >= bias + 26 then 26 else k - bias end;
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      k := k + 36;
      if place > 1e12 or weight > 1e12 then return label; end if;
    end loop;
    points := length(decoded) + 1;
    delta := case when before = 0 then (place - before) / 700 else (place - before) / 2 end;
    delta := delta + delta / points;
    k := 0;
    while delta > 455 loop
      delta := delta / 35;
      k := k + 36;
    end loop;
    bias := k + 36 * delta / (delta + 38);
    code := code + place / points;
    place := place % points;
    if code > 1114111 or code between 55296 and 57343 then return label; end if;
    decoded := left(decoded, place::int) || chr(code::int) || substr(decoded, place::int + 1);
    place := place + 1;
  end loop;
  return decoded;
end $$;

create function decoded_address(address text) returns text language sql immutable as $$
  select split_part(address, '@', 1) || '@' || (
    select normalize(string_agg(decoded_label(label), '.' order by number), nfc)
      from unnest(string_to_array(split_part(address, '@', 2), '.')) with ordinality as labels (label, number))
$$;

update users as u set delivery_email_key = decoded_address(delivery_email_key)
 where delivery_email_key ~ '^[^@]+@([^@]*\.)?xn--[^@]*$'
   and not exists (select from users as other where other.delivery_email_key = decoded_address(u.delivery_email_key));
update users as u set email_key = decoded_address(email_key)
 where email_key ~ '^[^@]+@([^@]*\.)?xn--[^@]*$'
   and not exists (select from users as other where other.email_key = decoded_address(u.email_key));
update invitations as i set email_key = decoded_address(email_key)
 where email_key ~ '^[^@]+@([^@]*\.)?xn--[^@]*$' and ended_at is null
   and not exists (select from invitations as other
     where other.email_key = decoded_address(i.email_key) and other.ended_at is null);
update scim_users as s set user_name_key = decoded_address(user_name_key)
 where user_name_key ~ '^[^@]+@([^@]*\.)?xn--[^@]*$'
   and not exists (select from scim_users as other where other.user_name_key = decoded_address(s.user_name_key));

drop function decoded_address(text);
drop function decoded_label(text);
