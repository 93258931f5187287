-- How far the visits of a day came, without persons: each visit counts once at a step that it, or a later one, has reached.
create table daily_steps (
  day date not null,
  step text not null check (step in ('visit', 'product', 'cart', 'checkout')),
  visits int not null,
  primary key (day, step)
);

-- How often the pages of products were opened.
create table daily_product_views (
  day date not null,
  product_id uuid not null references products (id) on delete cascade,
  views int not null,
  primary key (day, product_id)
);
create index daily_product_views_of_product on daily_product_views (product_id);
