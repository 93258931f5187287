-- The pictures of each product in their order. The first one is also the product's image, which earlier versions of the server change.
create table product_pictures (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id) on delete cascade,
  position smallint not null check (position between 1 and 8),
  image_key text not null,
  placeholder_color text not null,
  alt text not null default '' check (length(alt) <= 200),
  unique (product_id, position)
);

-- Counts the changes of the pictures, apart from those of the other fields: both are edited at the same time.
alter table products add column pictures_version integer not null default 1;

create function sync_first_picture() returns trigger language plpgsql as $$
begin
  insert into product_pictures as pictures (product_id, position, image_key, placeholder_color)
    values (new.id, 1, new.image_key, new.placeholder_color)
    on conflict (product_id, position) do update set
      image_key = excluded.image_key,
      placeholder_color = excluded.placeholder_color,
      -- The text describes an image, whatever its focal point is.
      alt = case
        when regexp_replace(pictures.image_key, '-focus-\d+-\d+$', '') = regexp_replace(excluded.image_key, '-focus-\d+-\d+$', '')
        then pictures.alt else ''
      end
    where (pictures.image_key, pictures.placeholder_color) is distinct from (excluded.image_key, excluded.placeholder_color);
  return null;
end $$;
create trigger products_first_picture after insert or update of image_key, placeholder_color on products
  for each row execute function sync_first_picture();

insert into product_pictures (product_id, position, image_key, placeholder_color)
  select id, 1, image_key, placeholder_color from products;
