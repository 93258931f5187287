-- Whom the products of a category are for, the system of their sizes, and the number of the category in Google's taxonomy, for shopping
-- sites. A product may declare a gender and an age group of its own in its details.
alter table categories
  add column gender text check (gender in ('female', 'male', 'unisex')),
  add column age_group text check (age_group in ('adult', 'kids', 'toddler', 'infant', 'newborn')),
  add column size_system text check (size_system in ('AU', 'BR', 'CN', 'DE', 'EU', 'FR', 'IT', 'JP', 'MEX', 'UK', 'US')),
  add column google_category integer check (google_category > 0);

-- 212: shirts and tops; 204: pants.
update categories set google_category = case when key in ('TEE', 'HOODIE') then 212 else 204 end
where key in ('TEE', 'JOGGER', 'HOODIE', 'DENIM');
