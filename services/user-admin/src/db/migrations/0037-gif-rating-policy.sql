-- The setting got another name in the API. The former name stays for the previous release, which ignores the new one.
update organization set settings = settings || jsonb_build_object('gif_rating_policy', settings -> 'giphy_rating')
 where settings ? 'giphy_rating';
