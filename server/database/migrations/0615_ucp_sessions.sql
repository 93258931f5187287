-- Carts and checkouts that assistants have begun. They hold no stock and no price that counts; a job deletes them after their end.
create table ucp_sessions (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('cart', 'checkout')),
  agent_profile text not null,
  agent_name text not null,
  content jsonb not null,
  -- the cart that a checkout was made from
  cart_id uuid references ucp_sessions (id) on delete set null,
  canceled_at timestamptz,
  -- the browser or the account that has taken the items over
  opened_at timestamptz,
  opened_device bytea,
  opened_user uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index ucp_sessions_expires_at on ucp_sessions (expires_at);
create index ucp_sessions_cart on ucp_sessions (cart_id) where cart_id is not null;

-- Orders that a person has placed from the checkout of an assistant.
create table ucp_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  session_id uuid not null unique,
  agent_name text not null,
  created_at timestamptz not null default now()
);
