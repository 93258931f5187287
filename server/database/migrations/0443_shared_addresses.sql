-- How many times the limits of a person the IP address of an order has: an IPv4 address is shared by many. 1 in orders of the version before.
alter table order_sources add column ip_factor smallint not null default 1;
