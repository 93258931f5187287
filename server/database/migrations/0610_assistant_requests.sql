-- How often an assistant has read the shop on a day in India.
create table assistant_requests (
  day date not null,
  -- host of its profile
  agent text not null check (length(agent) between 1 and 100),
  requests integer not null check (requests > 0),
  last_at timestamptz not null,
  primary key (day, agent)
);
