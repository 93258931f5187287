-- What administrators may do. Those of before are owners, and so is who becomes one without a set.
create table staff_sets (
  key text primary key check (key in ('owner', 'packer', 'support', 'accountant', 'merchandiser')),
  title text not null,
  rights text[] not null check (rights <@ array['orders', 'money', 'products', 'prices', 'customers', 'exports', 'reports', 'settings', 'staff']),
  masks_phones boolean default false not null,
  needs_second_factor boolean default false not null,
  version integer default 1 not null,
  check (key <> 'owner' or cardinality(rights) = 9)
);

insert into staff_sets (key, title, rights, masks_phones) values
  ('owner', 'Owner', array['orders', 'money', 'products', 'prices', 'customers', 'exports', 'reports', 'settings', 'staff'], false),
  ('packer', 'Packer', array['orders'], true),
  ('support', 'Support', array['orders', 'customers'], false),
  ('accountant', 'Accountant', array['reports'], false),
  ('merchandiser', 'Merchandiser', array['products', 'prices'], false);

alter table users
  add column staff_set text references staff_sets (key),
  add column disabled_at timestamptz;

update users set staff_set = 'owner' where role = 'admin';

-- Also for servers of the version before, which do not know the column.
create function set_staff_set() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' and new.staff_set is null then
    new.staff_set := 'owner';
  elsif new.role <> 'admin' then
    new.staff_set := null;
    new.disabled_at := null;
  end if;
  return new;
end $$;
create trigger users_staff_set before insert or update of role, staff_set, disabled_at on users for each row execute function set_staff_set();
alter table users add constraint users_staff_set_of_administrators check ((role = 'admin') = (staff_set is not null));
