-- The introduction of a category's page, and its picture for the page and for link previews.
alter table categories
  add column description text not null default '' check (length(description) <= 400),
  -- the description is that of the demo shop, with which it is removed
  add column is_demo boolean not null default false,
  add column image_key text,
  add column placeholder_color text,
  add check ((image_key is null) = (placeholder_color is null));
