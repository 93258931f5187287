-- Links in mails about a ticket name its revision: a higher one revokes the links that were sent before.
alter table tickets add column link_revision int not null default 0;
