-- Whether people who subscribe for the first time get mobile notifications of the channel, whatever their general settings say.
alter table channels add column pushes_by_default boolean not null default false;
