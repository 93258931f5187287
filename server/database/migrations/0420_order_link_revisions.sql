-- Links in mails name the revision of their order: a higher one revokes the links that were sent before.
alter table orders add column link_revision int not null default 0;
-- Asked for by a link: a withdrawn one does not count among the returns that the account of the order can ask for.
alter table returns add column by_link boolean not null default false;
